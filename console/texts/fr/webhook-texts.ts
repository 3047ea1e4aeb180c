import type { Texts } from '../texts.ts'

export const webhookFrench: Pick<Texts, 'webhooks'> = {
  webhooks: {
    title: 'Webhooks',
    hint: 'Des requêtes HTTP signées qui informent vos serveurs des événements.',
    create: 'Créer un webhook',
    none: 'Aucun webhook pour le moment.',
    noneHint:
      'Créez un webhook pour envoyer des événements signés à l’une de vos URL : inscription d’un utilisateur, fin d’une session, création d’une clé d’API. Votre serveur n’a pas à les demander.',
    all: 'Tous les événements',
    more: (count) => `et ${count} autres`,
    url: 'URL',
    urlHint: 'Une URL https avec une adresse IP publique.',
    events: 'Événements',
    eventsHint: 'Les événements à envoyer.',
    everything: 'Tous les événements, y compris ceux des versions ultérieures',
    description: 'Description',
    status: 'Statut',
    on: 'Activé',
    failing: 'En échec',
    failingSince: 'En échec depuis',
    off: {
      requested: 'En pause',
      gone: 'Désactivé : le serveur a répondu 410',
      failing: 'Désactivé : aucune livraison réussie pendant des jours',
    },
    formerSecret: 'L’ancien secret signe jusqu’au',
    edit: 'Modifier le webhook',
    save: 'Enregistrer',
    changed: 'Webhook enregistré.',
    deleted: 'Webhook supprimé.',
    created: 'Webhook créé',
    rotated: 'Secret de signature renouvelé',
    signs: 'Chaque livraison est signée avec ce secret. Vérifiez la signature dans votre serveur.',
    changes: 'Modifications dans le journal d’audit',
    deliveries: 'Livraisons',
    deliveriesHint: 'Les livraisons des 14 derniers jours et celles en attente, les plus récentes d’abord.',
    noDeliveries:
      'Aucune livraison pour le moment. Envoyez un événement de test pour vérifier votre serveur.',
    noneInState: 'Aucune livraison avec ce statut.',
    event: 'Événement',
    outcome: 'Résultat',
    attempts: (count) => `${count} tentatives`,
    responded: 'Réponse',
    noResponse: 'aucune réponse',
    next: 'prochaine tentative',
    last: 'Dernière tentative',
    states: { waiting: 'En attente', delivered: 'Livrée', failed: 'Échouée' },
    anyState: 'Toutes',
    replayed: (count) =>
      count === '1' ? '1 livraison est renvoyée.' : `${count} livraisons sont renvoyées.`,
    actions: {
      test: {
        title: 'Envoyer un événement de test',
        explain: 'Envoie un événement du type webhook.test, comme tout autre événement.',
        button: 'Envoyer un événement de test',
        done: 'Événement de test envoyé. Rechargez cette page pour voir la réponse.',
      },
      pause: {
        title: 'Mettre le webhook en pause',
        explain:
          'Les nouveaux événements ne sont pas envoyés à ce webhook. Les livraisons en attente patientent jusqu’à sa reprise.',
        button: 'Mettre le webhook en pause',
        done: 'Webhook en pause.',
      },
      resume: {
        title: 'Reprendre le webhook',
        explain: 'Les événements sont de nouveau envoyés, y compris les livraisons en attente.',
        button: 'Reprendre le webhook',
        done: 'Webhook repris.',
      },
      replayFailed: {
        title: 'Relancer les livraisons échouées',
        explain:
          'Renvoie les livraisons échouées des 14 derniers jours, les plus anciennes d’abord, 500 au plus à la fois.',
        button: 'Relancer les livraisons échouées',
        done: 'Les livraisons échouées sont renvoyées.',
      },
      replayOne: {
        title: 'Renvoyer',
        explain: 'Renvoie cet événement au webhook. Une livraison en attente est envoyée immédiatement.',
        button: 'Renvoyer',
        done: 'L’événement est renvoyé.',
      },
      rotate: {
        title: 'Renouveler le secret de signature',
        explain:
          'Le nouveau secret n’est affiché qu’une fois. Pendant 24 heures, les livraisons sont aussi signées avec l’ancien, pour qu’aucune ne soit rejetée le temps de mettre à jour votre serveur.',
        button: 'Renouveler le secret de signature',
        done: '',
      },
      delete: {
        title: 'Supprimer le webhook',
        explain:
          'Supprime le webhook, ses livraisons en attente et son historique. Cette action est irréversible.',
        button: 'Supprimer le webhook',
        done: '',
      },
    },
  },
}
