import type { Texts } from '../texts.ts'

export const deadLetterFrench: Pick<Texts, 'deadLetters'> = {
  deadLetters: {
    title: 'Envois abandonnés',
    hint: 'Les envois du service des utilisateurs qui ont été abandonnés, refusés pour de bon ou non pris pendant des jours. Ils restent 30 jours. Ceux du service d’authentification sont montrés par latchkey events dead-letters.',
    none: 'Tout est arrivé',
    noneHint:
      'Ce que les services se disent, les mails et les événements attendent ici quand leur destinataire les refuse pour de bon. Rien n’attend.',
    what: 'Quoi',
    why: 'Pourquoi',
    subject: 'Au sujet de',
    attempts: (count) => `tentatives : ${count}`,
    givenUp: 'abandonné',
    short: 'Réessayer',
    one: {
      title: 'Réessayer',
      explain: 'Il est livré tout de suite, et tenté aussi longtemps qu’un nouveau.',
      button: 'Réessayer celui-ci',
    },
    all: {
      title: 'Tout réessayer',
      explain:
        'Mille au plus sont retentés, les plus anciens d’abord. Réparez d’abord la cause de leur abandon.',
      button: 'Tout réessayer',
    },
    drop: {
      title: 'Retirer l’envoi abandonné',
      explain:
        'Il ne sera plus livré, et c’est définitif. Seulement pour ce que personne n’acceptera jamais.',
      button: 'Retirer',
    },
    shortDrop: 'Retirer',
    dropped: 'Il est retiré.',
    everything: 'tous les envois abandonnés',
    done: 'Il est retenté. S’il revient ici, il a été abandonné de nouveau.',
    replayed: (count) => `Retentés : ${count}.`,
  },
}
