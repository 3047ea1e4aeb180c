import { apiKeyGerman } from './de/api-key-texts.ts'
import { auditGerman } from './de/audit-texts.ts'
import { bulkGerman } from './de/bulk-texts.ts'
import { claimsGerman } from './de/claims-texts.ts'
import { clientKindGerman } from './de/client-kind-texts.ts'
import { clientGerman } from './de/client-texts.ts'
import { deadLetterGerman } from './de/dead-letter-texts.ts'
import { editUserGerman } from './de/edit-user-texts.ts'
import { faultGerman } from './de/fault-texts.ts'
import { findGerman } from './de/find-texts.ts'
import { importGerman } from './de/import-texts.ts'
import { oneUserGerman } from './de/one-user-texts.ts'
import { overviewGerman } from './de/overview-texts.ts'
import { sessionGerman } from './de/session-texts.ts'
import { systemGerman } from './de/system-texts.ts'
import { userHeadGerman } from './de/user-head-texts.ts'
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
  ...userHeadGerman,
  ...userListGerman,
  ...bulkGerman,
  ...clientGerman,
  ...clientKindGerman,
  ...claimsGerman,
  ...sessionGerman,
  ...deadLetterGerman,
  ...importGerman,
  ...overviewGerman,
  ...faultGerman,
  ...findGerman,
  ...systemGerman,
  product: 'Konsole',
  skip: 'Zum Inhalt springen',
  menu: 'Menü',
  menuGroups: {
    start: 'Übersicht',
    people: 'Benutzer',
    applications: 'Anwendungen',
    events: 'Ereignisse',
    system: 'System',
  },
  signedInAs: 'Angemeldet als',
  account: 'Ihr Konto',
  pages: {
    overview: 'Übersicht',
    users: 'Benutzer',
    sessions: 'Sitzungen',
    clients: 'Clients',
    'api-keys': 'API-Schlüssel',
    webhooks: 'Webhooks',
    'dead-letters': 'Fehlgeschlagene Zustellungen',
    providers: 'Identitätsanbieter',
    health: 'Systemstatus',
    'signing-keys': 'Signaturschlüssel',
    settings: 'Einstellungen',
    audit: 'Audit-Log',
  },
  refused: {
    title: 'Das hat nicht funktioniert',
    again: 'Die Anfrage ist fehlgeschlagen. Versuchen Sie es gleich noch einmal.',
    noAuth: (url) =>
      `Der Benutzerdienst erreicht den Authentifizierungsdienst nicht${url === undefined ? '' : ` unter ${url}`}. Setzen Sie LATCHKEY_AUTH_URL des Benutzerdienstes auf die URL des Authentifizierungsdienstes, und starten Sie den Benutzerdienst dann neu.`,
    notFound: 'Diese Seite gibt es nicht, oder ihr Inhalt wurde gelöscht.',
    noAdmin:
      'Diese Konsole ist für Administratoren, und Ihr Konto ist kein Administrator. Bitten Sie einen Administrator um die Rolle.',
    uploading:
      'Eine andere Datei von Ihnen wird noch importiert. Warten Sie, bis das abgeschlossen ist, und versuchen Sie es dann noch einmal.',
    scope: (scope) => `Sie haben dafür keine Berechtigung. Es fehlt der Scope ${scope}.`,
    https:
      'Browser behalten das Anmelde-Cookie nur über https oder auf diesem Rechner unter dem Namen localhost. Öffnen Sie die Konsole über https.',
    otherSite:
      'Das Formular kam nicht von einer Seite dieser Konsole. Es wurde nichts geändert. Öffnen Sie die Seite hier, und versuchen Sie es noch einmal.',
    back: 'Zurück zu den Benutzern',
    because: 'Details:',
  },
  secret: {
    once: 'Kopieren Sie das jetzt. Es wird nur einmal angezeigt.',
    kept: 'Ich habe es kopiert',
  },
  sessionsPending: (time) =>
    `Sitzungen enden innerhalb von ${time}. Bis dahin können einzelne Access-Tokens noch gelten. Erneuern lassen sie sich nicht.`,
  cancel: 'Abbrechen',
  made: { by: 'Erstellt von', command: 'der Kommandozeile', at: 'Erstellt', id: 'ID' },
  problems: {
    username_taken: 'Ein anderer Benutzer hat diesen Benutzernamen. Wählen Sie einen anderen.',
    email_taken: 'Ein anderer Benutzer hat diese E-Mail-Adresse. Verwenden Sie eine andere.',
    user_has_password:
      'Dieser Benutzer hat bereits ein Passwort. Senden Sie stattdessen einen Passwort-Reset.',
    invalid_request:
      'Einige Felder sind ungültig. Es wurde nichts gespeichert. Korrigieren Sie die markierten Felder.',
    precondition_failed:
      'Ein anderer Administrator hat das inzwischen geändert. Es wurde nichts gespeichert. Prüfen Sie die aktuellen Werte, und versuchen Sie es noch einmal.',
    webhook_secret_shown_before:
      'Dieses Formular wurde schon gesendet. Der Webhook existiert, und sein Secret wird nur einmal angezeigt. Rotieren Sie das Secret, um ein neues zu erhalten.',
    idempotency_key_reused:
      'Dieses Formular wurde schon mit anderen Werten gesendet. Prüfen Sie die Liste, und öffnen Sie ein neues Formular.',
    api_key_shown_before:
      'Dieses Formular wurde schon gesendet. Der Schlüssel existiert und wird nur einmal angezeigt. Widerrufen Sie ihn, und erstellen Sie einen anderen.',
    client_secret_shown_before:
      'Dieses Formular wurde schon gesendet. Der Client existiert, und sein Secret wird nur einmal angezeigt. Fügen Sie ein weiteres Secret hinzu, und widerrufen Sie das erste.',
    too_many_client_secrets: 'Ein Client kann zwei Secrets haben. Widerrufen Sie zuerst eines.',
    client_has_no_secrets: 'Ein Client mit dieser Client-Authentifizierung hat kein Secret.',
    too_many_webhooks: 'Höchstens 50 Webhooks sind möglich. Löschen Sie zuerst einen.',
    webhook_disabled: 'Dieser Webhook ist deaktiviert. Setzen Sie ihn zuerst fort.',
  },
  search: { button: 'Suchen', previous: 'Vorige Seite', next: 'Nächste Seite', first: 'Erste Seite' },
  status: { active: 'Aktiv', suspended: 'Gesperrt' },
  role: { user: 'Benutzer', admin: 'Administrator' },
  never: 'Nie',
  users: {
    title: 'Benutzer',
    label: 'Benutzer suchen',
    hint: 'Ein Teil von Name, Benutzername oder E-Mail-Adresse, oder eine Benutzer-ID. Ein oder zwei Zeichen finden Wortanfänge.',
    filters: 'Filter',
    all: 'Alle',
    active: 'Aktiv',
    suspended: 'Gesperrt',
    admins: 'Administratoren',
    name: 'Name',
    status: 'Status',
    role: 'Rolle',
    created: 'Erstellt',
    lastLogin: 'Letzte Anmeldung',
    invited: 'Eingeladen',
    unconfirmed: 'E-Mail nicht bestätigt',
    count: (count) => `${count} Benutzer`,
    atLeast: (count) => `Mindestens ${count} Benutzer`,
    none: 'Keine Benutzer gefunden.',
    partial:
      'Die Suche ist noch nicht vollständig. Namen werden nach einem Update oder Import noch indexiert. Versuchen Sie es in einigen Minuten erneut.',
    noneHere: 'Keine Benutzer auf dieser Seite der Suche. Auf der nächsten Seite können noch welche sein.',
    noneHint:
      'Prüfen Sie die Schreibweise, oder suchen Sie nach einem kürzeren Teil des Namens oder der E-Mail-Adresse.',
  },
}
