import type { SecondFactorTexts } from './texts.ts'

const faults = { other: 'Saisissez le code.' }
const fields = {
  code: {
    label: 'Code de votre application d’authentification',
    hint: 'Les chiffres que l’application affiche maintenant, ou l’un de vos codes de secours.',
    faults,
  },
  appCode: {
    label: 'Code de votre application d’authentification',
    hint: 'Les chiffres que l’application affiche maintenant.',
    faults,
  },
  recoveryCode: { label: 'Code de secours', hint: 'L’un des codes que vous avez conservés.', faults },
}

export const frenchSecondFactor: SecondFactorTexts = {
  code: {
    title: 'Saisissez votre code',
    paragraphs: ['Votre compte a un second facteur.'],
    button: 'Se connecter',
    ...fields,
  },
  wrong: 'Ce code est erroné ou a déjà servi. Attendez le suivant.',
  remember: 'Ne plus demander de code sur cet appareil pendant 30 jours',
  app: {
    title: 'Ajouter une application d’authentification',
    paragraphs: [
      'Un second facteur est demandé ici. Scannez l’image ci-dessous avec une application d’authentification, par exemple celle de votre gestionnaire de mots de passe. Saisissez ensuite le code qu’elle affiche.',
    ],
    key: 'Si cela ne va pas, saisissez cette clé dans l’application :',
  },
  addApp: {
    title: 'Ajouter une application d’authentification',
    paragraphs: [
      'Une application sur votre téléphone ou dans votre gestionnaire de mots de passe affiche un nouveau code toutes les 30 secondes. Vous vous connectez ensuite avec votre mot de passe et un tel code : un mot de passe volé ne suffit plus.',
      'Préparez l’application : la page suivante montre une image à scanner.',
    ],
    button: 'Afficher l’image',
  },
  replaceApp: {
    title: 'Remplacer votre application d’authentification',
    paragraphs: [
      'La page suivante montre une image à scanner avec la nouvelle application. L’application actuelle reste valable jusqu’à ce que vous saisissiez un code de la nouvelle. Tous les autres appareils sont alors déconnectés.',
    ],
    button: 'Afficher l’image',
  },
  scanApp: {
    title: 'Scannez l’image',
    paragraphs: [
      'Scannez-la avec votre application d’authentification. Saisissez ensuite le code qu’elle affiche.',
    ],
    button: 'Confirmer',
  },
  confirmApp: {
    title: 'Confirmez votre application d’authentification',
    paragraphs: ['Saisissez le code que la nouvelle application affiche maintenant.'],
    button: 'Confirmer',
    again: 'Afficher une nouvelle image',
  },
  removeApp: {
    title: 'Supprimer votre application d’authentification ?',
    paragraphs: ['Voici ce que fait le bouton :'],
    points: [
      'Aucun code de l’application n’est plus demandé à la connexion.',
      'Tous les autres appareils sont déconnectés.',
      'Vos codes de secours ne sont plus valables, sauf si vous avez une clé d’accès.',
    ],
    button: 'Supprimer l’application',
  },
  makeCodes: {
    title: 'Créer de nouveaux codes de secours',
    paragraphs: [
      'Avec un code de secours, vous entrez si votre téléphone ou votre clé d’accès est perdu. Il y en a dix, chacun valable une fois.',
      'Les codes que vous aviez avant ne seront plus valables.',
    ],
    button: 'Créer de nouveaux codes',
  },
  recoveryCodes: {
    title: 'Conservez vos codes de secours',
    paragraphs: [
      'Avec l’un de ces codes, vous entrez si votre téléphone ou votre clé d’accès est perdu, une fois avec chacun. Ils ne seront plus affichés : téléchargez-les, imprimez cette page ou notez-les.',
    ],
    button: 'Je les ai conservés',
    typed: {
      label: 'Un de vos codes',
      hint: 'Saisissez-en un depuis l’endroit où vous les avez conservés.',
      faults: { other: 'Ce n’est aucun des codes ci-dessus.' },
    },
    file: 'Télécharger en fichier texte',
    fileTitle: (username) => `Codes de secours de ${username}. Chacun est valable une fois.`,
  },
  prove: {
    title: 'Est-ce bien vous ?',
    paragraphs: ['Cette action demande une preuve récente. Ensuite, la page continue.'],
    passed: {
      idle: (time) =>
        `La console n’a pas été utilisée pendant ${time}. Confirmez que c’est vous, ensuite elle continue.`,
      lifetime: (time) =>
        `Votre dernière connexion ou confirmation remonte à ${time}. Confirmez de nouveau que c’est vous, ensuite la console continue.`,
    },
    button: 'Continuer',
    ...fields,
  },
}
