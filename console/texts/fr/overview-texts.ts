import type { Texts } from '../texts.ts'

export const overviewFrench: Pick<Texts, 'overview'> = {
  overview: {
    title: 'Vue d’ensemble',
    logins: 'Connexions',
    day: '24 heures',
    week: '7 jours',
    chart:
      'Connexions par heure : réussies, échouées et limitées en débit. Les chiffres figurent dans le tableau ci-dessous.',
    now: 'maintenant',
    asTable: 'Afficher en tableau',
    hour: 'Heure',
    noLogins:
      'Aucune connexion sur cette période. Le graphique affichera une barre par heure dès que des utilisateurs se connecteront.',
    newUsers: 'Nouveaux utilisateurs',
    inAWeek: (count) => `${count} ces 7 derniers jours`,
    moreThan: (count) => `Plus de ${count} ces 7 derniers jours`,
    ages: 'Clés et certificats',
    lastActs: 'Dernières actions des administrateurs',
    kinds: { good: 'Réussies', bad: 'Mot de passe ou facteur erroné', refused: 'Limitées en débit' },
  },
}
