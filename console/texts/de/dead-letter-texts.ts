import type { Texts } from '../texts.ts'

export const deadLetterGerman: Pick<Texts, 'deadLetters'> = {
  deadLetters: {
    title: 'Aufgegebene Zustellungen',
    hint: 'Zustellungen des Benutzerdienstes, die aufgegeben wurden, weil sie endgültig abgelehnt oder tagelang nicht angenommen wurden. Sie bleiben 30 Tage. Die des Anmeldedienstes zeigt latchkey events dead-letters.',
    none: 'Alles ist angekommen',
    noneHint:
      'Was die Dienste einander sagen, Mails und Ereignisse warten hier, wenn ihr Empfänger sie endgültig ablehnt. Nichts wartet.',
    what: 'Was',
    why: 'Warum',
    subject: 'Über',
    attempts: (count) => `Versuche: ${count}`,
    givenUp: 'aufgegeben',
    short: 'Noch einmal',
    one: {
      title: 'Noch einmal versuchen',
      explain: 'Sie wird sofort zugestellt, und so lange versucht wie eine neue.',
      button: 'Diese noch einmal versuchen',
    },
    all: {
      title: 'Alle noch einmal versuchen',
      explain:
        'Höchstens tausend werden noch einmal versucht, die ältesten zuerst. Beheben Sie zuerst, warum sie aufgegeben wurden.',
      button: 'Alle noch einmal versuchen',
    },
    drop: {
      title: 'Unzustellbares entfernen',
      explain:
        'Es wird nicht mehr zugestellt, und das lässt sich nicht rückgängig machen. Nur für das, was niemand je annehmen wird.',
      button: 'Entfernen',
    },
    shortDrop: 'Entfernen',
    dropped: 'Es wurde entfernt.',
    everything: 'alle aufgegebenen Zustellungen',
    done: 'Sie wird noch einmal versucht. Kommt sie hierher zurück, wurde sie wieder aufgegeben.',
    replayed: (count) => `Noch einmal versucht: ${count}.`,
  },
}
