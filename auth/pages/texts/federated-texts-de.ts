import type { FederatedTexts } from './texts.ts'

export const germanFederated: FederatedTexts = {
  title: 'Konten, mit denen Sie sich anmelden',
  about: 'Mit diesen können Sie sich hier ohne Passwort anmelden.',
  continueWith: (title) => `Weiter mit ${title}`,
  linkAnother: (title) => `${title} verknüpfen`,
  unlink: 'Verknüpfung lösen',
  signInToLink: (title) =>
    `Mit diesem Konto bei ${title} ist hier noch keines verknüpft. Melden Sie sich an, wie Sie es kennen, dann können Sie es verknüpfen.`,
  link: ({ title, account, username }) => ({
    title: `Konto bei ${title} verknüpfen?`,
    paragraphs: [`Von da an meldet ${account} Sie bei Ihrem Konto ${username} an.`],
    button: 'Konto verknüpfen',
    after: ['Wenn Sie das nicht wollten, gehen Sie zurück: Nichts wurde geändert.'],
  }),
  notLinked: 'Das Konto wurde nicht verknüpft',
  taken: 'Dieses Konto ist schon verknüpft. Es kann nur bei einem Konto hier anmelden.',
  tooMany: 'Sie haben so viele Konten verknüpft wie möglich. Lösen Sie zuerst eine Verknüpfung.',
  unconfirmed:
    'Bestätigen Sie zuerst Ihre E-Mail-Adresse: mit dem Link in der Nachricht, die Sie bekommen haben, oder fordern Sie einen neuen an.',
  remove: (title) => ({
    title: `Verknüpfung mit ${title} lösen?`,
    paragraphs: ['Die Schaltfläche bewirkt:'],
    points: [`Sie können sich nicht mehr mit ${title} anmelden.`, 'Alle anderen Geräte werden abgemeldet.'],
    button: 'Verknüpfung lösen',
  }),
  lastWayIn:
    'Das ist Ihr einziger Zugang. Legen Sie zuerst ein Passwort fest, oder fügen Sie einen Passkey hinzu.',
  failed: (title) => ({
    title: `${title} ist gerade nicht erreichbar`,
    paragraphs: [
      `${title} hat nicht so geantwortet, wie es sollte. Das liegt nicht an Ihnen, und hier wurde nichts geändert.`,
    ],
  }),
  refused: (title) => ({
    title: `Sie wurden nicht mit ${title} angemeldet`,
    paragraphs: [`${title} hat nicht bestätigt, dass Sie es sind. Hier wurde nichts geändert.`],
  }),
  tooLate: {
    title: 'Diese Anmeldung ist vorbei',
    paragraphs: [
      'Sie hat zu lange gedauert, wurde schon benutzt oder begann in einem anderen Browser. Bitte beginnen Sie neu.',
    ],
  },
  otherWay: 'Anders anmelden',
  noPassword: 'Ihr Konto hat kein Passwort. Zeigen Sie hiermit, dass Sie es sind:',
  setPassword: 'Passwort festlegen',
}
