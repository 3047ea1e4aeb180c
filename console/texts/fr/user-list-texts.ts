/** The texts of the filters of the list of users, and of the page that adds somebody. */
export const userListFrench = {
  userList: {
    any: 'Tous',
    more: 'Plus de filtres',
    address: 'Adresse',
    confirmed: 'adresse confirmée',
    factor: 'Second facteur',
    hasOne: 'en a un',
    hasNone: 'n’en a pas',
    hasLoggedIn: 's’est connecté',
    from: 'Créé à partir du',
    to: 'Créé jusqu’au',
    apply: 'Filtrer',
    clear: 'Aucun filtre',
    sort: 'Trier selon cette colonne',
  },
  exports: {
    csv: 'Télécharger en CSV',
    jsonl: 'Télécharger en JSON Lines',
    proved:
      'Vous avez prouvé votre identité : pendant cinq minutes, les liens ci-dessous donnent le fichier tout de suite.',
  },
  newUser: {
    title: 'Ajouter quelqu’un',
    explain:
      'Un courriel est envoyé avec un lien pour choisir un mot de passe. Personne ne peut se connecter avant.',
    usernameHint: 'Laissé vide, il est formé à partir de l’adresse.',
    language: 'Langue',
    languageHint: 'Celle des courriels.',
    usual: 'Celle du service',
    button: 'Ajouter et inviter',
  },
}
