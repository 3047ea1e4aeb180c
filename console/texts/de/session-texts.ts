import type { Texts } from '../texts.ts'

export const sessionGerman: Pick<Texts, 'sessions'> = {
  sessions: {
    title: 'Sitzungen',
    hint: 'Wo jemand jetzt angemeldet ist, das Neueste zuerst.',
    who: 'Von wem',
    whoHint: 'Ein Benutzername, eine Adresse oder eine Id.',
    address: 'Von wo',
    addressHint: 'Eine Netzwerkadresse oder ihr Anfang, wie 198.51.100.',
    wrong: 'Danach lässt sich nicht suchen.',
    nobody: 'Niemand heißt so.',
    ofClient: 'Wer angemeldet ist',
    signedInTo: 'Angemeldet bei',
    all: 'Alle Sitzungen',
    none: 'Niemand ist angemeldet',
    noneFit: 'Keine Sitzung passt',
    noneHint: 'Eine Sitzung beginnt, wenn sich jemand anmeldet. Hier steht jede, bis sie endet.',
    noneFitHint: 'Suchen Sie nach weniger auf einmal. Was beendet ist, wird nicht gezeigt.',
    user: 'Benutzer',
    yours: 'das sind Sie',
    end: {
      title: 'Sitzung beenden von',
      explain: 'Wer dort angemeldet ist, wird sofort abgemeldet und kann sich wieder anmelden.',
      button: 'Sitzung beenden',
    },
    endsOwn: 'Das ist Ihre eigene Sitzung: Sie werden von dieser Konsole abgemeldet.',
    short: 'Beenden',
    done: 'Die Sitzung wurde beendet.',
  },
}
