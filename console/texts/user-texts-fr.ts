import type { Texts } from './texts.ts'

export const userFrench: Pick<Texts, 'userPage' | 'actions'> = {
  userPage: {
    state: 'Ce qui se passe',
    fine: 'Rien n’empêche cet utilisateur de se connecter.',
    suspended: 'Suspendu : aucune connexion n’est possible.',
    locked: 'Bloqué après de faux mots de passe ou codes, au moins depuis certains réseaux, jusqu’au',
    unconfirmed: 'L’adresse n’est pas encore confirmée.',
    noPassword: 'Il n’y a pas de mot de passe.',
    temporary: 'Le mot de passe est provisoire, à changer à la prochaine connexion.',
    signedIn: 'Vu pour la dernière fois',
    signedOut: 'Connecté nulle part.',
    unknownDevice: 'Appareil inconnu',
    username: 'Nom d’utilisateur',
    address: 'Adresse',
    id: 'Identifiant',
    sessions: 'Connecté sur',
    noSessions: 'Il n’y a aucune session.',
    device: 'Appareil',
    lastUsed: 'Dernier usage',
    begun: 'Depuis',
    factors: 'Seconds facteurs et autres moyens d’entrer',
    noFactors: 'Aucun : le mot de passe est le seul moyen d’entrer.',
    app: 'Application d’authentification',
    added: 'ajoutée',
    codes: (left) => `Codes de secours, il en reste ${left}`,
    passkey: 'Clé d’accès',
    help: 'Aider cet utilisateur',
    cancel: 'Annuler',
    reason: 'Motif, pour qui le consultera plus tard',
    typeName: 'Saisissez le nom d’utilisateur pour confirmer',
    typedWrong: 'Ce n’est pas le nom d’utilisateur : rien n’a été supprimé.',
    lastAdmin: 'C’est le dernier administrateur, sans qui personne ne pourrait entrer.',
    notOneself: 'Vous ne pouvez pas le faire à vous-même.',
    isSuspended: 'L’utilisateur est suspendu. Levez d’abord la suspension.',
    stale: (now) =>
      `Quelqu’un a modifié cet utilisateur entre-temps. C’est maintenant : ${now}. Vous n’avez rien modifié.`,
  },
  actions: {
    endSessions: {
      title: 'Terminer toutes les sessions',
      explain: 'L’utilisateur est déconnecté partout aussitôt, et peut se reconnecter.',
      button: 'Terminer toutes les sessions',
      done: 'Toutes les sessions sont terminées.',
    },
    sendReset: {
      title: 'Envoyer un lien de mot de passe',
      explain:
        'Un courriel est envoyé avec un lien pour choisir un autre mot de passe. D’ici là, rien ne change.',
      button: 'Envoyer le courriel',
      done: 'Le courriel est en route.',
    },
    showReset: {
      title: 'Afficher un lien de mot de passe',
      explain:
        'Le lien vous est affiché une seule fois, pour un utilisateur qu’aucun courriel n’atteint : transmettez-le sans que personne d’autre le lise. Il est valable une fois, pendant une heure. L’utilisateur apprend que vous l’avez fait afficher. Les seconds facteurs restent.',
      button: 'Afficher le lien',
      done: '',
    },
    temporaryPassword: {
      title: 'Afficher un mot de passe provisoire',
      explain:
        'Un mot de passe est créé et vous est affiché une seule fois ; il est valable 24 heures. L’utilisateur doit le changer à la prochaine connexion, et toutes les sessions prennent fin. L’utilisateur en est averti.',
      button: 'Créer le mot de passe',
      done: '',
    },
    invite: {
      title: 'Renvoyer l’invitation',
      explain:
        'Un courriel est envoyé avec un lien pour choisir un premier mot de passe. Le lien du courriel précédent ne vaut alors plus.',
      button: 'Envoyer l’invitation',
      done: 'L’invitation est en route.',
    },
    unlock: {
      title: 'Débloquer',
      explain:
        'Les faux mots de passe et codes sont oubliés, et la prochaine connexion est vérifiée aussitôt.',
      button: 'Débloquer',
      done: 'L’utilisateur est débloqué.',
    },
    confirmAddress: {
      title: 'Confirmer l’adresse',
      explain: 'Seulement si l’utilisateur a prouvé autrement que l’adresse est la sienne.',
      button: 'Confirmer l’adresse',
      done: 'L’adresse est confirmée.',
    },
    resetFactors: {
      title: 'Réinitialiser les seconds facteurs',
      explain:
        'Tous les seconds facteurs sont retirés, et toutes les sessions prennent fin. Vérifiez d’abord qui demande.',
      button: 'Retirer tous les seconds facteurs',
      done: 'Les seconds facteurs sont retirés.',
    },
    suspend: {
      title: 'Suspendre',
      explain:
        'Toutes les sessions prennent fin, et aucune connexion n’est possible tant que la suspension dure.',
      button: 'Suspendre l’utilisateur',
      done: 'L’utilisateur est suspendu.',
    },
    restore: {
      title: 'Lever la suspension',
      explain: 'L’utilisateur peut se reconnecter.',
      button: 'Lever la suspension',
      done: 'La suspension est levée.',
    },
    makeAdmin: {
      title: 'Nommer administrateur',
      explain: 'Un administrateur peut tout faire, ici aussi.',
      button: 'Nommer administrateur',
      done: 'L’utilisateur est maintenant administrateur.',
    },
    makeUser: {
      title: 'Retirer le rôle d’administrateur',
      explain: 'L’utilisateur garde son compte, sans les droits d’un administrateur.',
      button: 'Retirer le rôle',
      done: 'L’utilisateur n’est plus administrateur.',
    },
    delete: {
      title: 'Supprimer',
      explain: 'L’utilisateur et tout ce qui est gardé sur lui disparaissent pour toujours.',
      button: 'Supprimer pour toujours',
      done: 'L’utilisateur est supprimé.',
    },
  },
}
