import type { Texts } from '../texts.ts'

export const deadLetterFrench: Pick<Texts, 'deadLetters'> = {
  deadLetters: {
    title: 'Livraisons échouées',
    hint: 'Les e-mails, événements et ordres du service des utilisateurs qui ont été abandonnés : rejetés définitivement, ou non acceptés pendant des jours. Ils sont conservés 30 jours. Pour le service d’authentification : latchkey events dead-letters.',
    none: 'Aucune livraison échouée.',
    noneHint: 'Tout ce que le service des utilisateurs envoie est arrivé ou est encore en cours d’essai.',
    webhooks: 'Les livraisons de webhooks figurent sur la page de chaque webhook :',
    what: 'Livraison',
    why: 'Erreur',
    subject: 'Concerne',
    attempts: (count) => `Tentatives : ${count}`,
    givenUp: 'abandonnée',
    short: 'Relancer',
    one: {
      title: 'Relancer la livraison',
      explain: 'Elle est envoyée immédiatement, et tentée aussi longtemps qu’une nouvelle.',
      button: 'Relancer la livraison',
    },
    all: {
      title: 'Tout relancer',
      explain:
        'Relance jusqu’à 1 000 livraisons, les plus anciennes d’abord. Corrigez d’abord la cause des erreurs.',
      button: 'Tout relancer',
    },
    drop: {
      title: 'Supprimer la livraison échouée',
      explain:
        'Elle ne sera jamais livrée, et cette action est irréversible. Ne supprimez que ce qu’aucun destinataire n’acceptera.',
      button: 'Supprimer la livraison échouée',
    },
    shortDrop: 'Supprimer',
    dropped: 'Livraison échouée supprimée.',
    everything: 'toutes les livraisons échouées',
    done: 'La livraison est relancée. Si elle échoue définitivement, elle réapparaîtra ici.',
    replayed: (count) => `Livraisons relancées : ${count}.`,
  },
}
