import type { Texts } from '../texts.ts'

export const apiKeyGerman: Pick<Texts, 'apiKeys'> = {
  apiKeys: {
    title: 'API-Schlüssel',
    make: 'Neuer API-Schlüssel',
    none: 'Noch hat kein Programm einen Schlüssel',
    noneHint:
      'Mit einem API-Schlüssel ruft ein Programm von Ihnen die API ohne einen Menschen auf: ein nächtlicher Lauf, der Benutzer liest, ein Server, der Ereignisse liest. Geben Sie jedem Programm einen eigenen, mit nicht mehr Rechten als nötig.',
    name: 'Name',
    nameHint: 'Welches Programm ihn hat, und wo.',
    scopes: 'Rechte',
    scopesHint: 'Nicht mehr, als das Programm braucht.',
    scope: {
      'users:read': 'Benutzer sehen',
      'users:write': 'Benutzer anlegen, ändern und sperren',
      'users:delete': 'Benutzer löschen',
      'sessions:read': 'sehen, wo jemand angemeldet ist',
      'sessions:revoke': 'Sitzungen beenden',
      'keys:write': 'API-Schlüssel anlegen und widerrufen',
      'events:read': 'Ereignisse und das Audit lesen',
      'events:write': 'Zustellungen noch einmal senden',
      'webhooks:write': 'Webhooks anlegen und ändern',
      'clients:write': 'Anwendungen anlegen und ändern',
      'system:read': 'Signaturschlüssel, Einstellungen und Zustand sehen',
      'system:write': 'Signaturschlüssel wechseln',
    },
    lifetime: 'Gilt für',
    days: { '30': '30 Tage', '90': '90 Tage', '365': 'ein Jahr', '730': 'zwei Jahre' },
    state: 'Zustand',
    good: 'gültig',
    expired: 'abgelaufen',
    revoked: 'widerrufen',
    lastUsed: 'Zuletzt benutzt',
    expires: 'Läuft ab',
    create: 'Schlüssel anlegen',
    made: 'Der Schlüssel wurde angelegt',
    sent: 'Das Programm sendet ihn als Authorization: Bearer, gefolgt vom Schlüssel.',
    done: 'Der Schlüssel wurde widerrufen.',
    revoke: {
      title: 'Widerrufen',
      explain:
        'Das Programm, das den Schlüssel hat, wird abgewiesen, sofort oder binnen zehn Sekunden. Das lässt sich nicht rückgängig machen.',
      button: 'Schlüssel widerrufen',
    },
  },
}
