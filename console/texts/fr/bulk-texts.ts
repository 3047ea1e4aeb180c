import type { Texts } from '../texts.ts'

export const bulkFrench: Pick<Texts, 'bulk'> = {
  bulk: {
    title: 'Plusieurs utilisateurs',
    choose: 'Avec les utilisateurs cochés',
    go: 'Continuer',
    tickAll: 'Cocher toute la page',
    tickNobody: 'Ne cocher personne',
    tick: (name) => `Cocher ${name}`,
    nobody: 'Personne n’est coché. Cochez d’abord les utilisateurs dans la liste.',
    noAction: 'Choisissez ce qu’il faut faire des utilisateurs cochés.',
    counted: (count) => (count === '1' ? '1 utilisateur' : `${count} utilisateurs`),
    each: 'Pour chacun :',
    typeNumber:
      'Combien d’utilisateurs sont-ce ? Saisissez le nombre, et ils seront supprimés pour toujours.',
    wrongNumber: 'Ce n’est pas leur nombre : personne n’a été supprimé.',
    result: 'Résultat',
    sum: (done, all) => `Fait : ${done} sur ${all}`,
    answer: 'Réponse',
    done: 'fait',
    notDone: 'pas fait',
    back: 'Retour aux utilisateurs',
    failures: {
      user_not_found: 'Cet utilisateur n’existe plus.',
      forbidden: 'Impossible pour vous-même, ou pour quelqu’un qui a plus de droits.',
      last_admin: 'C’est le dernier administrateur, sans qui personne ne pourrait entrer.',
      user_suspended: 'L’utilisateur est suspendu.',
      user_has_password: 'L’utilisateur a déjà un mot de passe.',
      reauthentication_required:
        'Il faut de nouveau votre mot de passe : faites-le sur la page de l’utilisateur.',
    },
  },
}
