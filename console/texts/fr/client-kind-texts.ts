import type { Texts } from '../texts.ts'

/** The texts of the kinds of applications, and of how to connect one. */
export const clientKindFrench: Pick<Texts, 'clientKinds'> = {
  clientKinds: {
    choose: 'De quel type d’application s’agit-il ? Tous les réglages se modifient à la page suivante.',
    connect: 'Connecter votre application',
    connectHint:
      'La plupart des applications n’ont besoin que de ces valeurs et, s’il existe, du secret du client.',
    issuer: 'URL de l’émetteur',
    discovery: 'URL de découverte',
    kinds: {
      web: {
        name: 'Application web',
        hint: 'S’exécute sur un serveur et conserve un secret : Grafana, GitLab, Next.js, Django, Rails.',
      },
      spa: {
        name: 'Application monopage',
        hint: 'S’exécute dans le navigateur, sans secret : React, Vue, Angular.',
      },
      mobile: {
        name: 'Application mobile ou de bureau',
        hint: 'S’exécute sur un appareil de l’utilisateur, sans secret : iOS, Android, Electron.',
      },
      machine: {
        name: 'Machine à machine',
        hint: 'Appelle des API en son propre nom, sans utilisateur : tâches, services, scripts.',
      },
    },
  },
}
