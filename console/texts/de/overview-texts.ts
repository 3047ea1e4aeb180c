import type { Texts } from '../texts.ts'

export const overviewGerman: Pick<Texts, 'overview'> = {
  overview: {
    title: 'Überblick',
    logins: 'Anmeldungen',
    day: '24 Stunden',
    week: '7 Tage',
    chart:
      'Anmeldungen je Stunde: gelungen, falsch und abgewiesen. Die Zahlen stehen in der Tabelle darunter.',
    now: 'jetzt',
    asTable: 'Als Tabelle',
    hour: 'Stunde',
    noLogins:
      'In dieser Zeit hat niemand versucht, sich anzumelden. Sobald es jemand tut, zeigt ein Balken je Stunde, wie es ausging.',
    newUsers: 'Neue Benutzer',
    inAWeek: (count) => `${count} in den letzten 7 Tagen`,
    moreThan: (count) => `Mehr als ${count} in den letzten 7 Tagen`,
    ages: 'Schlüssel und Zertifikate',
    lastActs: 'Was zuletzt getan wurde',
    kinds: { good: 'gelungen', bad: 'falsches Passwort oder Faktor', refused: 'durch Grenzen abgewiesen' },
  },
}
