import type { Texts } from '../texts.ts'

export const deadLetterGerman: Pick<Texts, 'deadLetters'> = {
  deadLetters: {
    title: 'Fehlgeschlagene Zustellungen',
    hint: 'E-Mails, Ereignisse und Aufträge des Benutzerdienstes, die aufgegeben wurden: endgültig abgelehnt oder tagelang nicht angenommen. Sie bleiben 30 Tage erhalten. Für den Authentifizierungsdienst: latchkey events dead-letters.',
    none: 'Keine fehlgeschlagenen Zustellungen.',
    noneHint: 'Alles, was der Benutzerdienst sendet, ist angekommen oder wird noch versucht.',
    webhooks: 'Zustellungen von Webhooks stehen beim jeweiligen Webhook:',
    what: 'Zustellung',
    why: 'Fehler',
    subject: 'Betrifft',
    attempts: (count) => `Versuche: ${count}`,
    givenUp: 'aufgegeben',
    short: 'Wiederholen',
    one: {
      title: 'Zustellung wiederholen',
      explain: 'Wird sofort gesendet und so lange versucht wie eine neue.',
      button: 'Zustellung wiederholen',
    },
    all: {
      title: 'Alle wiederholen',
      explain:
        'Wiederholt bis zu 1.000 Zustellungen, die ältesten zuerst. Beheben Sie zuerst die Ursache der Fehler.',
      button: 'Alle wiederholen',
    },
    drop: {
      title: 'Fehlgeschlagene Zustellung löschen',
      explain:
        'Sie wird nie zugestellt, und das lässt sich nicht rückgängig machen. Löschen Sie nur, was kein Empfänger je annehmen wird.',
      button: 'Fehlgeschlagene Zustellung löschen',
    },
    shortDrop: 'Löschen',
    dropped: 'Fehlgeschlagene Zustellung gelöscht.',
    everything: 'alle fehlgeschlagenen Zustellungen',
    done: 'Die Zustellung wird erneut versucht. Schlägt sie endgültig fehl, steht sie wieder hier.',
    replayed: (count) => `Erneut versuchte Zustellungen: ${count}.`,
  },
}
