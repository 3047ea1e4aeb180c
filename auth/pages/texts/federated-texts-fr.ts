import type { FederatedTexts } from './texts.ts'

export const frenchFederated: FederatedTexts = {
  title: 'Comptes avec lesquels vous vous connectez',
  about: 'Avec eux, vous pouvez vous connecter ici sans mot de passe.',
  continueWith: (title) => `Continuer avec ${title}`,
  linkAnother: (title) => `Associer ${title}`,
  unlink: 'Dissocier',
  signInToLink: (title) =>
    `Aucun compte d’ici n’est encore associé à ce compte ${title}. Connectez-vous comme d’habitude, et vous pourrez l’associer.`,
  link: ({ title, account, username }) => ({
    title: `Associer votre compte ${title} ?`,
    paragraphs: [`Ensuite, ${account} vous connectera à votre compte ${username}.`],
    button: 'Associer le compte',
    after: ['Si vous n’avez pas demandé cela, revenez en arrière : rien n’a été modifié.'],
  }),
  notLinked: 'Le compte n’a pas été associé',
  taken: 'Ce compte est déjà associé. Il ne peut se connecter qu’à un seul compte ici.',
  tooMany: 'Vous avez associé autant de comptes que possible. Dissociez-en un d’abord.',
  unconfirmed:
    'Confirmez d’abord votre adresse e-mail : avec le lien du message que vous avez reçu, ou demandez-en un autre.',
  remove: (title) => ({
    title: `Dissocier votre compte ${title} ?`,
    paragraphs: ['Le bouton fait ceci :'],
    points: [
      `Vous ne pourrez plus vous connecter avec ${title}.`,
      'Tous les autres appareils sont déconnectés.',
    ],
    button: 'Dissocier le compte',
  }),
  lastWayIn: 'C’est votre seul accès. Définissez d’abord un mot de passe ou ajoutez une clé d’accès.',
  failed: (title) => ({
    title: `${title} est injoignable pour le moment`,
    paragraphs: [
      `${title} n’a pas répondu comme il le devrait. Ce n’est pas votre faute, et rien n’a été modifié ici.`,
    ],
  }),
  refused: (title) => ({
    title: `Vous n’avez pas été connecté avec ${title}`,
    paragraphs: [`${title} n’a pas confirmé que c’est vous. Rien n’a été modifié ici.`],
  }),
  tooLate: {
    title: 'Cette connexion est terminée',
    paragraphs: [
      'Elle a pris trop de temps, a déjà servi ou a commencé dans un autre navigateur. Veuillez recommencer.',
    ],
  },
  otherWay: 'Se connecter autrement',
  noPassword: 'Votre compte n’a pas de mot de passe. Prouvez ainsi que c’est vous :',
  setPassword: 'Définir un mot de passe',
}
