import type { Texts } from '../texts.ts'

export const overviewGerman: Pick<Texts, 'overview'> = {
  overview: {
    title: 'Übersicht',
    logins: 'Anmeldungen',
    day: '24 Stunden',
    week: '7 Tage',
    chart:
      'Anmeldungen pro Stunde: erfolgreich, fehlgeschlagen und durch Ratenbegrenzung abgelehnt. Die Zahlen stehen in der Tabelle darunter.',
    now: 'jetzt',
    asTable: 'Als Tabelle anzeigen',
    hour: 'Stunde',
    noLogins:
      'Keine Anmeldungen in diesem Zeitraum. Sobald sich Benutzer anmelden, zeigt das Diagramm einen Balken pro Stunde.',
    newUsers: 'Neue Benutzer',
    inAWeek: (count) => `${count} in den letzten 7 Tagen`,
    moreThan: (count) => `Mehr als ${count} in den letzten 7 Tagen`,
    ages: 'Schlüssel und Zertifikate',
    lastActs: 'Letzte Admin-Aktionen',
    kinds: { good: 'Erfolgreich', bad: 'Falsches Passwort oder Faktor', refused: 'Ratenbegrenzt' },
  },
}
