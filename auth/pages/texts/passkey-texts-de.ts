import type { PasskeyTexts, WaysInTexts } from './texts.ts'

const name = {
  label: 'Name des Passkeys',
  hint: 'Damit Sie ihn in Ihrer Liste wiedererkennen.',
  faults: {
    too_long: 'Der Name darf höchstens 100 Zeichen lang sein.',
    other: 'Geben Sie einen Namen ein.',
  },
}

export const germanPasskey: PasskeyTexts = {
  or: 'oder',
  signIn: 'Mit einem Passkey anmelden',
  step: 'Passkey verwenden',
  prove: 'Stattdessen einen Passkey verwenden',
  needsScript: 'Passkeys benötigen JavaScript, das in diesem Browser deaktiviert ist.',
  unsupported: 'Dieser Browser unterstützt keine Passkeys.',
  cancelled:
    'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder fahren Sie ohne Passkey fort.',
  known: 'Auf diesem Gerät gibt es bereits einen Passkey für Ihr Konto.',
  failed: 'Etwas ist schiefgelaufen. Versuchen Sie es noch einmal, oder fahren Sie ohne Passkey fort.',
  refused:
    'Dieser Passkey wurde nicht akzeptiert. Versuchen Sie es noch einmal, oder verwenden Sie eine andere Anmeldemethode.',
  stepText: 'Bestätigen Sie mit Ihrem Passkey, dass Sie es sind, oder geben Sie einen Code ein.',
  add: {
    title: 'Passkey hinzufügen',
    paragraphs: [
      'Melden Sie sich mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts an statt mit einem Passwort. Ein Passkey funktioniert nur auf dieser Website und schützt Sie so vor Phishing.',
    ],
    button: 'Passkey hinzufügen',
    name,
  },
  taken: 'Dieser Passkey wurde bereits hinzugefügt.',
  tooMany: 'Sie haben die Höchstzahl an Passkeys erreicht. Entfernen Sie zuerst einen.',
  rename: { title: 'Passkey umbenennen', paragraphs: [], button: 'Speichern' },
  remove: (called) => ({
    title: 'Passkey entfernen?',
    paragraphs: [`Mit ${called} können Sie sich dann nicht mehr anmelden. Das passiert dabei:`],
    points: [
      'Der Passkey wird auf allen Geräten ungültig.',
      'Alle anderen Geräte werden abgemeldet.',
      'Ihre Wiederherstellungscodes werden ungültig, außer Sie haben einen weiteren Passkey oder eine Authenticator-App.',
    ],
    button: 'Passkey entfernen',
    after: ['Ihr Gerät bietet ihn eventuell weiterhin an. Sie können ihn auch dort löschen.'],
  }),
  lastWayIn: 'Dieser Passkey ist Ihre einzige Anmeldemethode. Legen Sie zuerst ein Passwort fest.',
}

export const germanWaysIn: WaysInTexts = {
  title: 'Anmeldemethoden',
  app: 'Authenticator-App',
  noApp: 'Nicht eingerichtet',
  isOn: 'Aktiv',
  isRefused: 'Gesperrt',
  addApp: 'Hinzufügen',
  replaceApp: 'Ersetzen',
  removeApp: 'Entfernen',
  codes: 'Wiederherstellungscodes',
  codesLeft: (left) => (left === 1 ? 'noch 1' : `noch ${left}`),
  makeCodes: 'Neue Codes',
  passkeys: 'Passkeys',
  passkeysText: 'Melden Sie sich mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts an.',
  addPasskey: 'Passkey hinzufügen',
  renamePasskey: 'Umbenennen',
  removePasskey: 'Entfernen',
  added: (at) => `Hinzugefügt am ${at}`,
  lastUsedOn: (day) => `Zuletzt verwendet am ${day}`,
  refusedPasskey:
    'Gesperrt, weil er möglicherweise kopiert wurde. Entfernen Sie ihn und fügen Sie einen neuen hinzu.',
  devices: 'Vertrauenswürdige Geräte',
  devicesText: 'Auf diesen Geräten melden Sie sich ohne zweiten Faktor an.',
  remembered: (at, until) => `Seit ${at}, bis ${until}`,
  forgetDevice: 'Nicht mehr vertrauen',
  forgetDevices: 'Alle vertrauenswürdigen Geräte entfernen',
}
