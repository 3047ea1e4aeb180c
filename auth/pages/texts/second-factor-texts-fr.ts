import type { SecondFactorTexts } from './texts.ts'

export const frenchSecondFactor: SecondFactorTexts = {
  code: {
    title: 'Saisissez votre code',
    paragraphs: ['Votre compte a un second facteur.'],
    button: 'Se connecter',
    code: {
      label: 'Code de votre application d’authentification',
      hint: 'Les six chiffres que l’application affiche maintenant, ou l’un de vos codes de secours.',
      faults: { other: 'Saisissez le code.' },
    },
  },
  wrong: 'Ce code est erroné ou a déjà servi. Attendez le suivant.',
  app: {
    title: 'Ajouter une application d’authentification',
    paragraphs: [
      'Un second facteur est demandé ici. Scannez l’image ci-dessous avec une application d’authentification, par exemple celle de votre gestionnaire de mots de passe. Saisissez ensuite le code qu’elle affiche.',
    ],
    key: 'Si cela ne va pas, saisissez cette clé dans l’application :',
  },
  recoveryCodes: {
    title: 'Conservez vos codes de secours',
    paragraphs: [
      'Vous êtes connecté. Avec l’un de ces codes vous entrez si l’application est perdue, une fois avec chacun. Notez-les ou imprimez-les : ils ne seront plus affichés.',
    ],
    goOn: 'Je les ai conservés : continuer',
  },
}
