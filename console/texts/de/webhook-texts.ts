import type { Texts } from '../texts.ts'

export const webhookGerman: Pick<Texts, 'webhooks'> = {
  webhooks: {
    title: 'Webhooks',
    make: 'Neuer Webhook',
    none: 'Noch wird keinem Server etwas gesagt',
    noneHint:
      'Ein Webhook sendet Ereignisse signiert an eine URL von Ihnen: Jemand hat sich registriert, eine Sitzung ist beendet, ein Schlüssel wurde angelegt. Ihre Anwendung muss nicht immer wieder danach fragen.',
    all: 'Alles',
    more: (count) => `und ${count} weitere`,
    url: 'URL',
    urlHint: 'https, und nur mit öffentlichen Adressen.',
    events: 'Ereignisse',
    eventsHint: 'Was dorthin gesendet wird.',
    everything: 'Alles, auch was eine spätere Version hinzufügt',
    description: 'Wozu er dient',
    state: 'Zustand',
    on: 'an',
    failing: 'gestört',
    failingSince: 'Nichts ist angekommen seit',
    off: {
      requested: 'angehalten',
      gone: 'aus: die Antwort war 410',
      failing: 'aus: tagelang kam nichts an',
    },
    formerSecret: 'Das vorige Geheimnis signiert noch bis',
    create: 'Webhook anlegen',
    edit: 'Bearbeiten',
    save: 'Speichern',
    changed: 'Der Webhook wurde geändert.',
    deleted: 'Der Webhook wurde gelöscht.',
    made: 'Der Webhook wurde angelegt',
    rotated: 'Das Geheimnis wurde ersetzt',
    signs: 'Prüfen Sie damit, dass eine Zustellung von hier kommt: Es signiert jede.',
    deliveries: 'Zustellungen',
    deliveriesHint: 'Was in den letzten 14 Tagen gesendet wurde und was wartet, das Neueste zuerst.',
    noDeliveries:
      'Noch wurde nichts dorthin gesendet. Senden Sie einen Test, und sehen Sie hier, wie es ging.',
    noneInState: 'Davon gibt es keine.',
    event: 'Ereignis',
    outcome: 'Ergebnis',
    attempts: (count) => `${count} Versuche`,
    answered: 'Die Antwort war',
    noAnswer: 'keine Antwort',
    next: 'nächster Versuch',
    last: 'Letzter Versuch',
    states: { waiting: 'wartet', delivered: 'zugestellt', failed: 'gescheitert' },
    anyState: 'Alle',
    replayed: (count) =>
      count === '1' ? '1 wird noch einmal gesendet.' : `${count} werden noch einmal gesendet.`,
    actions: {
      test: {
        title: 'Test senden',
        explain: 'Ein Ereignis des Typs webhook.test wird wie jedes andere dorthin gesendet.',
        button: 'Den Test senden',
        done: 'Der Test ist unterwegs: Laden Sie diese Seite gleich noch einmal.',
      },
      pause: {
        title: 'Anhalten',
        explain: 'Nichts Neues wird eingereiht. Was wartet, wartet weiter.',
        button: 'Webhook anhalten',
        done: 'Der Webhook ist angehalten.',
      },
      resume: {
        title: 'Einschalten',
        explain: 'Ereignisse werden wieder gesendet, auch die, die warten.',
        button: 'Webhook einschalten',
        done: 'Der Webhook ist an.',
      },
      replayFailed: {
        title: 'Gescheiterte noch einmal senden',
        explain:
          'Was in den letzten 14 Tagen gescheitert ist, wird noch einmal gesendet, das Älteste zuerst, höchstens 500 auf einmal.',
        button: 'Noch einmal senden',
        done: 'Sie sind unterwegs.',
      },
      replayOne: {
        title: 'Noch einmal senden',
        explain: 'Dieses Ereignis wird noch einmal gesendet, oder sofort, wenn es wartet.',
        button: 'Das Ereignis senden',
        done: 'Das Ereignis ist unterwegs.',
      },
      rotate: {
        title: 'Geheimnis ersetzen',
        explain:
          'Das neue Geheimnis wird einmal gezeigt. Das vorige signiert noch 24 Stunden mit, damit inzwischen keine Zustellung abgelehnt wird.',
        button: 'Das Geheimnis ersetzen',
        done: '',
      },
      delete: {
        title: 'Löschen',
        explain:
          'Der Webhook verschwindet, mit allem, was auf ihn wartet, und der Liste seiner Zustellungen.',
        button: 'Webhook löschen',
        done: '',
      },
    },
  },
}
