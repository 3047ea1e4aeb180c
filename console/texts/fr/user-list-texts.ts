/** The texts of the filters of the list of users, and of the page that creates a user. */
export const userListFrench = {
  userList: {
    any: 'Tous',
    more: 'Plus de filtres',
    email: 'E-mail',
    confirmed: 'Confirmé',
    unconfirmed: 'Non confirmé',
    factor: 'Second facteur',
    hasOne: 'Configuré',
    hasNone: 'Non configuré',
    hasLoggedIn: 'S’est déjà connecté',
    from: 'Créé à partir du',
    to: 'Créé jusqu’au',
    apply: 'Appliquer les filtres',
    clear: 'Effacer les filtres',
    sort: 'Trier par cette colonne',
  },
  exports: {
    csv: 'Exporter en CSV',
    jsonl: 'Exporter en JSON Lines',
    proved:
      'Identité confirmée. Pendant cinq minutes, les liens d’export ci-dessous téléchargent directement le fichier.',
  },
  newUser: {
    title: 'Créer un utilisateur',
    explain:
      'L’utilisateur reçoit un e-mail avec un lien pour choisir un mot de passe, et peut ensuite se connecter.',
    usernameHint: 'Laissez vide pour le déduire de l’adresse e-mail.',
    language: 'Langue',
    languageHint: 'La langue des e-mails à cet utilisateur.',
    usual: 'Par défaut',
    button: 'Créer et inviter l’utilisateur',
  },
}
