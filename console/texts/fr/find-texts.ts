import type { Texts } from '../texts.ts'

/** The texts of the search in users, clients, webhooks and pages. */
export const findFrench: Pick<Texts, 'find'> = {
  find: {
    label: 'Rechercher des utilisateurs, clients, webhooks et pages',
    placeholder: 'Rechercher',
    button: 'Tout rechercher',
    title: 'Recherche',
    of: 'Résultats pour',
    pages: 'Pages',
    empty: 'Tout rechercher',
    emptyHint:
      'Saisissez une partie d’un nom, d’un nom d’utilisateur, d’une adresse e-mail, d’une URL ou d’un ID. La touche / lance une recherche depuis n’importe quelle page.',
    none: 'Aucun résultat.',
    noneHint: 'Vérifiez l’orthographe ou cherchez une partie du nom.',
    allUsers: 'Afficher tous les utilisateurs trouvés',
    partial: 'Les nouveaux utilisateurs sont en cours d’indexation et peuvent manquer.',
  },
}
