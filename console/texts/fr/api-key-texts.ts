import type { Texts } from '../texts.ts'

export const apiKeyFrench: Pick<Texts, 'apiKeys'> = {
  apiKeys: {
    title: 'Clés d’API',
    make: 'Nouvelle clé d’API',
    none: 'Aucun programme n’a encore de clé',
    noneHint:
      'Avec une clé d’API, un programme à vous appelle l’API sans personne : une tâche de nuit qui lit les utilisateurs, un serveur qui lit les événements. Donnez à chaque programme sa propre clé, sans plus de droits qu’il n’en faut.',
    name: 'Nom',
    nameHint: 'Quel programme l’a, et où.',
    scopes: 'Droits',
    scopesHint: 'Pas plus que le programme n’en a besoin.',
    scope: {
      'users:read': 'voir les utilisateurs',
      'users:write': 'créer, modifier et suspendre des utilisateurs',
      'users:delete': 'supprimer des utilisateurs',
      'sessions:read': 'voir où chacun est connecté',
      'sessions:revoke': 'terminer des sessions',
      'keys:write': 'créer et révoquer des clés d’API',
      'events:read': 'lire les événements et l’audit',
      'events:write': 'renvoyer des envois',
      'webhooks:write': 'créer et modifier des webhooks',
      'clients:write': 'créer et modifier des applications',
    },
    lifetime: 'Valable',
    days: { '30': '30 jours', '90': '90 jours', '365': 'un an', '730': 'deux ans' },
    state: 'État',
    good: 'valable',
    expired: 'expirée',
    revoked: 'révoquée',
    lastUsed: 'Dernier usage',
    expires: 'Expire',
    create: 'Créer la clé',
    made: 'La clé a été créée',
    sent: 'Le programme l’envoie comme Authorization: Bearer, suivi de la clé.',
    done: 'La clé a été révoquée.',
    revoke: {
      title: 'Révoquer',
      explain: 'Le programme qui a la clé est refusé, tout de suite ou en dix secondes. C’est sans retour.',
      button: 'Révoquer la clé',
    },
  },
}
