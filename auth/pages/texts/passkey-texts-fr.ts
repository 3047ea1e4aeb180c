import type { PasskeyTexts, WaysInTexts } from './texts.ts'

const name = {
  label: 'Nom de la clé d’accès',
  hint: 'Pour la reconnaître dans la liste.',
  faults: { too_long: 'Ce nom est trop long : 100 caractères au maximum.', other: 'Saisissez un nom.' },
}

export const frenchPasskey: PasskeyTexts = {
  or: 'ou',
  signIn: 'Se connecter avec une clé d’accès',
  step: 'Utiliser une clé d’accès',
  prove: 'Utiliser plutôt une clé d’accès',
  needsScript: 'Une clé d’accès a besoin de JavaScript, qui est désactivé dans ce navigateur.',
  unsupported: 'Ce navigateur ne connaît pas les clés d’accès.',
  cancelled: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou continuez sans elle.',
  known: 'Cet appareil a déjà une clé d’accès de votre compte.',
  failed: 'Cela n’a pas fonctionné. Réessayez, ou continuez sans clé d’accès.',
  refused: 'Cette clé d’accès ne fonctionne pas ici. Réessayez, ou choisissez un autre moyen.',
  stepText: 'Votre compte a un second facteur. Utilisez votre clé d’accès, ou saisissez un code.',
  add: {
    title: 'Ajouter une clé d’accès',
    paragraphs: [
      'Avec une clé d’accès, vous vous connectez avec votre doigt, votre visage ou le code de votre appareil, sans mot de passe. Elle ne fonctionne que sur ce site : personne ne peut vous la soutirer.',
    ],
    button: 'Ajouter une clé d’accès',
    name,
  },
  taken: 'Cette clé d’accès a déjà été ajoutée.',
  tooMany: 'Vous avez le nombre maximal de clés d’accès. Supprimez-en d’abord une.',
  rename: { title: 'Renommer la clé d’accès', paragraphs: [], button: 'Enregistrer' },
  remove: (called) => ({
    title: 'Supprimer la clé d’accès ?',
    paragraphs: [`Vous ne pourrez plus vous connecter avec ${called}. Voici ce que fait le bouton :`],
    points: [
      'La clé d’accès n’est plus valable, sur aucun appareil.',
      'Tous les autres appareils sont déconnectés.',
      'Vos codes de secours ne sont plus valables, sauf si vous avez une autre clé d’accès ou une application d’authentification.',
    ],
    button: 'Supprimer la clé d’accès',
    after: ['Votre appareil la proposera peut-être encore. Vous pouvez l’y supprimer aussi.'],
  }),
  lastWayIn: 'Cette clé d’accès est votre seul moyen d’entrer. Choisissez d’abord un mot de passe.',
}

export const frenchWaysIn: WaysInTexts = {
  title: 'Comment vous vous connectez',
  app: 'Application d’authentification',
  noApp: 'Non configurée',
  isOn: 'Active',
  isRefused: 'Bloquée',
  addApp: 'Ajouter',
  replaceApp: 'Remplacer',
  removeApp: 'Supprimer',
  codes: 'Codes de secours',
  codesLeft: (left) => (left === 1 ? 'il en reste un' : `il en reste ${left}`),
  makeCodes: 'En créer de nouveaux',
  passkeys: 'Clés d’accès',
  passkeysText: 'Connectez-vous avec votre doigt, votre visage ou le code de votre appareil.',
  addPasskey: 'Ajouter une clé d’accès',
  renamePasskey: 'Renommer',
  removePasskey: 'Supprimer',
  added: (at) => `Ajoutée le ${at}`,
  lastUsedOn: (day) => `Dernière utilisation le ${day}`,
  refusedPasskey:
    'Elle est refusée, car il en existe peut-être une copie. Supprimez-la et ajoutez-en une autre.',
  devices: 'Appareils sans code',
  devicesText: 'Sur ces appareils, votre mot de passe suffit pour vous connecter.',
  remembered: (at, until) => `Depuis le ${at}, jusqu’au ${until}`,
  forgetDevice: 'Redemander',
  forgetDevices: 'Redemander sur tous les appareils',
}
