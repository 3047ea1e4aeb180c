import { apiKeyGerman } from './de/api-key-texts.ts'
import { auditGerman } from './de/audit-texts.ts'
import { bulkGerman } from './de/bulk-texts.ts'
import { claimsGerman } from './de/claims-texts.ts'
import { clientGerman } from './de/client-texts.ts'
import { deadLetterGerman } from './de/dead-letter-texts.ts'
import { editUserGerman } from './de/edit-user-texts.ts'
import { faultGerman } from './de/fault-texts.ts'
import { importGerman } from './de/import-texts.ts'
import { oneUserGerman } from './de/one-user-texts.ts'
import { overviewGerman } from './de/overview-texts.ts'
import { sessionGerman } from './de/session-texts.ts'
import { systemGerman } from './de/system-texts.ts'
import { userListGerman } from './de/user-list-texts.ts'
import { webhookGerman } from './de/webhook-texts.ts'
import type { Texts } from './texts.ts'
import { userGerman } from './user-texts-de.ts'

export const german: Texts = {
  ...userGerman,
  ...oneUserGerman,
  ...editUserGerman,
  ...webhookGerman,
  ...apiKeyGerman,
  ...auditGerman,
  ...userListGerman,
  ...bulkGerman,
  ...clientGerman,
  ...claimsGerman,
  ...sessionGerman,
  ...deadLetterGerman,
  ...importGerman,
  ...overviewGerman,
  ...faultGerman,
  ...systemGerman,
  product: 'Konsole',
  skip: 'Zum Inhalt springen',
  menu: 'Menü',
  menuGroups: { people: 'Personen', applications: 'Anwendungen', events: 'Ereignisse', system: 'System' },
  signedInAs: 'Angemeldet als',
  account: 'Ihr Konto',
  pages: {
    overview: 'Überblick',
    users: 'Benutzer',
    sessions: 'Sitzungen',
    clients: 'OpenID-Clients',
    'api-keys': 'API-Schlüssel',
    webhooks: 'Webhooks',
    'dead-letters': 'Aufgegebene Zustellungen',
    providers: 'Anbieter',
    health: 'Zustand',
    'signing-keys': 'Signaturschlüssel',
    settings: 'Einstellungen',
    audit: 'Protokoll',
  },
  refused: {
    title: 'Das hat nicht geklappt',
    again: 'Bitte versuchen Sie es gleich noch einmal.',
    noAuth: (url) =>
      `Der Benutzerdienst erreicht den Anmeldedienst nicht${url === undefined ? '' : ` unter ${url}`}. Setzen Sie LATCHKEY_AUTH_URL des Benutzerdienstes auf die URL des Anmeldedienstes, und starten Sie den Benutzerdienst dann neu.`,
    notFound: 'Diese Seite gibt es nicht, oder was sie gezeigt hat, ist nicht mehr da.',
    noAdmin: 'Diese Konsole ist für Administratoren, und Sie sind als jemand angemeldet, der keiner ist.',
    uploading:
      'Eine andere Datei von Ihnen wird noch importiert. Warten Sie, bis das fertig ist, und senden Sie diese dann noch einmal.',
    scope: (scope) => `Dafür fehlt Ihnen das Recht: der Scope ${scope}.`,
    https:
      'Browser behalten das Cookie einer Anmeldung nur über https, oder auf diesem Rechner unter dem Namen localhost. Öffnen Sie die Konsole über https.',
    otherSite: 'Das Formular kam nicht von einer Seite dieser Konsole; deshalb wurde nichts geändert.',
    back: 'Zurück zu den Benutzern',
    because: 'Der Dienst sagt:',
  },
  secret: {
    once: 'Kopieren Sie das jetzt. Es wird nur dieses eine Mal gezeigt.',
    kept: 'Ich habe es kopiert',
  },
  sessionsPending: (time) =>
    `Sitzungen enden innerhalb von ${time}: Bis dahin können einzelne Zugriffstoken noch gelten. Erneuern lassen sie sich nicht.`,
  cancel: 'Abbrechen',
  made: { by: 'Angelegt von', command: 'der Kommandozeile', at: 'Angelegt', id: 'Id' },
  problems: {
    username_taken: 'Diesen Benutzernamen hat schon jemand.',
    email_taken: 'Diese Adresse hat schon jemand.',
    user_has_password: 'Der Benutzer hat inzwischen ein Passwort.',
    invalid_request: 'Etwas in diesem Formular stimmt nicht; deshalb wurde nichts geändert.',
    precondition_failed:
      'Jemand hat das inzwischen geändert; deshalb haben Sie nichts geändert. Sehen Sie es noch einmal an.',
    webhook_secret_shown_before:
      'Dieses Formular wurde schon gesendet. Der Webhook wurde angelegt, und sein Geheimnis wird nur einmal gezeigt.',
    idempotency_key_reused:
      'Dieses Formular wurde schon gesendet, mit anderem Inhalt. Sehen Sie in der Liste nach, und fangen Sie neu an.',
    api_key_shown_before:
      'Dieses Formular wurde schon gesendet. Der Schlüssel wurde angelegt und wird nur einmal gezeigt: Widerrufen Sie ihn, und legen Sie einen anderen an.',
    client_secret_shown_before:
      'Dieses Formular wurde schon gesendet. Die Anwendung wurde eingetragen, und ihr Geheimnis wird nur einmal gezeigt: Fügen Sie ein anderes hinzu, und widerrufen Sie das erste.',
    too_many_client_secrets:
      'Die Anwendung hat zwei Geheimnisse, und mehr kann sie nicht haben: Widerrufen Sie zuerst eines.',
    client_has_no_secrets: 'Eine Anwendung dieser Art hat keine Geheimnisse.',
    too_many_webhooks: 'Es gibt 50 Webhooks, und mehr kann es nicht geben.',
    webhook_disabled: 'Der Webhook ist aus. Schalten Sie ihn zuerst ein.',
  },
  search: {
    button: 'Suchen',
    previous: 'Vorige Seite',
    next: 'Nächste Seite',
    first: 'Zurück zur ersten Seite',
  },
  status: { active: 'aktiv', suspended: 'gesperrt' },
  role: { user: 'Benutzer', admin: 'Administrator' },
  never: 'nie',
  users: {
    title: 'Benutzer',
    label: 'Jemanden finden',
    hint: 'Ein Teil des Namens oder der Adresse, oder eine Id. Ein oder zwei Zeichen finden Wortanfänge.',
    filters: 'Filter',
    all: 'Alle',
    active: 'Aktive',
    suspended: 'Gesperrte',
    admins: 'Administratoren',
    name: 'Name',
    state: 'Zustand',
    role: 'Rolle',
    created: 'Angelegt',
    lastLogin: 'Letzte Anmeldung',
    invited: 'eingeladen',
    unconfirmed: 'Adresse unbestätigt',
    count: (count) => `${count} Benutzer`,
    atLeast: (count) => `Mindestens ${count} Benutzer`,
    none: 'Keine Benutzer gefunden',
    partial:
      'Die Suche ist noch nicht vollständig: Namen werden nach einem Update oder Import noch indexiert. Versuchen Sie es in einigen Minuten erneut.',
    noneHere: 'Auf dieser Seite der Suche ist niemand, aber auf der nächsten kann noch jemand sein.',
    noneHint:
      'Prüfen Sie die Schreibweise, oder suchen Sie nach einem kürzeren Teil des Namens oder der Adresse.',
  },
}
