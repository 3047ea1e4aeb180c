import type { Texts } from '../texts.ts'

export const sessionFrench: Pick<Texts, 'sessions'> = {
  sessions: {
    title: 'Sessions',
    hint: 'Toutes les sessions actives, les plus récentes d’abord.',
    who: 'Utilisateur',
    whoHint: 'Nom d’utilisateur, adresse e-mail ou ID utilisateur.',
    address: 'Adresse IP',
    addressHint: 'Une adresse IP, ou son début, par exemple 198.51.100.',
    wrong: 'Le filtre n’est pas valide. Corrigez le champ signalé.',
    nobody:
      'Aucun utilisateur n’a ce nom d’utilisateur, cette adresse e-mail ou cet ID. Vérifiez l’orthographe.',
    ofClient: 'Afficher les sessions actives',
    signedInTo: 'Connectés à',
    all: 'Afficher toutes les sessions',
    none: 'Aucune session active.',
    noneFit: 'Aucune session correspondante.',
    noneHint: 'Une session commence quand un utilisateur se connecte ; elle figure ici jusqu’à sa fin.',
    noneFitHint: 'Retirez un filtre, ou vérifiez l’orthographe. Les sessions terminées ne figurent pas ici.',
    user: 'Utilisateur',
    yours: 'Ce navigateur',
    end: {
      title: 'Terminer la session',
      explain: 'Déconnecte immédiatement l’utilisateur sur cet appareil. Il peut se reconnecter.',
      button: 'Terminer la session',
    },
    endsOwn: 'C’est votre propre session. La terminer vous déconnecte de cette console.',
    short: 'Terminer la session',
    done: 'Session terminée.',
  },
}
