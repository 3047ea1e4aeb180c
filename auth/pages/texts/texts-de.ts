import { germanAccount } from './account-texts-de.ts'
import type { Texts } from './texts.ts'

export const german: Texts = {
  ...germanAccount,
  problem: 'Bitte prüfen',
  email: {
    label: 'E-Mail-Adresse',
    faults: {
      required: 'Geben Sie eine E-Mail-Adresse ein.',
      too_long: 'Das ist zu lang für eine E-Mail-Adresse.',
      email_taken: 'Diese E-Mail-Adresse gehört zu einem anderen Konto.',
      other: 'Das ist keine E-Mail-Adresse.',
    },
  },
  password: {
    label: 'Neues Passwort',
    hint: 'Mindestens 8 Zeichen. Mehrere Wörter hintereinander sind leicht zu merken und schwer zu erraten.',
    faults: {
      required: 'Geben Sie ein Passwort ein.',
      too_short: 'Dieses Passwort ist zu kurz: Es braucht mindestens 8 Zeichen.',
      too_long: 'Dieses Passwort ist zu lang: Höchstens 256 Zeichen sind möglich.',
      is_username: 'Ihr Benutzername kann nicht Ihr Passwort sein.',
      is_email: 'Ihre E-Mail-Adresse kann nicht Ihr Passwort sein.',
      too_common: 'Dieses Passwort gehört zu den häufigsten. Wählen Sie ein anderes.',
      other: 'Dieses Passwort kann nicht verwendet werden. Wählen Sie ein anderes.',
    },
  },
  forgotPassword: {
    title: 'Passwort vergessen?',
    paragraphs: [
      'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Sie erhalten einen Link, mit dem Sie ein neues Passwort festlegen.',
    ],
    button: 'Link senden',
  },
  mailRequested: {
    title: 'Sehen Sie in Ihr Postfach',
    paragraphs: [
      'Wenn es zu dieser Adresse ein Konto gibt, ist eine Nachricht mit einem Link dorthin unterwegs.',
      'Nach ein paar Minuten noch nichts? Sehen Sie im Spam-Ordner nach, und prüfen Sie, ob es die Adresse Ihres Kontos war.',
    ],
  },
  asks: {
    reset_password: ({ username }) => ({
      title: 'Neues Passwort wählen',
      paragraphs: [`Für Ihr Konto ${username}. Alle Geräte werden abgemeldet.`],
      button: 'Passwort festlegen',
    }),
    invitation: ({ username }) => ({
      title: 'Passwort wählen',
      paragraphs: [
        `Für Sie wurde ein Konto angelegt. Ihr Benutzername ist ${username}. Wählen Sie das Passwort, mit dem Sie sich anmelden möchten.`,
      ],
      button: 'Passwort festlegen',
    }),
    verify_email: ({ username, email }) => ({
      title: 'E-Mail-Adresse bestätigen',
      paragraphs: [`Bitte bestätigen Sie, dass ${email} Ihre Adresse ist, und ${username} Ihr Konto.`],
      button: 'Adresse bestätigen',
      after: [
        'Falls Sie sich nicht angemeldet haben, schließen Sie diese Seite: Es geschieht nichts weiter.',
      ],
    }),
    change_email: ({ username, email }) => ({
      title: 'Neue E-Mail-Adresse bestätigen',
      paragraphs: [`Ihr Konto ${username} soll künftig die Adresse ${email} verwenden.`],
      button: 'Adresse bestätigen',
      after: ['Falls Sie das nicht veranlasst haben, schließen Sie diese Seite: Es ändert sich nichts.'],
    }),
    take_back: ({ username, email }) => ({
      title: 'Waren Sie das nicht?',
      paragraphs: [
        `Hier holen Sie Ihr Konto ${username} von jedem zurück, der es benutzt. Die Schaltfläche bewirkt:`,
      ],
      points: [
        'Alle Geräte werden abgemeldet.',
        'Das bisherige Passwort gilt nicht mehr.',
        'Authenticator-Apps, Passkeys und Wiederherstellungscodes, die mit der Änderung jener Nachricht oder danach hinzukamen, werden entfernt. Frühere bleiben.',
        'Was Apps seitdem erlaubt wurde, wird zurückgenommen.',
        `${email} ist wieder die Adresse Ihres Kontos, falls sie geändert wurde.`,
      ],
      button: 'Mein Konto zurückholen',
      after: [
        'Danach wählen Sie ein neues Passwort.',
        'Falls Sie es doch waren, schließen Sie diese Seite: Es ändert sich nichts.',
      ],
    }),
  },
  done: {
    reset_password: ({ username }) => ({
      title: 'Ihr Passwort ist festgelegt',
      paragraphs: [
        `Sie können sich damit jetzt bei Ihrem Konto ${username} anmelden. Alle Geräte wurden abgemeldet.`,
        'Sie können diese Seite schließen.',
      ],
    }),
    invitation: ({ username }) => ({
      title: 'Ihr Passwort ist festgelegt',
      paragraphs: [
        `Sie können sich damit jetzt anmelden. Ihr Benutzername ist ${username}.`,
        'Sie können diese Seite schließen.',
      ],
    }),
    verify_email: ({ email }) => ({
      title: 'Vielen Dank',
      paragraphs: [`Die Adresse ${email} ist bestätigt.`, 'Sie können diese Seite schließen.'],
    }),
    change_email: ({ email }) => ({
      title: 'Ihre Adresse wurde geändert',
      paragraphs: [`Die Adresse Ihres Kontos ist jetzt ${email}.`, 'Sie können diese Seite schließen.'],
    }),
  },
  takenBack: ({ email }, minutes) => ({
    title: 'Ihr Konto gehört wieder Ihnen',
    paragraphs: [
      `Alle Geräte wurden abgemeldet, das bisherige Passwort gilt nicht mehr, und ${email} ist die Adresse Ihres Kontos.`,
      `Wählen Sie jetzt ein neues Passwort. Sie haben ${minutes} Minuten Zeit.`,
    ],
    button: 'Passwort festlegen',
  }),
  linkInvalid: {
    title: 'Dieser Link funktioniert nicht',
    paragraphs: [
      'Er wurde schon benutzt, durch einen neueren ersetzt, ist zu alt oder wurde nicht ganz kopiert. Wenn Sie eine neuere Nachricht haben, nehmen Sie den Link darin.',
      'Um wieder in Ihr Konto zu kommen, fordern Sie einen neuen Link an:',
    ],
    button: 'Neuen Link senden',
    after: [
      'Wenn Sie eingeladen wurden und der Link zu alt ist, wenden Sie sich an die Person, die Sie eingeladen hat.',
    ],
  },
  tryAgain: {
    title: 'Bitte versuchen Sie es gleich noch einmal',
    paragraphs: [
      'Das geht im Moment nicht. Ein Link, der nicht benutzt wurde, gilt weiter: Öffnen Sie ihn später noch einmal.',
    ],
  },
  refused: {
    title: 'Das hat nicht funktioniert',
    paragraphs: [
      'Was gesendet wurde, kam nicht von unserer Seite oder nicht ganz an. Bitte öffnen Sie den Link in der Nachricht noch einmal.',
    ],
  },
}
