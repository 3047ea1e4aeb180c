import type { PasskeyTexts, WaysInTexts } from './texts.ts'

const name = {
  label: 'Name des Passkeys',
  hint: 'Damit Sie ihn in der Liste wiedererkennen.',
  faults: {
    too_long: 'Dieser Name ist zu lang: Höchstens 100 Zeichen sind möglich.',
    other: 'Geben Sie einen Namen ein.',
  },
}

export const germanPasskey: PasskeyTexts = {
  or: 'oder',
  signIn: 'Mit einem Passkey anmelden',
  step: 'Passkey verwenden',
  prove: 'Stattdessen einen Passkey verwenden',
  needsScript: 'Ein Passkey braucht JavaScript, das in diesem Browser abgeschaltet ist.',
  unsupported: 'Dieser Browser kennt keine Passkeys.',
  cancelled: 'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder machen Sie ohne weiter.',
  known: 'Dieses Gerät hat schon einen Passkey Ihres Kontos.',
  failed: 'Das hat nicht geklappt. Versuchen Sie es noch einmal, oder machen Sie ohne Passkey weiter.',
  refused: 'Dieser Passkey gilt hier nicht. Versuchen Sie es noch einmal, oder nehmen Sie einen anderen Weg.',
  stepText: 'Ihr Konto hat einen zweiten Faktor. Verwenden Sie Ihren Passkey, oder geben Sie einen Code ein.',
  add: {
    title: 'Passkey hinzufügen',
    paragraphs: [
      'Mit einem Passkey melden Sie sich mit Finger, Gesicht oder der PIN Ihres Geräts an, ohne Passwort. Er gilt nur auf dieser Website, so dass ihn Ihnen niemand ablisten kann.',
    ],
    button: 'Passkey hinzufügen',
    name,
  },
  taken: 'Dieser Passkey wurde schon hinzugefügt.',
  tooMany: 'Sie haben so viele Passkeys wie möglich. Entfernen Sie zuerst einen.',
  rename: { title: 'Passkey umbenennen', paragraphs: [], button: 'Speichern' },
  remove: (called) => ({
    title: 'Passkey entfernen?',
    paragraphs: [`Mit ${called} können Sie sich dann nicht mehr anmelden. Die Schaltfläche bewirkt:`],
    points: [
      'Der Passkey gilt nicht mehr, auf keinem Gerät.',
      'Alle anderen Geräte werden abgemeldet.',
      'Ihre Wiederherstellungscodes gelten nicht mehr, außer Sie haben einen anderen Passkey oder eine Authenticator-App.',
    ],
    button: 'Passkey entfernen',
    after: ['Ihr Gerät bietet ihn vielleicht weiterhin an. Sie können ihn auch dort löschen.'],
  }),
  lastWayIn: 'Dieser Passkey ist Ihr einziger Zugang. Legen Sie zuerst ein Passwort fest.',
}

export const germanWaysIn: WaysInTexts = {
  title: 'Wie Sie sich anmelden',
  app: 'Authenticator-App',
  noApp: 'Nicht eingerichtet',
  isOn: 'Aktiv',
  isRefused: 'Gesperrt',
  addApp: 'Hinzufügen',
  replaceApp: 'Ersetzen',
  removeApp: 'Entfernen',
  codes: 'Wiederherstellungscodes',
  codesLeft: (left) => (left === 1 ? 'noch einer' : `noch ${left}`),
  makeCodes: 'Neue erstellen',
  passkeys: 'Passkeys',
  passkeysText: 'Melden Sie sich mit Finger, Gesicht oder der PIN Ihres Geräts an.',
  addPasskey: 'Passkey hinzufügen',
  renamePasskey: 'Umbenennen',
  removePasskey: 'Entfernen',
  added: (at) => `Hinzugefügt ${at}`,
  lastUsedOn: (day) => `Zuletzt benutzt ${day}`,
  refusedPasskey:
    'Er gilt nicht mehr, weil es vielleicht eine Kopie gibt. Entfernen Sie ihn, und fügen Sie einen neuen hinzu.',
  devices: 'Geräte, die keinen Code brauchen',
  devicesText: 'Auf diesen Geräten genügt zum Anmelden Ihr Passwort.',
  remembered: (at, until) => `Seit ${at}, bis ${until}`,
  forgetDevice: 'Wieder fragen',
  forgetDevices: 'Auf allen Geräten wieder fragen',
}
