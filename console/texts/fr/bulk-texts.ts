import type { Texts } from '../texts.ts'

export const bulkFrench: Pick<Texts, 'bulk'> = {
  bulk: {
    title: 'Utilisateurs sélectionnés',
    choose: 'Utilisateurs sélectionnés :',
    go: 'Continuer',
    tickAll: 'Sélectionner toute la page',
    tickNobody: 'Effacer la sélection',
    tick: (name) => `Sélectionner ${name}`,
    nobody: 'Aucun utilisateur sélectionné. Sélectionnez d’abord des utilisateurs dans la liste.',
    noAction: 'Aucune action choisie. Choisissez une action pour les utilisateurs sélectionnés.',
    actions: {
      end_sessions: 'Terminer toutes les sessions',
      send_password_reset: 'Envoyer des réinitialisations',
      invite: 'Renvoyer les invitations',
      confirm_email: 'Confirmer les adresses e-mail',
      suspend: 'Suspendre les utilisateurs',
      restore: 'Rétablir l’accès',
      make_admin: 'Nommer administrateurs',
      make_user: 'Retirer le rôle d’administrateur',
      delete: 'Supprimer les utilisateurs',
    },
    each: 'Pour chaque utilisateur :',
    typeNumber: 'Pour confirmer, saisissez le nombre d’utilisateurs à supprimer',
    wrongNumber:
      'Le nombre saisi ne correspond pas au nombre d’utilisateurs sélectionnés. Aucun utilisateur n’a été supprimé.',
    result: 'Résultat',
    sum: (done, all) => `Effectué : ${done} sur ${all}`,
    answer: 'Résultat',
    done: 'Effectué',
    notDone: 'Non effectué',
    back: 'Retour aux utilisateurs',
    failures: {
      user_not_found: 'Cet utilisateur n’existe plus.',
      forbidden: 'Impossible sur votre propre compte, ou sur un utilisateur qui a plus de droits que vous.',
      last_admin: 'C’est le dernier administrateur. Nommez d’abord un autre administrateur.',
      user_suspended: 'Cet utilisateur est suspendu. Rétablissez d’abord son accès.',
      user_has_password: 'Cet utilisateur a déjà un mot de passe.',
      reauthentication_required:
        'Cette action exige une connexion récente. Faites-le sur la page de l’utilisateur.',
    },
  },
}
