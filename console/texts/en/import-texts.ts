/** The texts of the import of users. */
export const importEnglish = {
  importUsers: {
    title: 'Import users',
    explain:
      'A file of users from another system, as CSV with a line of names, or as JSON Lines. First you see what would happen to each row, and nothing is changed.',
    columns: 'An address is enough. A row may have:',
    limits: (rows: string, megabytes: string) =>
      `At most ${rows} rows and ${megabytes} MiB. The command line imports larger files, and exports of other systems as they are: latchkey import.`,
    invite: 'Send an invitation to everybody who has no password',
    inviteHint: 'A mail with a link to choose a password. Without the tick, no mail is sent.',
    file: 'File',
    check: 'Check the file',
    noFile: 'There was no file, or it was empty.',
    dryRun: 'What would happen',
    wouldBe: (made: string, exist: string, refused: string) =>
      `Users to be made: ${made}. Users who exist and stay as they are: ${exist}. Refused rows: ${refused}. Nothing was changed yet.`,
    mails: 'Who is made without a password is sent an invitation.',
    noMails: 'No mail is sent.',
    again:
      'The file is too large for this page to keep. Choose the same file again: another one is checked first.',
    go: (count: string) => `Import now: ${count}`,
    other: 'Another file',
    done: 'The import is done',
    was: (made: string, exist: string, refused: string) =>
      `Users made: ${made}. Users who existed and stay as they are: ${exist}. Refused rows: ${refused}.`,
    leftOut: (count: string) => `Fields that are left out: ${count}. The users are made without them.`,
    leftOutOf: 'left out:',
    fastHashes: (count: string) =>
      `Rows whose password hash is fast to guess: ${count}. They need no correction. The command line imports them, and stores each hash inside argon2id:`,
    exportOf: (system: string) =>
      `This looks like an export of ${system}. The command line imports it as it is:`,
    rowsOf: (system: string) =>
      `This looks like an export of ${system}. Write a file with the names of the last page from it: the guide “Moving in” describes how.`,
    line: 'Line',
    wouldMake: 'would be made',
    made: 'made',
    exists: 'exists',
    refused: 'refused',
    more: (count: string) => `${count} more rows are not shown.`,
    not_csv: 'The file is no CSV behind this place: a quote is missing, or stands in the middle of a cell.',
    no_names:
      'The first line of the file has no names of columns, but an address or a password hash. Put the names before it.',
    too_many: 'The file has more rows than this page takes. The rest was not read.',
    stopped: (line: string) =>
      `The import stopped behind line ${line}; what is listed as made is made. Import the file again: nobody is made twice. The service says:`,
    refusals: {
      invalid_row: 'The row is not right.',
      fast_hash: 'The password hash is fast to guess.',
      repeated_row: 'An earlier row has the same id, address or username.',
      username_taken: 'Somebody else has this username.',
      email_taken: 'Somebody who had this address until lately can still take it back.',
      deleted_here: 'Somebody with this id or address was deleted here.',
      forbidden: 'The role has more rights than you.',
      unreadable: 'The row cannot be read, or has another number of cells than the first line.',
      too_long: 'The row is too long.',
    },
  },
}
