import type { Maker } from './mail-content.ts'
import type { Texts } from './texts.ts'

const ifNotYou = 'Wenn Sie das waren, brauchen Sie nichts zu tun. Wenn nicht, sichern Sie jetzt Ihr Konto:'

/** The button of a notice, and the text below it that says what its link does. */
const notMe = {
  button: 'Das war ich nicht',
  after: [
    'Die Schaltfläche meldet alle Geräte ab, macht das Passwort ungültig und entfernt Authenticator-Apps, Passkeys, Wiederherstellungscodes und verknüpfte Konten, die mit dieser Änderung oder danach hinzukamen. Frühere bleiben. Was Apps seitdem erlaubt wurde, wird zurückgenommen.',
  ],
}

const ifNotAsked =
  'Wenn Sie darum gebeten haben, brauchen Sie nichts zu tun. Wenn nicht, sichern Sie jetzt Ihr Konto:'

/** Makes a notice of two paragraphs: what happened, and what to do if its reader did not do or want it. */
const notice = (what: string, otherwise = ifNotYou) => ({ paragraphs: [what, otherwise], ...notMe })

export const german: Texts = {
  locale: 'de-DE',
  greeting: (username) => `Guten Tag ${username},`,
  plainLink: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diesen Link:',
  footer: 'Diese Nachricht wurde automatisch verschickt. Antworten werden nicht gelesen.',
  mails: {
    verify_email: ({ hours }, { duration }) => ({
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      paragraphs: ['Bitte bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört.'],
      button: 'Adresse bestätigen',
      after: [
        `Der Link gilt ${duration(hours, 'hour')}.`,
        'Falls Sie sich nicht angemeldet haben, können Sie diese Nachricht ignorieren: Es geschieht nichts weiter.',
      ],
    }),
    reset_password: ({ minutes }, { duration }) => ({
      subject: 'Neues Passwort festlegen',
      paragraphs: [
        'Jemand möchte für Ihr Konto ein neues Passwort festlegen. Wenn Sie das waren, wählen Sie es hier.',
      ],
      button: 'Passwort wählen',
      after: [
        `Der Link gilt einmal, ${duration(minutes, 'minute')} lang.`,
        'Wenn Sie es nicht waren, können Sie diese Nachricht ignorieren: Ihr Passwort bleibt, wie es ist.',
      ],
    }),
    invitation: ({ days }, { duration }) => ({
      subject: 'Sie sind eingeladen',
      paragraphs: [
        'Für Sie wurde ein Konto angelegt. Wählen Sie ein Passwort, dann können Sie sich anmelden.',
      ],
      button: 'Passwort wählen',
      after: [`Der Link gilt einmal. Zeit dafür: ${duration(days, 'day')}.`],
    }),
    confirm_email_change: ({ email, minutes }, { duration }) => ({
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      paragraphs: [
        `Ihr Konto soll künftig die Adresse ${email} verwenden. Bitte bestätigen Sie, dass sie Ihnen gehört.`,
      ],
      button: 'Adresse bestätigen',
      after: [
        `Der Link gilt ${duration(minutes, 'minute')}. Bis dahin ändert sich nichts.`,
        'Falls Sie das nicht veranlasst haben, können Sie diese Nachricht ignorieren.',
      ],
    }),
    email_change_requested: ({ email }) => ({
      subject: 'Ihre E-Mail-Adresse soll geändert werden',
      paragraphs: [
        `Jemand möchte die E-Mail-Adresse Ihres Kontos in ${email} ändern. Sie ändert sich, sobald die neue Adresse bestätigt ist.`,
        'Wenn Sie das waren, brauchen Sie nichts zu tun. Wenn nicht, verhindern Sie es hier:',
      ],
      ...notMe,
    }),
    email_changed: ({ email, days }, { duration }) => ({
      subject: 'Ihre E-Mail-Adresse wurde geändert',
      paragraphs: [
        `Die E-Mail-Adresse Ihres Kontos ist jetzt ${email}. Nachrichten kommen nicht mehr an diese Adresse.`,
        `Wenn Sie das nicht waren, machen Sie es hier rückgängig. Zeit dafür: ${duration(days, 'day')}.`,
      ],
      button: 'Änderung rückgängig machen',
      after: notMe.after,
    }),
    email_changed_by_admin: ({ email }) => ({
      subject: 'Ihre E-Mail-Adresse wurde geändert',
      paragraphs: [
        `Die E-Mail-Adresse Ihres Kontos wurde von der Verwaltung in ${email} geändert. Nachrichten kommen nicht mehr an diese Adresse.`,
        'Wenn Sie das nicht erwartet haben, wenden Sie sich an den Betreiber dieses Dienstes.',
      ],
    }),
    password_changed: ({ at, made }, { time }) => ({
      subject: 'Ihr Passwort wurde geändert',
      paragraphs: [
        `Das Passwort Ihres Kontos wurde am ${time(at)} geändert. Alle Geräte wurden abgemeldet.`,
        ...(made
          ? [
              `Von Ihnen oder mit Ihren API-Schlüsseln in den letzten 30 Tagen erstellt und noch gültig:\n${made}`,
            ]
          : []),
        ifNotYou,
      ],
      ...notMe,
    }),
    new_sign_in: ({ device, address, at }, { time }) => ({
      subject: 'Neue Anmeldung bei Ihrem Konto',
      paragraphs: [
        `Bei Ihrem Konto hat sich am ${time(at)} ein neues Gerät angemeldet.`,
        `Gerät: ${device ?? 'unbekannt'}\nNetzwerkadresse: ${address}`,
        ifNotYou,
      ],
      ...notMe,
    }),
    device_remembered: ({ device, address, at, days }, { time, duration }) => ({
      subject: 'Ein Gerät wurde gemerkt',
      paragraphs: [
        `Am ${time(at)} wurde für Ihr Konto ein Gerät gemerkt. Für ${duration(days, 'day')} braucht eine Anmeldung dort nur Ihr Passwort und keinen zweiten Faktor.`,
        `Gerät: ${device ?? 'unbekannt'}\nNetzwerkadresse: ${address}`,
        ifNotYou,
      ],
      ...notMe,
    }),
    second_factor_failed: ({ address, at }, { time }) => ({
      subject: 'Jemand kennt Ihr Passwort',
      paragraphs: [
        `Am ${time(at)} hat jemand das richtige Passwort Ihres Kontos angegeben und danach mehrere falsche Codes. Angemeldet wurde damit niemand.`,
        `Netzwerkadresse: ${address}`,
        'Wenn Sie das waren, brauchen Sie nichts zu tun. Wenn nicht, kennt jemand anderes Ihr Passwort. Sichern Sie jetzt Ihr Konto:',
      ],
      ...notMe,
    }),
    factor_added: ({ at }, { time }) => ({
      subject: 'Eine Authenticator-App wurde hinzugefügt',
      ...notice(
        `Ihrem Konto wurde am ${time(at)} eine Authenticator-App hinzugefügt. Von nun an fragt jede Anmeldung nach einem Code, den sie anzeigt.`,
      ),
    }),
    factor_removed: ({ at }, { time }) => ({
      subject: 'Ihre Authenticator-App wurde entfernt',
      ...notice(
        `Die Authenticator-App Ihres Kontos wurde am ${time(at)} entfernt. Eine Anmeldung fragt nicht mehr nach einem Code. Alle anderen Geräte wurden abgemeldet.`,
      ),
    }),
    recovery_codes_made: ({ at }, { time }) => ({
      subject: 'Sie haben neue Wiederherstellungscodes',
      ...notice(
        `Für Ihr Konto wurden am ${time(at)} neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.`,
      ),
    }),
    recovery_code_used: ({ at, left }, { time }) => ({
      subject: 'Ein Wiederherstellungscode wurde benutzt',
      ...notice(`Einer Ihrer Wiederherstellungscodes wurde am ${time(at)} benutzt. Übrige Codes: ${left}.`),
    }),
    factors_reset: ({ at }, { time }) => ({
      subject: 'Ihre zweiten Faktoren wurden entfernt',
      ...notice(
        `Ein Administrator hat am ${time(at)} die Authenticator-App und die Wiederherstellungscodes Ihres Kontos entfernt. Alle Geräte wurden abgemeldet.`,
        ifNotAsked,
      ),
    }),
    reset_link_shown: ({ at }, { time }) => ({
      subject: 'Für Sie wurde ein Link für ein neues Passwort erstellt',
      ...notice(
        `Ein Administrator hat sich am ${time(at)} einen Link anzeigen lassen, mit dem das Passwort Ihres Kontos neu gesetzt werden kann. Er gilt einmal, eine Stunde lang.`,
        ifNotAsked,
      ),
    }),
    passkey_added: ({ name, at }, { time }) => ({
      subject: 'Ein Passkey wurde hinzugefügt',
      paragraphs: [
        `Ihrem Konto wurde am ${time(at)} ein Passkey hinzugefügt. Er meldet von nun an ohne Passwort an.`,
        `Name: ${name}`,
        ifNotYou,
      ],
      ...notMe,
    }),
    passkey_removed: ({ name, at }, { time }) => ({
      subject: 'Ein Passkey wurde entfernt',
      paragraphs: [
        `Ein Passkey Ihres Kontos wurde am ${time(at)} entfernt. Er meldet nicht mehr an. Alle anderen Geräte wurden abgemeldet.`,
        `Name: ${name}`,
        ifNotYou,
      ],
      ...notMe,
    }),
    passkey_suspect: ({ name, at }, { time }) => ({
      subject: 'Ein Passkey wurde vielleicht kopiert',
      paragraphs: [
        `Ein Passkey Ihres Kontos wurde am ${time(at)} so benutzt, dass es eine Kopie davon geben könnte. Er wird von nun an abgelehnt, und alle Geräte wurden abgemeldet.`,
        `Name: ${name}`,
        'Entfernen Sie diesen Passkey und fügen Sie einen anderen hinzu.',
        ifNotYou,
      ],
      ...notMe,
    }),
    identity_linked: ({ account, at }, { time }) => ({
      subject: 'Eine Anmeldung wurde hinzugefügt',
      paragraphs: [
        `Mit Ihrem Konto wurde am ${time(at)} ein Konto eines anderen Anbieters verknüpft. Es meldet von nun an an.`,
        `Konto: ${account}`,
        ifNotYou,
      ],
      ...notMe,
    }),
    identity_unlinked: ({ account, at }, { time }) => ({
      subject: 'Eine Anmeldung wurde entfernt',
      paragraphs: [
        `Die Verknüpfung mit einem Konto eines anderen Anbieters wurde am ${time(at)} gelöst. Es meldet nicht mehr an. Alle anderen Geräte wurden abgemeldet.`,
        `Konto: ${account}`,
        ifNotYou,
      ],
      ...notMe,
    }),
    address_in_use: () => ({
      subject: 'Sie haben schon ein Konto',
      paragraphs: [
        'Jemand wollte mit dieser E-Mail-Adresse ein Konto anlegen. Zu ihr gibt es schon eines: Ihres. Ein zweites wurde nicht angelegt.',
        'Wenn Sie das waren und Ihr Passwort vergessen haben, legen Sie hier ein neues fest:',
      ],
      button: 'Neues Passwort festlegen',
      after: ['Wenn Sie es nicht waren, können Sie diese Nachricht ignorieren.'],
    }),
    user_deleted: () => ({
      subject: 'Ihr Konto wurde gelöscht',
      paragraphs: [
        'Ihr Konto wurde gelöscht, mit allem, was dazugehörte. Es kann nicht mehr benutzt werden.',
        'Sie erhalten keine weiteren Nachrichten von uns.',
      ],
    }),
    webhook_disabled: ({ url, isGone }) => ({
      subject: 'Ein Webhook wurde abgeschaltet',
      paragraphs: [
        isGone
          ? 'Der Empfänger eines Webhooks hat geantwortet, dass es ihn nicht mehr gibt. Der Webhook wurde deshalb abgeschaltet.'
          : 'Der Empfänger eines Webhooks hat drei Tage lang nichts angenommen. Der Webhook wurde deshalb abgeschaltet.',
        `Adresse: ${url}`,
        'Nicht zugestellte Ereignisse bleiben erhalten. Schalten Sie den Webhook wieder ein, sobald sein Empfänger antwortet.',
      ],
    }),
    api_key_created: ({ id, name, scopes, by, at }, { time }) => ({
      subject: 'Ein neuer API-Schlüssel wurde erstellt',
      paragraphs: [
        `Am ${time(at)} wurde ein API-Schlüssel erstellt. Er gilt, bis er abläuft oder widerrufen wird, was auch immer aus dem wird, der ihn erstellt hat.`,
        `Name: ${name}\nErlaubt: ${scopes}\nId: ${id}\n${maker(by)}`,
        'Wenn niemand von Ihnen das war, widerrufen Sie den Schlüssel und beenden Sie die Sitzungen, aus denen er kommt.',
      ],
    }),
    webhook_set_up: ({ id, url, eventTypes, isNew, by, at }, { time }) => ({
      subject: isNew ? 'Ein neuer Webhook wurde erstellt' : 'Ein Webhook wurde geändert',
      paragraphs: [
        isNew
          ? `Am ${time(at)} wurde ein Webhook erstellt. Von nun an werden Ereignisse dorthin geschickt.`
          : `Am ${time(at)} wurde geändert, wohin ein Webhook führt, was dorthin geschickt wird, oder sein Geheimnis, oder er wurde wieder eingeschaltet.`,
        `Adresse: ${url}\nEreignisse: ${eventTypes}\nId: ${id}\n${maker(by)}`,
        'Wenn niemand von Ihnen das war, löschen Sie den Webhook und beenden Sie die Sitzungen, aus denen er kommt.',
      ],
    }),
    client_set_up: ({ id, name, leadsTo, change, by, at }, { time }) => ({
      subject: {
        made: 'Ein neuer OpenID-Client wurde erstellt',
        changed: 'Ein OpenID-Client wurde geändert',
        secret: 'Ein OpenID-Client hat ein weiteres Geheimnis',
      }[change],
      paragraphs: [
        {
          made: `Am ${time(at)} wurde einer Anwendung erlaubt, Personen anzumelden.`,
          changed: `Am ${time(at)} wurde geändert, wohin eine Anwendung führt, die Personen anmeldet, oder was sie darf, oder sie wurde ein- oder ausgeschaltet.`,
          secret: `Am ${time(at)} hat eine Anwendung, die Personen anmeldet, ein weiteres Geheimnis bekommen.`,
        }[change],
        `Name: ${name}${leadsTo && `\nFührt zu: ${leadsTo}`}\nId: ${id}\n${maker(by)}`,
        'Wenn niemand von Ihnen das war, löschen Sie den Client und beenden Sie die Sitzungen, aus denen er kommt.',
      ],
    }),
    user_secured: ({ user, ended, left, at }, { time }) => ({
      subject: 'Jemand anderes hat ein Konto benutzt',
      paragraphs: [
        `Der Inhaber des Kontos ${user} hat am ${time(at)} gemeldet, dass jemand anderes darin tätig war. Alle seine Sitzungen sind beendet.`,
        ...(ended ? [`Widerrufen oder abgeschaltet, weil seither erstellt:\n${ended}`] : []),
        ...(left
          ? [
              `Vorher vom selben Benutzer oder mit dessen API-Schlüsseln erstellt und noch gültig. Sehen Sie sich jedes an:\n${left}`,
            ]
          : []),
      ],
    }),
    admin_added: ({ admin, by, at }, { time }) => ({
      subject: 'Es gibt einen neuen Administrator',
      paragraphs: [
        `Am ${time(at)} wurde jemand zum Administrator, oder als solcher wieder zugelassen, und darf nun alles.`,
        `Benutzername: ${admin}\n${maker(by)}`,
        'Wenn niemand von Ihnen das war, löschen Sie diesen Benutzer und beenden Sie die Sitzungen, aus denen das kommt.',
      ],
    }),
    notification: ({ title, body }) => ({ subject: title, paragraphs: body === null ? [title] : [body] }),
  },
}

function maker(by: Maker): string {
  if (!by) return 'Auf der Kommandozeile'
  return 'user' in by ? `Von: ${by.user}` : `Mit dem API-Schlüssel: ${by.apiKey}`
}
