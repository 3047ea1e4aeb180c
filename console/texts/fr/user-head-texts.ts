import type { Texts } from '../texts.ts'

/** The texts of the head and the tabs of the page of one user. */
export const userHeadFrench: Pick<Texts, 'userHead'> = {
  userHead: {
    label: 'Fil d’Ariane',
    tabs: {
      overview: 'Vue d’ensemble',
      methods: 'Méthodes de connexion',
      sessions: 'Sessions',
      apps: 'Applications',
      activity: 'Activité',
    },
    sections: 'Rubriques de cet utilisateur',
    more: 'Autres actions',
    copy: 'Copier',
    copied: 'Copié',
    noApps: 'Aucune application connectée.',
    noAppsHint: 'Les applications auxquelles cet utilisateur se connecte ou a accordé un accès figurent ici.',
    noMethods: 'Mot de passe uniquement.',
    noMethodsHint:
      'L’utilisateur ajoute des clés d’accès, une application d’authentification et des comptes de fournisseurs sur la page du compte.',
    noSession: 'Aucune session active.',
    noSessionHint: 'Une session commence à la connexion et figure ici jusqu’à sa fin.',
    password: 'Mot de passe',
    hasPassword: 'Défini',
    recent: 'Activité récente',
  },
}
