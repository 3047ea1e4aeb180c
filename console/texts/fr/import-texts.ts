import type { Texts } from '../texts.ts'

export const importFrench: Pick<Texts, 'importUsers'> = {
  importUsers: {
    title: 'Importer des utilisateurs',
    explain:
      'Un fichier d’utilisateurs d’un autre système, en CSV avec une ligne de noms, ou en JSON Lines. Vous voyez d’abord ce qu’il adviendrait de chaque ligne, et rien n’est modifié.',
    columns: 'Une adresse suffit. Une ligne peut avoir :',
    limits: (rows, megabytes) =>
      `Au plus ${rows} lignes et ${megabytes} Mio. La ligne de commande importe des fichiers plus grands, et les exports d’autres systèmes tels quels : latchkey import.`,
    invite: 'Envoyer une invitation à tous ceux qui n’ont pas de mot de passe',
    inviteHint:
      'Un courriel avec un lien pour choisir un mot de passe. Sans la coche, aucun courriel n’est envoyé.',
    file: 'Fichier',
    check: 'Vérifier le fichier',
    noFile: 'Il n’y avait pas de fichier, ou il était vide.',
    dryRun: 'Ce qui se passerait',
    wouldBe: (made, exist, refused) =>
      `Utilisateurs à créer : ${made}. Utilisateurs qui existent et restent tels quels : ${exist}. Lignes refusées : ${refused}. Rien n’est encore modifié.`,
    mails: 'Qui est créé sans mot de passe reçoit une invitation.',
    noMails: 'Aucun courriel n’est envoyé.',
    again:
      'Le fichier est trop grand pour que cette page le garde. Choisissez de nouveau le même fichier : un autre est d’abord vérifié.',
    go: (count) => `Importer maintenant : ${count}`,
    other: 'Autre fichier',
    done: 'L’import est terminé',
    was: (made, exist, refused) =>
      `Utilisateurs créés : ${made}. Utilisateurs qui existaient et restent tels quels : ${exist}. Lignes refusées : ${refused}.`,
    leftOut: (count) => `Champs laissés de côté : ${count}. Les utilisateurs sont créés sans eux.`,
    leftOutOf: 'laissé de côté :',
    fastHashes: (count) =>
      `Lignes dont l’empreinte du mot de passe est rapide à deviner : ${count}. Il n’y a rien à corriger. La ligne de commande les importe et garde chaque empreinte dans argon2id :`,
    exportOf: (system) =>
      `Ce fichier ressemble à un export de ${system}. La ligne de commande l’importe tel quel :`,
    rowsOf: (system) =>
      `Ce fichier ressemble à un export de ${system}. Faites-en un fichier avec les noms de la page précédente : le guide « Moving in » l’explique.`,
    line: 'Ligne',
    wouldMake: 'serait créé',
    made: 'créé',
    exists: 'existe',
    refused: 'refusée',
    more: (count) => `${count} autres lignes ne sont pas affichées.`,
    not_csv:
      'Après cet endroit, le fichier n’est pas du CSV : un guillemet manque, ou se trouve au milieu d’une cellule.',
    no_names:
      'La première ligne du fichier n’a pas de noms de colonnes, mais une adresse ou une empreinte de mot de passe. Mettez les noms avant elle.',
    too_many: 'Le fichier a plus de lignes que cette page n’en accepte. Le reste n’a pas été lu.',
    stopped: (line) =>
      `L’import s’est arrêté après la ligne ${line} ; ce qui est indiqué comme créé l’est. Importez de nouveau le fichier : personne n’est créé deux fois. Le service dit :`,
    refusals: {
      invalid_row: 'La ligne n’est pas correcte.',
      fast_hash: 'L’empreinte du mot de passe est rapide à deviner.',
      repeated_row:
        'Une ligne précédente a le même identifiant, la même adresse ou le même nom d’utilisateur.',
      username_taken: 'Quelqu’un d’autre a ce nom d’utilisateur.',
      email_taken: 'Quelqu’un qui avait cette adresse jusqu’à récemment peut encore la reprendre.',
      deleted_here: 'Quelqu’un avec cet identifiant ou cette adresse a été supprimé ici.',
      forbidden: 'Le rôle a plus de droits que vous.',
      unreadable: 'La ligne est illisible, ou a un autre nombre de cellules que la première.',
      too_long: 'La ligne est trop longue.',
    },
  },
}
