import type { Texts } from '../texts.ts'

export const overviewFrench: Pick<Texts, 'overview'> = {
  overview: {
    title: 'Aperçu',
    logins: 'Connexions',
    day: '24 heures',
    week: '7 jours',
    chart:
      'Connexions par heure : réussies, erronées et refusées. Les chiffres sont dans le tableau ci-dessous.',
    now: 'maintenant',
    asTable: 'En tableau',
    hour: 'Heure',
    noLogins:
      'Personne n’a essayé de se connecter pendant ce temps. Dès que quelqu’un le fera, une barre par heure montrera le résultat.',
    newUsers: 'Nouveaux utilisateurs',
    inAWeek: (count) => `${count} ces 7 derniers jours`,
    moreThan: (count) => `Plus de ${count} ces 7 derniers jours`,
    ages: 'Clés et certificats',
    lastActs: 'Ce qui a été fait en dernier',
    kinds: { good: 'réussies', bad: 'mot de passe ou facteur erroné', refused: 'refusées par les limites' },
  },
}
