/** The texts of the import of users. */
export const importEnglish = {
  importUsers: {
    title: 'Import users',
    explain:
      'Upload a CSV file with a header row, or a JSON Lines file. You see the result for each row before anything is changed.',
    columns: 'Only the email address is required. Columns:',
    limits: (rows: string, megabytes: string) =>
      `Up to ${rows} rows and ${megabytes} MiB. For larger files and for exports of other systems, use the command line: latchkey import.`,
    invite: 'Send an invitation to users without a password',
    inviteHint:
      'They get an email with a link to choose a password. No email is sent if you leave this unchecked.',
    file: 'File',
    check: 'Check file',
    noFile: 'No file was chosen, or the file is empty. Choose a file.',
    dryRun: 'Check the import',
    wouldBe: (made: string, exist: string, refused: string) =>
      `Users to create: ${made}. Existing users, left unchanged: ${exist}. Rejected rows: ${refused}. Nothing has been imported yet.`,
    mails: 'Users created without a password get an invitation.',
    noMails: 'No emails are sent.',
    again:
      'The file is too large to be kept on this page. Choose the same file again. A different file is checked first.',
    go: (count: string) => `Import users: ${count}`,
    other: 'Choose another file',
    done: 'Import finished',
    was: (made: string, exist: string, refused: string) =>
      `Users created: ${made}. Existing users, left unchanged: ${exist}. Rejected rows: ${refused}.`,
    leftOut: (count: string) => `Skipped fields: ${count}. The users are created without them.`,
    leftOutOf: 'skipped:',
    fastHashes: (count: string) =>
      `Rows with a weak password hash: ${count}. The rows are correct. Import them with the command line, which stores each hash inside argon2id:`,
    exportOf: (system: string) =>
      `This looks like an export of ${system}. The command line imports it as it is:`,
    rowsOf: (system: string) =>
      `This looks like an export of ${system}. Convert it to the columns of the previous page, as the guide “Moving in” describes.`,
    line: 'Line',
    wouldMake: 'Will be created',
    made: 'Created',
    exists: 'Exists',
    refused: 'Rejected',
    more: (count: string) => `${count} more rows are not shown.`,
    not_csv:
      'The file is not valid CSV after this line: a quotation mark is missing or in the wrong place. Correct it and upload the file again.',
    no_names:
      'The first line of the file has no column names, but an email address or a password hash. Add a header row.',
    too_many: 'The file has more rows than this page accepts. The remaining rows were not read.',
    stopped: (line: string) =>
      `The import stopped after line ${line}. Users listed as created exist. Import the file again: no user is created twice. Error:`,
    refusals: {
      invalid_row: 'The row is not valid.',
      fast_hash: 'The password hash is weak.',
      repeated_row: 'An earlier row has the same ID, email address or username.',
      username_taken: 'Another user has this username.',
      email_taken: 'A user who had this email address until recently can still reclaim it.',
      deleted_here: 'A user with this ID or email address was deleted here.',
      forbidden: 'The role has more rights than you.',
      unreadable: 'The row can’t be read, or has a different number of columns than the header row.',
      too_long: 'The row is too long.',
    },
  },
}
