import type { Texts } from '../texts.ts'

export const sessionFrench: Pick<Texts, 'sessions'> = {
  sessions: {
    title: 'Sessions',
    hint: 'Où chacun est connecté maintenant, le plus récent d’abord.',
    who: 'De qui',
    whoHint: 'Un nom d’utilisateur, une adresse ou un identifiant.',
    address: 'D’où',
    addressHint: 'Une adresse réseau, ou son début, comme 198.51.100.',
    wrong: 'Cela ne peut être cherché.',
    nobody: 'Personne ne porte ce nom.',
    ofClient: 'Qui est connecté',
    signedInTo: 'Connectés à',
    all: 'Toutes les sessions',
    none: 'Personne n’est connecté',
    noneFit: 'Aucune session ne correspond',
    noneHint: 'Une session commence quand quelqu’un se connecte. Chacune est ici jusqu’à sa fin.',
    noneFitHint: 'Cherchez moins de choses à la fois. Une session terminée n’est pas montrée.',
    user: 'Utilisateur',
    yours: 'c’est vous',
    end: {
      title: 'Terminer la session de',
      explain: 'La personne connectée là est déconnectée tout de suite, et peut se reconnecter.',
      button: 'Terminer la session',
    },
    endsOwn: 'C’est votre propre session : vous serez déconnecté de cette console.',
    short: 'Terminer',
    done: 'La session est terminée.',
  },
}
