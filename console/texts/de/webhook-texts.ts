import type { Texts } from '../texts.ts'

export const webhookGerman: Pick<Texts, 'webhooks'> = {
  webhooks: {
    title: 'Webhooks',
    hint: 'Signierte HTTP-Anfragen, die Ihre Server über Ereignisse informieren.',
    create: 'Webhook erstellen',
    none: 'Noch keine Webhooks.',
    noneHint:
      'Erstellen Sie einen Webhook, um signierte Ereignisse an eine Ihrer URLs zu senden: Ein Benutzer hat sich registriert, eine Sitzung ist beendet, ein API-Schlüssel wurde erstellt. Ihr Server muss nicht danach fragen.',
    all: 'Alle Ereignisse',
    more: (count) => `und ${count} weitere`,
    url: 'URL',
    urlHint: 'Eine https-URL mit einer öffentlichen IP-Adresse.',
    events: 'Ereignisse',
    eventsHint: 'Die Ereignisse, die gesendet werden.',
    everything: 'Alle Ereignisse, auch die späterer Versionen',
    description: 'Beschreibung',
    status: 'Status',
    on: 'Aktiviert',
    failing: 'Gestört',
    failingSince: 'Gestört seit',
    off: {
      requested: 'Pausiert',
      gone: 'Deaktiviert: Der Server antwortete mit 410',
      failing: 'Deaktiviert: tagelang keine erfolgreiche Zustellung',
    },
    formerSecret: 'Voriges Secret signiert bis',
    edit: 'Webhook bearbeiten',
    save: 'Änderungen speichern',
    changed: 'Webhook gespeichert.',
    deleted: 'Webhook gelöscht.',
    created: 'Webhook erstellt',
    rotated: 'Signatur-Secret rotiert',
    signs: 'Jede Zustellung ist mit diesem Secret signiert. Prüfen Sie die Signatur in Ihrem Server.',
    changes: 'Änderungen im Audit-Log',
    deliveries: 'Zustellungen',
    deliveriesHint: 'Zustellungen der letzten 14 Tage und ausstehende, die neuesten zuerst.',
    noDeliveries: 'Noch keine Zustellungen. Senden Sie ein Testereignis, um Ihren Server zu prüfen.',
    noneInState: 'Keine Zustellungen mit diesem Status.',
    event: 'Ereignis',
    outcome: 'Ergebnis',
    attempts: (count) => `${count} Versuche`,
    responded: 'Antwort',
    noResponse: 'keine Antwort',
    next: 'nächster Versuch',
    last: 'Letzter Versuch',
    states: { waiting: 'Ausstehend', delivered: 'Zugestellt', failed: 'Fehlgeschlagen' },
    anyState: 'Alle',
    replayed: (count) =>
      count === '1' ? '1 Zustellung wird erneut gesendet.' : `${count} Zustellungen werden erneut gesendet.`,
    actions: {
      test: {
        title: 'Testereignis senden',
        explain: 'Sendet ein Ereignis des Typs webhook.test, wie jedes andere Ereignis.',
        button: 'Testereignis senden',
        done: 'Testereignis gesendet. Laden Sie diese Seite neu, um die Antwort zu sehen.',
      },
      pause: {
        title: 'Webhook pausieren',
        explain:
          'Neue Ereignisse werden nicht an diesen Webhook gesendet. Ausstehende Zustellungen warten, bis Sie ihn fortsetzen.',
        button: 'Webhook pausieren',
        done: 'Webhook pausiert.',
      },
      resume: {
        title: 'Webhook fortsetzen',
        explain: 'Ereignisse werden wieder gesendet, auch ausstehende Zustellungen.',
        button: 'Webhook fortsetzen',
        done: 'Webhook fortgesetzt.',
      },
      replayFailed: {
        title: 'Fehlgeschlagene Zustellungen wiederholen',
        explain:
          'Sendet die fehlgeschlagenen Zustellungen der letzten 14 Tage erneut, die ältesten zuerst, höchstens 500 auf einmal.',
        button: 'Fehlgeschlagene Zustellungen wiederholen',
        done: 'Fehlgeschlagene Zustellungen werden erneut gesendet.',
      },
      replayOne: {
        title: 'Erneut senden',
        explain:
          'Sendet dieses Ereignis erneut an den Webhook. Eine ausstehende Zustellung wird sofort gesendet.',
        button: 'Erneut senden',
        done: 'Das Ereignis wird erneut gesendet.',
      },
      rotate: {
        title: 'Signatur-Secret rotieren',
        explain:
          'Das neue Secret wird einmal angezeigt. 24 Stunden lang werden Zustellungen auch mit dem vorigen signiert, damit keine abgelehnt wird, während Sie Ihren Server umstellen.',
        button: 'Signatur-Secret rotieren',
        done: '',
      },
      delete: {
        title: 'Webhook löschen',
        explain:
          'Löscht den Webhook, seine ausstehenden Zustellungen und seinen Zustellverlauf. Das lässt sich nicht rückgängig machen.',
        button: 'Webhook löschen',
        done: '',
      },
    },
  },
}
