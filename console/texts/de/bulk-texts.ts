import type { Texts } from '../texts.ts'

export const bulkGerman: Pick<Texts, 'bulk'> = {
  bulk: {
    title: 'Mehrere Benutzer',
    choose: 'Mit den angehakten Benutzern',
    go: 'Weiter',
    tickAll: 'Alle auf dieser Seite anhaken',
    tickNobody: 'Niemanden anhaken',
    tick: (name) => `${name} anhaken`,
    nobody: 'Niemand ist angehakt. Haken Sie die Benutzer zuerst in der Liste an.',
    noAction: 'Wählen Sie, was mit den angehakten Benutzern geschehen soll.',
    counted: (count) => `${count} Benutzer`,
    each: 'Für jeden von ihnen gilt:',
    typeNumber: 'Wie viele Benutzer sind das? Geben Sie die Zahl ein, und sie werden für immer gelöscht.',
    wrongNumber: 'So viele sind es nicht; deshalb wurde niemand gelöscht.',
    result: 'Ergebnis',
    sum: (done, all) => `Erledigt: ${done} von ${all}`,
    answer: 'Antwort',
    done: 'erledigt',
    notDone: 'nicht erledigt',
    back: 'Zurück zu den Benutzern',
    failures: {
      user_not_found: 'Diesen Benutzer gibt es nicht mehr.',
      forbidden: 'Das geht nicht bei Ihnen selbst und nicht bei jemandem mit mehr Rechten.',
      last_admin: 'Das ist der letzte Administrator, ohne den niemand hineinkäme.',
      user_suspended: 'Der Benutzer ist gesperrt.',
      user_has_password: 'Der Benutzer hat schon ein Passwort.',
      reauthentication_required:
        'Dafür ist Ihr Passwort noch einmal nötig: Tun Sie es auf der Seite des Benutzers.',
    },
  },
}
