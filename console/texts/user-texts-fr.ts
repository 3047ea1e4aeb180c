import type { Texts } from './texts.ts'

export const userFrench: Pick<Texts, 'userPage' | 'actions'> = {
  userPage: {
    status: 'Statut',
    fine: 'Cet utilisateur peut se connecter.',
    suspended: 'Suspendu. Cet utilisateur ne peut pas se connecter.',
    locked:
      'La connexion est bloquée après des mots de passe ou codes erronés, au moins depuis certains réseaux, jusqu’au',
    unconfirmed: 'L’adresse e-mail n’est pas confirmée.',
    noPassword: 'Cet utilisateur n’a pas de mot de passe.',
    temporary: 'Le mot de passe est temporaire et doit être changé à la prochaine connexion.',
    signedIn: 'Dernière activité',
    signedOut: 'Aucune session active.',
    unknownDevice: 'Appareil inconnu',
    username: 'Nom d’utilisateur',
    email: 'E-mail',
    sessions: 'Sessions actives',
    device: 'Appareil',
    lastUsed: 'Dernière activité',
    begun: 'Connecté depuis',
    factors: 'Seconds facteurs et comptes liés',
    app: 'Application d’authentification',
    added: 'ajoutée',
    codes: (left) => `Codes de récupération, ${left} restants`,
    passkey: 'Clé d’accès',
    cancel: 'Annuler',
    reason: 'Motif (visible dans le journal d’audit)',
    typeName: 'Saisissez le nom d’utilisateur pour confirmer',
    typedWrong:
      'Le texte saisi ne correspond pas au nom d’utilisateur. Rien n’a été supprimé. Saisissez-le exactement.',
    lastAdmin: 'C’est le dernier administrateur. Nommez d’abord un autre administrateur.',
    notOneself: 'Vous ne pouvez pas le faire sur votre propre compte. Demandez à un autre administrateur.',
    isSuspended: 'Cet utilisateur est suspendu. Rétablissez d’abord son accès.',
    stale: (now) =>
      `Un autre administrateur a modifié cet utilisateur entre-temps. État actuel : ${now}. Votre modification n’a pas été enregistrée. Vérifiez-la et envoyez-la de nouveau.`,
  },
  actions: {
    endSessions: {
      title: 'Terminer toutes les sessions',
      explain: 'Déconnecte l’utilisateur partout, immédiatement. Il peut se reconnecter.',
      button: 'Terminer toutes les sessions',
      done: 'Toutes les sessions sont terminées.',
    },
    sendReset: {
      title: 'Envoyer une réinitialisation',
      explain:
        'Envoie à l’utilisateur un e-mail avec un lien pour choisir un nouveau mot de passe. L’actuel reste valable d’ici là.',
      button: 'Envoyer une réinitialisation',
      done: 'E-mail de réinitialisation envoyé.',
    },
    showReset: {
      title: 'Afficher un lien de réinitialisation',
      explain:
        'Pour un utilisateur qui ne reçoit pas d’e-mail. Le lien est affiché une fois, fonctionne une fois et expire au bout d’une heure. Transmettez-le de façon confidentielle. L’utilisateur est averti que vous l’avez affiché. Les seconds facteurs restent en place.',
      button: 'Afficher un lien de réinitialisation',
      done: '',
    },
    temporaryPassword: {
      title: 'Définir un mot de passe temporaire',
      explain:
        'Crée un mot de passe qui vous est affiché une fois et expire au bout de 24 heures. L’utilisateur doit le changer à la prochaine connexion. Toutes les sessions prennent fin, et l’utilisateur est averti.',
      button: 'Définir un mot de passe temporaire',
      done: '',
    },
    invite: {
      title: 'Renvoyer l’invitation',
      explain:
        'Envoie à l’utilisateur un e-mail avec un nouveau lien pour choisir un mot de passe. Le lien précédent cesse de fonctionner.',
      button: 'Renvoyer l’invitation',
      done: 'Invitation envoyée.',
    },
    unlock: {
      title: 'Débloquer l’utilisateur',
      explain:
        'Remet à zéro le nombre de mots de passe et codes erronés : l’utilisateur peut réessayer aussitôt.',
      button: 'Débloquer l’utilisateur',
      done: 'Utilisateur débloqué.',
    },
    confirmAddress: {
      title: 'Confirmer l’adresse e-mail',
      explain: 'Uniquement si l’utilisateur a prouvé par un autre moyen que l’adresse e-mail est la sienne.',
      button: 'Confirmer l’adresse e-mail',
      done: 'Adresse e-mail confirmée.',
    },
    resetFactors: {
      title: 'Réinitialiser les seconds facteurs',
      explain:
        'Supprime l’application d’authentification, les codes de récupération et les clés d’accès, et met fin à toutes les sessions. Vérifiez d’abord que la demande vient bien de l’utilisateur.',
      button: 'Réinitialiser les seconds facteurs',
      done: 'Seconds facteurs supprimés.',
    },
    suspend: {
      title: 'Suspendre l’utilisateur',
      explain:
        'Met fin à toutes les sessions. L’utilisateur ne peut plus se connecter tant que vous ne rétablissez pas son accès.',
      button: 'Suspendre l’utilisateur',
      done: 'Utilisateur suspendu.',
    },
    restore: {
      title: 'Rétablir l’accès',
      explain: 'L’utilisateur peut de nouveau se connecter.',
      button: 'Rétablir l’accès',
      done: 'Accès rétabli.',
    },
    makeAdmin: {
      title: 'Nommer administrateur',
      explain: 'Un administrateur peut tout faire, y compris tout dans cette console.',
      button: 'Nommer administrateur',
      done: 'Cet utilisateur est maintenant administrateur.',
    },
    makeUser: {
      title: 'Retirer le rôle d’administrateur',
      explain: 'L’utilisateur garde son compte et perd les droits d’administrateur.',
      button: 'Retirer le rôle d’administrateur',
      done: 'Rôle d’administrateur retiré.',
    },
    delete: {
      title: 'Supprimer l’utilisateur',
      explain:
        'Supprime définitivement l’utilisateur et toutes les données le concernant. Cette action est irréversible.',
      button: 'Supprimer l’utilisateur',
      done: 'Utilisateur supprimé.',
    },
  },
}
