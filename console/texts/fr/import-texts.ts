import type { Texts } from '../texts.ts'

export const importFrench: Pick<Texts, 'importUsers'> = {
  importUsers: {
    title: 'Importer des utilisateurs',
    explain:
      'Envoyez un fichier CSV avec une ligne d’en-tête, ou un fichier JSON Lines. Vous voyez le résultat de chaque ligne avant toute modification.',
    columns: 'Seule l’adresse e-mail est obligatoire. Colonnes :',
    limits: (rows, megabytes) =>
      `Jusqu’à ${rows} lignes et ${megabytes} Mio. Pour des fichiers plus grands et les exports d’autres systèmes, utilisez la ligne de commande : latchkey import.`,
    invite: 'Envoyer une invitation aux utilisateurs sans mot de passe',
    inviteHint:
      'Ils reçoivent un e-mail avec un lien pour choisir un mot de passe. Si la case n’est pas cochée, aucun e-mail n’est envoyé.',
    file: 'Fichier',
    check: 'Vérifier le fichier',
    noFile: 'Aucun fichier choisi, ou le fichier est vide. Choisissez un fichier.',
    dryRun: 'Vérifier l’import',
    wouldBe: (made, exist, refused) =>
      `Utilisateurs à créer : ${made}. Utilisateurs existants, inchangés : ${exist}. Lignes rejetées : ${refused}. Rien n’a encore été importé.`,
    mails: 'Les utilisateurs créés sans mot de passe reçoivent une invitation.',
    noMails: 'Aucun e-mail n’est envoyé.',
    again:
      'Le fichier est trop grand pour être gardé sur cette page. Choisissez de nouveau le même fichier. Un autre fichier est d’abord vérifié.',
    go: (count) => `Importer les utilisateurs : ${count}`,
    other: 'Choisir un autre fichier',
    done: 'Import terminé',
    was: (made, exist, refused) =>
      `Utilisateurs créés : ${made}. Utilisateurs existants, inchangés : ${exist}. Lignes rejetées : ${refused}.`,
    leftOut: (count) => `Champs ignorés : ${count}. Les utilisateurs sont créés sans eux.`,
    leftOutOf: 'ignoré :',
    fastHashes: (count) =>
      `Lignes avec un hachage de mot de passe faible : ${count}. Les lignes sont correctes. Importez-les avec la ligne de commande, qui enregistre chaque hachage dans argon2id :`,
    exportOf: (system) =>
      `Ce fichier ressemble à un export de ${system}. La ligne de commande l’importe tel quel :`,
    rowsOf: (system) =>
      `Ce fichier ressemble à un export de ${system}. Convertissez-le avec les colonnes de la page précédente, comme l’explique le guide « Moving in ».`,
    line: 'Ligne',
    wouldMake: 'Sera créé',
    made: 'Créé',
    exists: 'Existe déjà',
    refused: 'Rejetée',
    more: (count) => `${count} autres lignes ne sont pas affichées.`,
    not_csv:
      'Après cette ligne, le fichier n’est pas un CSV valide : un guillemet manque ou est mal placé. Corrigez-le et envoyez de nouveau le fichier.',
    no_names:
      'La première ligne du fichier ne contient pas de noms de colonnes, mais une adresse e-mail ou un hachage de mot de passe. Ajoutez une ligne d’en-tête.',
    too_many: 'Le fichier a plus de lignes que cette page n’en accepte. Les autres n’ont pas été lues.',
    stopped: (line) =>
      `L’import s’est arrêté après la ligne ${line}. Les utilisateurs indiqués comme créés existent. Importez de nouveau le fichier : aucun utilisateur n’est créé deux fois. Erreur :`,
    refusals: {
      invalid_row: 'La ligne n’est pas valide.',
      fast_hash: 'Le hachage du mot de passe est faible.',
      repeated_row: 'Une ligne précédente a le même ID, la même adresse e-mail ou le même nom d’utilisateur.',
      username_taken: 'Un autre utilisateur a ce nom d’utilisateur.',
      email_taken:
        'Un utilisateur qui avait cette adresse e-mail jusqu’à récemment peut encore la récupérer.',
      deleted_here: 'Un utilisateur avec cet ID ou cette adresse e-mail a été supprimé ici.',
      forbidden: 'Le rôle a plus de droits que vous.',
      unreadable: 'La ligne est illisible, ou n’a pas le même nombre de colonnes que l’en-tête.',
      too_long: 'La ligne est trop longue.',
    },
  },
}
