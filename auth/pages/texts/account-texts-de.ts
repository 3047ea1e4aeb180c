import { germanFederated } from './federated-texts-de.ts'
import { germanPasskey, germanWaysIn } from './passkey-texts-de.ts'
import { germanSecondFactor } from './second-factor-texts-de.ts'
import type { AccountTexts } from './texts.ts'

export const germanAccount: AccountTexts = {
  signIn: {
    title: 'Anmelden',
    paragraphs: [],
    button: 'Anmelden',
    name: {
      label: 'Benutzername oder E-Mail-Adresse',
      faults: { other: 'Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein.' },
    },
    password: { label: 'Passwort', faults: { other: 'Geben Sie Ihr Passwort ein.' } },
    wrong: 'Benutzername oder Passwort ist falsch.',
    signedOut: 'Sie sind abgemeldet.',
    toGoOn: (app) => `um mit ${app} fortzufahren`,
    useAnother: 'Anderes Konto verwenden',
    forgot: 'Passwort vergessen?',
    signUp: 'Konto anlegen',
  },
  limited: (minutes) =>
    minutes === 1
      ? 'Zu viele Versuche. Versuchen Sie es in einer Minute noch einmal.'
      : `Zu viele Versuche. Versuchen Sie es in ${minutes} Minuten noch einmal.`,
  temporaryPassword: {
    title: 'Neues Passwort wählen',
    paragraphs: ['Ihr Passwort ist vorläufig. Wählen Sie eines, das nur Sie kennen.'],
    button: 'Passwort festlegen',
  },
  secondFactor: germanSecondFactor,
  passkey: germanPasskey,
  waysIn: germanWaysIn,
  federated: germanFederated,
  signUp: {
    title: 'Konto anlegen',
    paragraphs: [],
    button: 'Konto anlegen',
    username: {
      label: 'Benutzername',
      hint: 'Buchstaben, Ziffern, Punkte, Binde- und Unterstriche.',
      faults: {
        required: 'Wählen Sie einen Benutzernamen.',
        too_short: 'Der Benutzername muss mindestens 3 Zeichen lang sein.',
        too_long: 'Der Benutzername darf höchstens 64 Zeichen lang sein.',
        invalid_format:
          'Verwenden Sie Buchstaben von a bis z und Ziffern. Dazwischen sind Punkte, Binde- und Unterstriche erlaubt.',
        username_taken: 'Dieser Benutzername ist bereits vergeben. Wählen Sie einen anderen.',
        other: 'Dieser Benutzername kann nicht verwendet werden. Wählen Sie einen anderen.',
      },
    },
    password: 'Passwort',
    signIn: 'Stattdessen anmelden',
  },
  signedUp: (email) => ({
    title: 'Prüfen Sie Ihren Posteingang',
    paragraphs: [
      `Wir haben eine E-Mail an ${email} gesendet. Öffnen Sie den Link darin, um Ihre Adresse zu bestätigen, und melden Sie sich dann an.`,
      'Nach ein paar Minuten noch keine E-Mail? Sehen Sie im Spam-Ordner nach und prüfen Sie, ob die Adresse stimmt.',
    ],
  }),
  cookieRefused: {
    title: 'Ihr Browser hat das Anmelde-Cookie blockiert',
    paragraphs: [
      'Diese Website benötigt ein Cookie, das Browser nur über HTTPS annehmen.',
      'Prüfen Sie, ob die URL mit https beginnt und Cookies erlaubt sind, und melden Sie sich dann noch einmal an.',
    ],
  },
  account: {
    title: 'Ihr Konto',
    signOut: 'Abmelden',
    profile: 'Profil',
    username: 'Benutzername',
    name: 'Name',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    noName: 'Nicht angegeben',
    noPassword: 'Nicht festgelegt',
    unconfirmed: 'Nicht bestätigt',
    change: 'Ändern',
    sessions: 'Geräte',
    thisSession: 'Dieses Gerät',
    unknownDevice: 'Unbekanntes Gerät',
    signedIn: (at) => `Angemeldet am ${at}`,
    lastUsed: (at) => `Zuletzt verwendet am ${at}`,
    endSession: 'Abmelden',
    endOtherSessions: 'Alle anderen Geräte abmelden',
    deletion: 'Konto löschen',
    deletionText: 'Löscht Ihr Konto und alle hier über Sie gespeicherten Daten endgültig.',
    deletionLink: 'Konto löschen',
    done: {
      name: 'Ihr Name wurde geändert.',
      email:
        'Wir haben eine E-Mail an die neue Adresse gesendet. Die Änderung wird wirksam, sobald Sie den Link darin öffnen.',
      password: 'Ihr Passwort wurde geändert. Alle anderen Geräte wurden abgemeldet.',
      session: 'Das Gerät wurde abgemeldet.',
      sessions: 'Alle anderen Geräte wurden abgemeldet.',
      app: 'Ihre Authenticator-App wurde hinzugefügt.',
      app_removed: 'Ihre Authenticator-App wurde entfernt.',
      codes: 'Ihre Wiederherstellungscodes sind aktiv.',
      passkey: 'Ihr Passkey wurde hinzugefügt.',
      passkey_renamed: 'Ihr Passkey wurde umbenannt.',
      passkey_removed: 'Ihr Passkey wurde entfernt.',
      device: 'Das Gerät gilt nicht mehr als vertrauenswürdig und benötigt wieder einen zweiten Faktor.',
      devices: 'Kein Gerät gilt mehr als vertrauenswürdig. Jedes benötigt wieder einen zweiten Faktor.',
      app_revoked: 'Die Anwendung hat keinen Zugriff mehr auf Ihr Konto.',
      identity: 'Das Konto wurde verknüpft.',
      identity_removed: 'Die Verknüpfung wurde gelöst. Alle anderen Geräte wurden abgemeldet.',
    },
  },
  changeName: {
    title: 'Namen ändern',
    paragraphs: ['Der Name, den Anwendungen sehen. Lassen Sie das Feld leer, um ihn zu entfernen.'],
    button: 'Speichern',
    name: {
      label: 'Name',
      faults: {
        too_long: 'Der Name darf höchstens 200 Zeichen lang sein.',
        other: 'Dieser Name kann nicht verwendet werden.',
      },
    },
  },
  changeEmail: {
    title: 'E-Mail-Adresse ändern',
    paragraphs: [
      'Wir senden einen Link an die neue Adresse. Die Änderung wird wirksam, sobald Sie ihn öffnen.',
    ],
    button: 'Link senden',
    label: 'Neue E-Mail-Adresse',
  },
  changePassword: {
    title: 'Passwort ändern',
    paragraphs: ['Alle anderen Geräte werden abgemeldet.'],
    button: 'Passwort ändern',
    current: {
      label: 'Aktuelles Passwort',
      faults: {
        wrong: 'Falsches Passwort. Geben Sie Ihr aktuelles Passwort ein.',
        other: 'Geben Sie Ihr aktuelles Passwort ein.',
      },
    },
  },
  deleteAccount: (username) => ({
    title: 'Konto löschen?',
    paragraphs: ['Das lässt sich nicht rückgängig machen. Das passiert dabei:'],
    points: ['Alle Geräte werden abgemeldet.', 'Alle hier über Sie gespeicherten Daten werden gelöscht.'],
    button: 'Mein Konto löschen',
    username: {
      label: 'Ihr Benutzername',
      hint: `Geben Sie zur Bestätigung ${username} ein.`,
      faults: { other: `Das ist nicht Ihr Benutzername. Geben Sie ${username} ein.` },
    },
  }),
  lastAdmin: 'Sie sind der letzte Administrator. Geben Sie zuerst jemand anderem die Administratorrolle.',
  deleted: {
    title: 'Ihr Konto wurde gelöscht',
    paragraphs: ['Alle Geräte wurden abgemeldet.'],
  },
  toAccount: 'Zu Ihrem Konto',
  back: 'Zurück zu Ihrem Konto',
  refusedHere: {
    title: 'Etwas ist schiefgelaufen',
    paragraphs: [
      'Wir konnten diese Anfrage nicht prüfen. Gehen Sie zurück und versuchen Sie es noch einmal.',
    ],
  },
  tryAgainHere: {
    title: 'Versuchen Sie es in einer Minute noch einmal',
    paragraphs: ['Das ist gerade nicht möglich. Es wurde nichts geändert.'],
  },
}
