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
    wrong: 'Der Benutzername oder das Passwort ist falsch.',
    signedOut: 'Sie sind abgemeldet.',
    toGoOn: (app) => `Danach geht es weiter zu ${app}.`,
    useAnother: 'Ein anderes Konto benutzen',
    forgot: 'Passwort vergessen?',
    signUp: 'Konto anlegen',
  },
  limited: (minutes) =>
    minutes === 1
      ? 'Zu viele Versuche. Warten Sie eine Minute, und versuchen Sie es dann noch einmal.'
      : `Zu viele Versuche. Warten Sie ${minutes} Minuten, und versuchen Sie es dann noch einmal.`,
  temporaryPassword: {
    title: 'Neues Passwort wählen',
    paragraphs: [
      'Das Passwort, das Sie eingegeben haben, ist vorläufig. Wählen Sie eines, das nur Sie kennen.',
    ],
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
        too_short: 'Dieser Benutzername ist zu kurz: Er braucht mindestens 3 Zeichen.',
        too_long: 'Dieser Benutzername ist zu lang: Höchstens 64 Zeichen sind möglich.',
        invalid_format:
          'Ein Benutzername besteht aus Buchstaben von a bis z, Ziffern, und dazwischen auch Punkten, Binde- und Unterstrichen.',
        username_taken: 'Diesen Benutzernamen hat schon jemand. Wählen Sie einen anderen.',
        other: 'Dieser Benutzername kann nicht verwendet werden. Wählen Sie einen anderen.',
      },
    },
    password: 'Passwort',
    signIn: 'Ich habe schon ein Konto: anmelden',
  },
  signedUp: (email) => ({
    title: 'Sehen Sie in Ihr Postfach',
    paragraphs: [
      `Eine Nachricht mit einem Link ist unterwegs an ${email}. Öffnen Sie den Link, um Ihre Adresse zu bestätigen, und melden Sie sich dann an.`,
      'Nach ein paar Minuten noch nichts? Sehen Sie im Spam-Ordner nach, und prüfen Sie, ob die Adresse stimmt.',
    ],
  }),
  cookieRefused: {
    title: 'Ihr Browser hat die Anmeldung nicht behalten',
    paragraphs: [
      'Diese Seite merkt sich Ihre Anmeldung mit einem Cookie, das Browser nur über eine sichere Verbindung annehmen.',
      'Prüfen Sie, ob die Adresse mit https beginnt und Cookies erlaubt sind, und melden Sie sich dann noch einmal an.',
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
    unconfirmed: 'noch nicht bestätigt',
    change: 'Ändern',
    sessions: 'Wo Sie angemeldet sind',
    thisSession: 'Dieses Gerät',
    unknownDevice: 'Unbekanntes Gerät',
    signedIn: (at) => `Angemeldet ${at}`,
    lastUsed: (at) => `Zuletzt benutzt ${at}`,
    endSession: 'Abmelden',
    endOtherSessions: 'Überall sonst abmelden',
    deletion: 'Konto löschen',
    deletionText: 'Ihr Konto und alles, was hier über Sie gespeichert ist, wird endgültig gelöscht.',
    deletionLink: 'Konto löschen …',
    done: {
      name: 'Ihr Name wurde geändert.',
      email:
        'Eine Nachricht mit einem Link ist unterwegs an die neue Adresse. Sie gilt, sobald Sie dort den Link öffnen.',
      password: 'Ihr Passwort wurde geändert. Alle anderen Geräte wurden abgemeldet.',
      session: 'Das Gerät wurde abgemeldet.',
      sessions: 'Alle anderen Geräte wurden abgemeldet.',
      app: 'Ihre Authenticator-App wurde hinzugefügt.',
      app_removed: 'Ihre Authenticator-App wurde entfernt.',
      codes: 'Ihre Wiederherstellungscodes sind aufbewahrt.',
      passkey: 'Ihr Passkey wurde hinzugefügt.',
      passkey_renamed: 'Ihr Passkey wurde umbenannt.',
      passkey_removed: 'Ihr Passkey wurde entfernt.',
      device: 'Auf dem Gerät wird wieder nach einem Code gefragt.',
      devices: 'Auf allen Geräten wird wieder nach einem Code gefragt.',
      app_revoked: 'Die App hat keinen Zugriff auf Ihr Konto mehr.',
      identity: 'Das Konto wurde verknüpft.',
      identity_removed: 'Die Verknüpfung wurde gelöst. Alle anderen Geräte wurden abgemeldet.',
    },
  },
  changeName: {
    title: 'Namen ändern',
    paragraphs: ['So heißen Sie hier. Lassen Sie das Feld leer, um keinen Namen zu haben.'],
    button: 'Speichern',
    name: {
      label: 'Name',
      faults: {
        too_long: 'Dieser Name ist zu lang: Höchstens 200 Zeichen sind möglich.',
        other: 'Dieser Name kann nicht verwendet werden.',
      },
    },
  },
  changeEmail: {
    title: 'E-Mail-Adresse ändern',
    paragraphs: [
      'An die neue Adresse wird eine Nachricht mit einem Link geschickt. Sie gilt, sobald Sie dort den Link öffnen.',
    ],
    button: 'Link senden',
    label: 'Neue E-Mail-Adresse',
  },
  changePassword: {
    title: 'Passwort ändern',
    paragraphs: ['Alle anderen Geräte werden abgemeldet.'],
    button: 'Passwort festlegen',
    current: {
      label: 'Bisheriges Passwort',
      faults: {
        wrong: 'Das ist nicht Ihr bisheriges Passwort.',
        other: 'Geben Sie Ihr bisheriges Passwort ein.',
      },
    },
  },
  deleteAccount: (username) => ({
    title: 'Konto löschen?',
    paragraphs: ['Das lässt sich nicht rückgängig machen. Die Schaltfläche bewirkt:'],
    points: ['Alle Geräte werden abgemeldet.', 'Alles, was hier über Sie gespeichert ist, wird gelöscht.'],
    button: 'Mein Konto löschen',
    username: {
      label: 'Ihr Benutzername',
      hint: `Geben Sie zur Bestätigung ${username} ein.`,
      faults: { other: `Das ist nicht Ihr Benutzername. Geben Sie ${username} ein.` },
    },
  }),
  lastAdmin: 'Sie sind der letzte Administrator. Machen Sie zuerst jemand anderen dazu.',
  deleted: {
    title: 'Ihr Konto wurde gelöscht',
    paragraphs: ['Alle Geräte wurden abgemeldet.', 'Sie können diese Seite schließen.'],
  },
  toAccount: 'Zu Ihrem Konto',
  back: 'Zurück zu Ihrem Konto',
  refusedHere: {
    title: 'Das hat nicht geklappt',
    paragraphs: [
      'Was gesendet wurde, kam nicht von unserer Seite oder nicht vollständig. Bitte gehen Sie zurück, und versuchen Sie es noch einmal.',
    ],
  },
  tryAgainHere: {
    title: 'Bitte versuchen Sie es in einer Minute noch einmal',
    paragraphs: ['Das geht gerade nicht. Es wurde nichts geändert.'],
  },
}
