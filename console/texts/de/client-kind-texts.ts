import type { Texts } from '../texts.ts'

/** The texts of the kinds of applications, and of how to connect one. */
export const clientKindGerman: Pick<Texts, 'clientKinds'> = {
  clientKinds: {
    choose: 'Was für eine Anwendung ist es? Auf der nächsten Seite können Sie jede Einstellung ändern.',
    connect: 'Anwendung verbinden',
    connectHint:
      'Die meisten Anwendungen brauchen nur diese Werte und das Client-Secret, falls es eines gibt.',
    issuer: 'Issuer-URL',
    discovery: 'Discovery-URL',
    kinds: {
      web: {
        name: 'Webanwendung',
        hint: 'Läuft auf einem Server und hat ein Client-Secret: Grafana, GitLab, Next.js, Django, Rails.',
      },
      spa: {
        name: 'Single-Page-Anwendung',
        hint: 'Läuft im Browser, ohne Client-Secret: React, Vue, Angular.',
      },
      mobile: {
        name: 'Mobile oder Desktop-App',
        hint: 'Läuft auf einem Gerät des Benutzers, ohne Client-Secret: iOS, Android, Electron.',
      },
      machine: {
        name: 'Maschine zu Maschine',
        hint: 'Ruft APIs im eigenen Namen auf, ohne Benutzer: Jobs, Dienste, Skripte.',
      },
    },
  },
}
