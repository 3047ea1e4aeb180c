import type { PasskeyTexts, WaysInTexts } from './texts.ts'

const name = {
  label: 'Nom de la clé d’accès',
  hint: 'Pour la reconnaître dans votre liste.',
  faults: { too_long: 'Le nom ne doit pas dépasser 100 caractères.', other: 'Saisissez un nom.' },
}

export const frenchPasskey: PasskeyTexts = {
  or: 'ou',
  signIn: 'Se connecter avec une clé d’accès',
  step: 'Utiliser une clé d’accès',
  prove: 'Utiliser plutôt une clé d’accès',
  needsScript: 'Les clés d’accès nécessitent JavaScript, qui est désactivé dans ce navigateur.',
  unsupported: 'Ce navigateur ne prend pas en charge les clés d’accès.',
  cancelled: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou continuez sans clé d’accès.',
  known: 'Cet appareil a déjà une clé d’accès pour votre compte.',
  failed: 'Une erreur s’est produite. Réessayez, ou continuez sans clé d’accès.',
  refused: 'Cette clé d’accès n’a pas été acceptée. Réessayez, ou utilisez un autre moyen de connexion.',
  stepText: 'Confirmez votre identité avec votre clé d’accès, ou saisissez un code.',
  add: {
    title: 'Ajouter une clé d’accès',
    paragraphs: [
      'Connectez-vous avec votre empreinte, votre visage ou le code de votre appareil plutôt qu’avec un mot de passe. Une clé d’accès ne fonctionne que sur ce site, ce qui vous protège de l’hameçonnage.',
    ],
    button: 'Ajouter une clé d’accès',
    name,
  },
  taken: 'Cette clé d’accès a déjà été ajoutée.',
  tooMany: 'Vous avez atteint le nombre maximal de clés d’accès. Supprimez-en une d’abord.',
  rename: { title: 'Renommer la clé d’accès', paragraphs: [], button: 'Enregistrer' },
  remove: (called) => ({
    title: 'Supprimer la clé d’accès ?',
    paragraphs: [`Vous ne pourrez plus vous connecter avec ${called}. Voici ce qui va se passer :`],
    points: [
      'La clé d’accès n’est plus valable, sur aucun appareil.',
      'Tous les autres appareils sont déconnectés.',
      'Vos codes de secours ne sont plus valables, sauf si vous avez une autre clé d’accès ou une application d’authentification.',
    ],
    button: 'Supprimer la clé d’accès',
    after: ['Votre appareil la proposera peut-être encore. Vous pouvez aussi l’y supprimer.'],
  }),
  lastWayIn: 'Cette clé d’accès est votre seul moyen de connexion. Définissez d’abord un mot de passe.',
}

export const frenchWaysIn: WaysInTexts = {
  title: 'Moyens de connexion',
  app: 'Application d’authentification',
  noApp: 'Non configurée',
  isOn: 'Active',
  isRefused: 'Bloquée',
  addApp: 'Ajouter',
  replaceApp: 'Remplacer',
  removeApp: 'Supprimer',
  codes: 'Codes de secours',
  codesLeft: (left) => (left === 1 ? '1 restant' : `${left} restants`),
  makeCodes: 'Nouveaux codes',
  passkeys: 'Clés d’accès',
  passkeysText: 'Connectez-vous avec votre empreinte, votre visage ou le code de votre appareil.',
  addPasskey: 'Ajouter une clé d’accès',
  renamePasskey: 'Renommer',
  removePasskey: 'Supprimer',
  added: (at) => `Ajoutée le ${at}`,
  lastUsedOn: (day) => `Dernière utilisation le ${day}`,
  refusedPasskey: 'Bloquée, car elle a peut-être été copiée. Supprimez-la et ajoutez-en une autre.',
  devices: 'Appareils approuvés',
  devicesText: 'Sur ces appareils, vous vous connectez sans second facteur.',
  remembered: (at, until) => `Depuis le ${at}, jusqu’au ${until}`,
  forgetDevice: 'Ne plus approuver',
  forgetDevices: 'Supprimer tous les appareils approuvés',
}
