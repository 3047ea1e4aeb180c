import type { Texts } from '../texts.ts'

export const editUserFrench: Pick<Texts, 'editUser' | 'keepTyped'> = {
  editUser: {
    title: 'Modifier l’utilisateur',
    button: 'Enregistrer',
    done: 'Utilisateur enregistré.',
    usernameHint: 'L’utilisateur se connecte avec ce nom.',
    emailHint: 'Une nouvelle adresse e-mail prend effet immédiatement, et n’est pas confirmée.',
    metadata: 'Métadonnées (JSON)',
    metadataHint:
      'Les données que les applications enregistrent avec l’utilisateur : un objet JSON tel que {"plan": "free"}.',
    badMetadata:
      'Les métadonnées ne sont pas un objet JSON. Rien n’a été enregistré. Corrigez-les et enregistrez de nouveau.',
    stale: 'Un autre administrateur a modifié cet utilisateur entre-temps. Rien n’a été enregistré.',
    staleHint:
      'Le formulaire garde votre saisie et affiche partout ailleurs la valeur actuelle. Vérifiez-le et enregistrez de nouveau.',
    field: 'Champ',
    before: 'À l’ouverture du formulaire',
    now: 'Maintenant',
    typed: 'Votre modification',
    empty: 'vide',
    nothing: 'Vous n’avez rien modifié : rien n’a été enregistré.',
  },
  keepTyped: {
    title: 'Votre saisie est toujours là',
    signIn: 'Vous êtes déconnecté : rien n’a été enregistré.',
    prove: 'Cette action exige une connexion récente : rien n’a été enregistré.',
    steps:
      'Continuez dans un autre onglet, puis revenez ici et envoyez de nouveau le formulaire. Gardez cet onglet ouvert.',
    openSignIn: 'Se connecter dans un autre onglet',
    openProve: 'Confirmer votre identité dans un autre onglet',
    send: 'Envoyer de nouveau',
    unsent: {
      typed:
        'Vous avez d’abord dû confirmer votre identité. Vos modifications ne sont pas encore enregistrées. Vérifiez-les et envoyez le formulaire.',
      file: 'Vous avez d’abord dû confirmer votre identité. Rien n’a été importé. Choisissez de nouveau le fichier.',
      lost: 'Vous avez d’abord dû confirmer votre identité. Rien n’a été enregistré, et votre saisie n’a pas pu être conservée. Saisissez-la de nouveau.',
    },
    ready: 'Vous pouvez continuer',
    readyHint: 'Fermez cet onglet et envoyez de nouveau le formulaire dans l’onglet précédent.',
  },
}
