import type { Texts } from '../texts.ts'

export const sessionGerman: Pick<Texts, 'sessions'> = {
  sessions: {
    title: 'Sitzungen',
    hint: 'Alle aktiven Sitzungen, die neuesten zuerst.',
    who: 'Benutzer',
    whoHint: 'Benutzername, E-Mail-Adresse oder Benutzer-ID.',
    address: 'IP-Adresse',
    addressHint: 'Eine IP-Adresse oder ihr Anfang, etwa 198.51.100.',
    wrong: 'Der Filter ist ungültig. Korrigieren Sie das markierte Feld.',
    nobody:
      'Kein Benutzer hat diesen Benutzernamen, diese E-Mail-Adresse oder ID. Prüfen Sie die Schreibweise.',
    ofClient: 'Aktive Sitzungen anzeigen',
    signedInTo: 'Angemeldet bei',
    all: 'Alle Sitzungen anzeigen',
    none: 'Keine aktiven Sitzungen.',
    noneFit: 'Keine passenden Sitzungen.',
    noneHint: 'Eine Sitzung beginnt, wenn sich ein Benutzer anmeldet, und steht hier, bis sie endet.',
    noneFitHint:
      'Entfernen Sie einen Filter, oder prüfen Sie die Schreibweise. Beendete Sitzungen erscheinen hier nicht.',
    user: 'Benutzer',
    yours: 'Dieser Browser',
    end: {
      title: 'Sitzung beenden',
      explain: 'Meldet den Benutzer auf diesem Gerät sofort ab. Er kann sich wieder anmelden.',
      button: 'Sitzung beenden',
    },
    endsOwn: 'Das ist Ihre eigene Sitzung. Wenn Sie sie beenden, werden Sie von dieser Konsole abgemeldet.',
    short: 'Sitzung beenden',
    done: 'Sitzung beendet.',
  },
}
