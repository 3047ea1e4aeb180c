import type { Texts } from '../texts.ts'

export const editUserFrench: Pick<Texts, 'editUser' | 'keepTyped'> = {
  editUser: {
    title: 'Modifier',
    button: 'Enregistrer',
    done: 'L’utilisateur est modifié.',
    usernameHint: 'L’utilisateur se connecte avec.',
    emailHint: 'Une autre adresse compte aussitôt, et n’est pas confirmée.',
    metadata: 'Métadonnées (JSON)',
    metadataHint: 'Ce que des applications gardent avec l’utilisateur : un objet, comme {"plan": "free"}.',
    badMetadata: 'Les métadonnées ne sont pas un objet JSON : rien n’a été modifié.',
    stale: 'Quelqu’un a modifié cet utilisateur entre-temps : vous n’avez rien modifié.',
    staleHint:
      'Le formulaire contient ce que vous avez saisi et, sinon, ce qui vaut maintenant. Regardez-le, et enregistrez de nouveau.',
    field: 'Quoi',
    before: 'Quand vous avez commencé',
    now: 'Maintenant',
    typed: 'Votre saisie',
    empty: 'vide',
    nothing: 'Rien d’autre n’a été saisi : rien n’a été modifié.',
  },
  keepTyped: {
    title: 'Votre saisie est encore là',
    signIn: 'Vous n’êtes plus connecté : rien n’a encore été fait.',
    prove: 'Ce que vous voulez faire demande de prouver de nouveau qui vous êtes : rien n’a encore été fait.',
    steps:
      'Ouvrez la page pour cela dans un autre onglet, puis revenez ici et envoyez le formulaire de nouveau. Gardez cet onglet ouvert.',
    openSignIn: 'Se connecter, dans un autre onglet',
    openProve: 'Prouver qui vous êtes, dans un autre onglet',
    send: 'Envoyer de nouveau',
    unsent: {
      typed:
        'Il fallait d’abord confirmer qui vous êtes. Vos modifications n’ont pas encore été enregistrées. Vérifiez-les, puis envoyez le formulaire.',
      file: 'Il fallait d’abord confirmer qui vous êtes. Rien n’a été importé. Choisissez de nouveau le fichier.',
      lost: 'Il fallait d’abord confirmer qui vous êtes. Rien n’a été enregistré, et votre saisie n’a pas pu être conservée. Saisissez-la de nouveau.',
    },
    ready: 'Vous pouvez continuer',
    readyHint: 'Fermez cet onglet, et envoyez le formulaire de nouveau dans l’onglet où vous étiez.',
  },
}
