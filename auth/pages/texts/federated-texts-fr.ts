import type { FederatedTexts } from './texts.ts'

export const frenchFederated: FederatedTexts = {
  title: 'Comptes associés',
  about: 'Connectez-vous avec un compte que vous avez déjà ailleurs.',
  continueWith: (title) => `Continuer avec ${title}`,
  linkAnother: (title) => `Associer ${title}`,
  unlink: 'Dissocier',
  signInToLink: (title) =>
    `Ce compte ${title} n’est pas encore associé. Connectez-vous autrement pour l’associer.`,
  link: ({ title, account, username }) => ({
    title: `Associer votre compte ${title} ?`,
    paragraphs: [`Vous pourrez vous connecter à ${username} avec ${account}.`],
    button: 'Associer le compte',
    after: ['Vous n’avez rien demandé ? Revenez en arrière. Rien n’a été modifié.'],
  }),
  notLinked: 'Le compte n’a pas été associé',
  taken: 'Ce compte est déjà associé. Il ne peut l’être qu’à un seul compte ici.',
  tooMany: 'Vous avez atteint le nombre maximal de comptes associés. Dissociez-en un d’abord.',
  unconfirmed:
    'Confirmez d’abord votre adresse e-mail. Utilisez le lien de l’e-mail que nous vous avons envoyé, ou demandez-en un autre.',
  remove: (title) => ({
    title: `Dissocier votre compte ${title} ?`,
    paragraphs: ['Voici ce qui va se passer :'],
    points: [
      `Vous ne pourrez plus vous connecter avec ${title}.`,
      'Tous les autres appareils sont déconnectés.',
    ],
    button: 'Dissocier le compte',
  }),
  lastWayIn:
    'C’est votre seul moyen de connexion. Définissez d’abord un mot de passe ou ajoutez une clé d’accès.',
  failed: (title) => ({
    title: `${title} est injoignable pour le moment`,
    paragraphs: [`${title} a renvoyé une erreur. Réessayez plus tard. Rien n’a été modifié ici.`],
  }),
  refused: (title) => ({
    title: `Vous n’avez pas été connecté avec ${title}`,
    paragraphs: [`${title} n’a pas confirmé votre connexion. Rien n’a été modifié ici.`],
  }),
  tooLate: {
    title: 'Cette connexion a expiré',
    paragraphs: [
      'Elle a pris trop de temps, est déjà terminée ou a commencé dans un autre navigateur. Recommencez.',
    ],
  },
  otherWay: 'Se connecter autrement',
  noPassword: 'Votre compte n’a pas de mot de passe. Confirmez votre identité par l’un de ces moyens :',
  setPassword: 'Définir un mot de passe',
}
