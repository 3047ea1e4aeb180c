import type { SecondFactorTexts } from './texts.ts'

const faults = { other: 'Saisissez le code.' }
const fields = {
  code: {
    label: 'Code',
    hint: 'Celui de votre application d’authentification, ou l’un de vos codes de secours.',
    faults,
  },
  appCode: {
    label: 'Code',
    hint: 'Les chiffres que votre application d’authentification affiche.',
    faults,
  },
  recoveryCode: { label: 'Code de secours', hint: 'L’un des codes que vous avez enregistrés.', faults },
}

export const frenchSecondFactor: SecondFactorTexts = {
  code: {
    title: 'Saisissez votre code',
    paragraphs: ['Votre compte est protégé par un second facteur.'],
    button: 'Se connecter',
    ...fields,
  },
  wrong: 'Ce code est incorrect ou a déjà été utilisé. Attendez le suivant.',
  remember: 'Faire confiance à cet appareil pendant 30 jours',
  app: {
    title: 'Ajouter une application d’authentification',
    paragraphs: [
      'Un second facteur est exigé ici. Scannez le QR code avec une application d’authentification, par exemple votre gestionnaire de mots de passe, puis saisissez le code affiché.',
    ],
    key: 'Impossible de le scanner ? Saisissez cette clé dans l’application :',
  },
  addApp: {
    title: 'Ajouter une application d’authentification',
    paragraphs: [
      'Une application sur votre téléphone ou dans votre gestionnaire de mots de passe affiche un nouveau code toutes les 30 secondes. Vous vous connectez avec votre mot de passe et ce code : un mot de passe volé ne suffit plus.',
      'Préparez l’application. La page suivante affiche un QR code à scanner.',
    ],
    button: 'Continuer',
  },
  replaceApp: {
    title: 'Remplacer votre application d’authentification',
    paragraphs: [
      'La page suivante affiche un QR code à scanner avec la nouvelle application. L’application actuelle reste valable jusqu’à ce que vous saisissiez un code de la nouvelle. Tous les autres appareils sont alors déconnectés.',
    ],
    button: 'Continuer',
  },
  scanApp: {
    title: 'Scannez le QR code',
    paragraphs: ['Scannez-le avec votre application d’authentification, puis saisissez le code affiché.'],
    button: 'Confirmer',
  },
  confirmApp: {
    title: 'Confirmez votre application d’authentification',
    paragraphs: ['Saisissez le code que votre nouvelle application affiche.'],
    button: 'Confirmer',
    again: 'Afficher un nouveau QR code',
  },
  removeApp: {
    title: 'Supprimer votre application d’authentification ?',
    paragraphs: ['Voici ce qui va se passer :'],
    points: [
      'Vous vous connectez sans code de l’application.',
      'Tous les autres appareils sont déconnectés.',
      'Vos codes de secours ne sont plus valables, sauf si vous avez une clé d’accès.',
    ],
    button: 'Supprimer l’application',
  },
  makeCodes: {
    title: 'Créer de nouveaux codes de secours',
    paragraphs: [
      'Les codes de secours vous permettent de vous connecter si vous perdez votre téléphone ou votre clé d’accès. Vous en recevez dix, chacun valable une fois.',
      'Vos codes précédents ne seront plus valables.',
    ],
    button: 'Créer des codes de secours',
  },
  recoveryCodes: {
    title: 'Enregistrez vos codes de secours',
    paragraphs: [
      'Chaque code vous permet de vous connecter une fois si vous perdez votre téléphone ou votre clé d’accès. Ils ne seront plus affichés : téléchargez-les, imprimez cette page ou notez-les.',
    ],
    button: 'J’ai enregistré mes codes',
    typed: {
      label: 'Un de vos codes',
      hint: 'Saisissez-en un pour confirmer que vous les avez enregistrés.',
      faults: { other: 'Ce n’est aucun des codes ci-dessus.' },
    },
    file: 'Télécharger les codes',
    fileTitle: (username) => `Codes de secours de ${username}. Chacun est valable une fois.`,
  },
  prove: {
    title: 'Confirmez votre identité',
    paragraphs: ['Pour votre sécurité, confirmez votre identité avant de continuer.'],
    passed: {
      idle: (time) =>
        `La console est restée inactive pendant ${time}. Confirmez votre identité pour continuer.`,
      lifetime: (time) =>
        `Votre dernière confirmation remonte à ${time}. Confirmez de nouveau votre identité pour continuer.`,
    },
    button: 'Continuer',
    ...fields,
  },
}
