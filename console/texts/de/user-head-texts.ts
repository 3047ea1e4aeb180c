import type { Texts } from '../texts.ts'

/** The texts of the head and the tabs of the page of one user. */
export const userHeadGerman: Pick<Texts, 'userHead'> = {
  userHead: {
    label: 'Pfad',
    tabs: {
      overview: 'Übersicht',
      methods: 'Anmeldemethoden',
      sessions: 'Sitzungen',
      apps: 'Anwendungen',
      activity: 'Aktivität',
    },
    sections: 'Bereiche dieses Benutzers',
    more: 'Weitere Aktionen',
    copy: 'Kopieren',
    copied: 'Kopiert',
    noApps: 'Keine verbundenen Anwendungen.',
    noAppsHint:
      'Hier stehen Anwendungen, bei denen sich dieser Benutzer anmeldet oder denen er Zugriff gewährt hat.',
    noMethods: 'Nur Passwort.',
    noMethodsHint:
      'Passkeys, eine Authenticator-App und Konten bei Anbietern fügt der Benutzer auf der Kontoseite hinzu.',
    noSession: 'Keine aktiven Sitzungen.',
    noSessionHint: 'Eine Sitzung beginnt mit der Anmeldung und steht hier, bis sie endet.',
    password: 'Passwort',
    hasPassword: 'Vorhanden',
    recent: 'Letzte Aktivität',
  },
}
