import type { FederatedTexts } from './texts.ts'

export const germanFederated: FederatedTexts = {
  title: 'Verknüpfte Konten',
  about: 'Melden Sie sich mit einem Konto an, das Sie anderswo bereits haben.',
  continueWith: (title) => `Weiter mit ${title}`,
  linkAnother: (title) => `${title} verknüpfen`,
  unlink: 'Verknüpfung lösen',
  signInToLink: (title) =>
    `Dieses Konto bei ${title} ist noch nicht verknüpft. Melden Sie sich auf andere Weise an, um es zu verknüpfen.`,
  link: ({ title, account, username }) => ({
    title: `Konto bei ${title} verknüpfen?`,
    paragraphs: [`Sie können sich dann mit ${account} bei ${username} anmelden.`],
    button: 'Konto verknüpfen',
    after: ['Falls Sie das nicht veranlasst haben, gehen Sie zurück. Es wurde nichts geändert.'],
  }),
  notLinked: 'Das Konto wurde nicht verknüpft',
  taken: 'Dieses Konto ist bereits verknüpft. Es kann hier nur mit einem Konto verknüpft sein.',
  tooMany: 'Sie haben die Höchstzahl verknüpfter Konten erreicht. Lösen Sie zuerst eine Verknüpfung.',
  unconfirmed:
    'Bestätigen Sie zuerst Ihre E-Mail-Adresse. Verwenden Sie dazu den Link in unserer E-Mail, oder fordern Sie einen neuen an.',
  remove: (title) => ({
    title: `Verknüpfung mit ${title} lösen?`,
    paragraphs: ['Das passiert dabei:'],
    points: [`Sie können sich nicht mehr mit ${title} anmelden.`, 'Alle anderen Geräte werden abgemeldet.'],
    button: 'Verknüpfung lösen',
  }),
  lastWayIn:
    'Das ist Ihre einzige Anmeldemethode. Legen Sie zuerst ein Passwort fest, oder fügen Sie einen Passkey hinzu.',
  failed: (title) => ({
    title: `${title} ist gerade nicht erreichbar`,
    paragraphs: [
      `${title} hat einen Fehler gemeldet. Versuchen Sie es später noch einmal. Hier wurde nichts geändert.`,
    ],
  }),
  refused: (title) => ({
    title: `Sie wurden nicht mit ${title} angemeldet`,
    paragraphs: [`${title} hat Ihre Anmeldung nicht bestätigt. Hier wurde nichts geändert.`],
  }),
  tooLate: {
    title: 'Diese Anmeldung ist abgelaufen',
    paragraphs: [
      'Sie hat zu lange gedauert, wurde bereits abgeschlossen oder in einem anderen Browser begonnen. Beginnen Sie noch einmal.',
    ],
  },
  otherWay: 'Auf andere Weise anmelden',
  noPassword: 'Ihr Konto hat kein Passwort. Bestätigen Sie auf einem dieser Wege, dass Sie es sind:',
  setPassword: 'Passwort festlegen',
}
