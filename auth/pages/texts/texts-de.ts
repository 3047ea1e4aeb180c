import { germanAccount } from './account-texts-de.ts'
import type { Texts } from './texts.ts'

export const german: Texts = {
  ...germanAccount,
  problem: 'Bitte prüfen Sie Ihre Eingaben',
  email: {
    label: 'E-Mail-Adresse',
    faults: {
      required: 'Geben Sie eine E-Mail-Adresse ein.',
      too_long: 'Die E-Mail-Adresse darf höchstens 254 Zeichen lang sein.',
      email_taken: 'Diese E-Mail-Adresse wird bereits von einem anderen Konto verwendet.',
      other: 'Geben Sie eine gültige E-Mail-Adresse ein, zum Beispiel name@example.com.',
    },
  },
  password: {
    label: 'Neues Passwort',
    hint: 'Mindestens 8 Zeichen. Mehrere zusammenhanglose Wörter eignen sich gut.',
    faults: {
      required: 'Geben Sie ein Passwort ein.',
      too_short: 'Das Passwort muss mindestens 8 Zeichen lang sein.',
      too_long: 'Das Passwort darf höchstens 256 Zeichen lang sein.',
      is_username: 'Ihr Benutzername darf nicht Ihr Passwort sein.',
      is_email: 'Ihre E-Mail-Adresse darf nicht Ihr Passwort sein.',
      too_common: 'Dieses Passwort ist zu verbreitet. Wählen Sie ein anderes.',
      other: 'Dieses Passwort kann nicht verwendet werden. Wählen Sie ein anderes.',
    },
  },
  forgotPassword: {
    title: 'Passwort vergessen?',
    paragraphs: [
      'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
    ],
    button: 'Link senden',
  },
  mailRequested: {
    title: 'Prüfen Sie Ihren Posteingang',
    paragraphs: [
      'Wenn zu dieser Adresse ein Konto existiert, haben wir eine E-Mail mit einem Link dorthin gesendet.',
      'Nach ein paar Minuten noch keine E-Mail? Sehen Sie im Spam-Ordner nach und prüfen Sie, ob es die Adresse Ihres Kontos ist.',
    ],
  },
  asks: {
    reset_password: ({ username }) => ({
      title: 'Neues Passwort wählen',
      paragraphs: [`Für das Konto ${username}. Sie werden auf allen Geräten abgemeldet.`],
      button: 'Passwort festlegen',
    }),
    invitation: ({ username }) => ({
      title: 'Passwort wählen',
      paragraphs: [
        `Für Sie wurde ein Konto angelegt. Ihr Benutzername ist ${username}. Wählen Sie ein Passwort für die Anmeldung.`,
      ],
      button: 'Passwort festlegen',
    }),
    verify_email: ({ username, email }) => ({
      title: 'E-Mail-Adresse bestätigen',
      paragraphs: [`Bestätigen Sie, dass ${email} Ihre E-Mail-Adresse und ${username} Ihr Konto ist.`],
      button: 'E-Mail-Adresse bestätigen',
      after: [
        'Falls Sie kein Konto angelegt haben, schließen Sie diese Seite. Ohne Bestätigung ändert sich nichts.',
      ],
    }),
    change_email: ({ username, email }) => ({
      title: 'Neue E-Mail-Adresse bestätigen',
      paragraphs: [`${email} wird die E-Mail-Adresse Ihres Kontos ${username}.`],
      button: 'E-Mail-Adresse bestätigen',
      after: [
        'Falls Sie das nicht veranlasst haben, schließen Sie diese Seite. Ohne Bestätigung ändert sich nichts.',
      ],
    }),
    take_back: ({ username, email }) => ({
      title: 'Waren Sie das nicht?',
      paragraphs: [
        `Wenn jemand anderes Ihr Konto ${username} verwendet, stellen Sie es hier wieder her. Das passiert dabei:`,
      ],
      points: [
        'Alle Geräte werden abgemeldet.',
        'Das bisherige Passwort wird ungültig.',
        'Authenticator-Apps, Passkeys und Wiederherstellungscodes, die mit der gemeldeten Änderung oder danach hinzugefügt wurden, werden entfernt. Ältere bleiben erhalten.',
        'Seitdem erteilte Zugriffe von Anwendungen werden widerrufen.',
        `Falls Ihre E-Mail-Adresse geändert wurde, wird sie auf ${email} zurückgesetzt.`,
      ],
      button: 'Mein Konto wiederherstellen',
      after: [
        'Danach wählen Sie ein neues Passwort.',
        'Waren Sie es doch? Dann schließen Sie diese Seite. Es ändert sich nichts.',
      ],
    }),
  },
  done: {
    reset_password: ({ username }) => ({
      title: 'Ihr Passwort ist festgelegt',
      paragraphs: [
        `Melden Sie sich mit dem neuen Passwort bei ${username} an. Alle Geräte wurden abgemeldet.`,
      ],
    }),
    invitation: ({ username }) => ({
      title: 'Ihr Passwort ist festgelegt',
      paragraphs: [`Melden Sie sich jetzt damit an. Ihr Benutzername ist ${username}.`],
    }),
    verify_email: ({ email }) => ({
      title: 'Ihre E-Mail-Adresse ist bestätigt',
      paragraphs: [`Die Adresse ${email} ist jetzt bestätigt.`],
    }),
    change_email: ({ email }) => ({
      title: 'Ihre E-Mail-Adresse wurde geändert',
      paragraphs: [`Die E-Mail-Adresse Ihres Kontos ist jetzt ${email}.`],
    }),
  },
  takenBack: ({ email }, minutes) => ({
    title: 'Ihr Konto ist wiederhergestellt',
    paragraphs: [
      `Alle Geräte wurden abgemeldet, das bisherige Passwort ist ungültig, und ${email} ist die E-Mail-Adresse Ihres Kontos.`,
      `Wählen Sie innerhalb von ${minutes} Minuten ein neues Passwort.`,
    ],
    button: 'Passwort festlegen',
  }),
  linkInvalid: {
    title: 'Dieser Link ist ungültig',
    paragraphs: [
      'Er wurde bereits verwendet, ist abgelaufen, wurde durch einen neueren ersetzt oder nicht vollständig kopiert. Wenn Sie eine neuere E-Mail haben, verwenden Sie den Link darin.',
      'Um ein neues Passwort festzulegen, fordern Sie einen neuen Link an:',
    ],
    button: 'Neuen Link senden',
    after: [
      'Wenn Ihre Einladung abgelaufen ist, bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
    ],
  },
  tryAgain: {
    title: 'Versuchen Sie es in einer Minute noch einmal',
    paragraphs: ['Das ist gerade nicht möglich. Ihr Link bleibt gültig: Öffnen Sie ihn später noch einmal.'],
  },
  refused: {
    title: 'Etwas ist schiefgelaufen',
    paragraphs: ['Wir konnten diese Anfrage nicht prüfen. Öffnen Sie den Link in der E-Mail noch einmal.'],
  },
}
