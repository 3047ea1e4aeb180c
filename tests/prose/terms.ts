/** A term that texts do not use. `pattern` matches it in every form, and `instead` is what docs/contributing/words.md says. */
export interface Term {
  pattern: string
  instead: string
}

/** Matches words as a whole, also across the end of a line. A hyphen or dot beside them makes a name of them, such as `dead-letters`. */
const words = (alternatives: string): string =>
  `(?<![-.\\w])(?:${alternatives.replaceAll(' ', '\\s+')})(?![-\\w])`

/** The terms that are wrong in every text. A file with one fails the tests. */
export const wrongTerms: readonly Term[] = [
  { pattern: words('whoever|whomever'), instead: 'user, admin, operator, application or client' },
  { pattern: words('somebody'), instead: 'a user, or another role' },
  { pattern: words('nobody'), instead: 'no user, or no other role' },
  { pattern: words('ways? in(?!\\s+(?:which|the|an?)\\b)'), instead: 'sign-in method' },
  { pattern: words('(?:take|takes|taking|took|taken) back'), instead: 'revoke, recover, release or undo' },
  { pattern: words('burnt'), instead: 'lost (a machine), disaster recovery' },
  { pattern: words('mend|mends|mended|mending'), instead: 'fix' },
  { pattern: words('good until'), instead: 'valid until, or expires' },
]

/** Terms of the API that pages for users do not show. */
export const wrongInPages: readonly Term[] = [
  { pattern: words('dead letters?'), instead: 'failed deliveries' },
]

/** Terms that are wrong in most texts. The report lists them, and no test fails. */
export const doubtfulTerms: readonly Term[] = [
  { pattern: words('(?:log|logs|logged|logging) (?:in|out)'), instead: 'sign in, sign out' },
  { pattern: words('let in|lets in|keep out|keeps out'), instead: 'unlock, restore access, lock, suspend' },
  { pattern: words('people|anybody|everybody|someone|anyone'), instead: 'users, or another role' },
  { pattern: words('take away|takes away|taken away'), instead: 'remove, revoke' },
  { pattern: words('tell|tells|told'), instead: 'notify, send, publish, report, return, log' },
  { pattern: words('counts nowhere|good for|news'), instead: 'is ignored, expires after, alerts' },
  {
    pattern: words('fresh proof|remembered devices?|known devices?'),
    instead: 'recent sign-in, trusted device',
  },
  { pattern: words('dead letters?'), instead: 'failed deliveries' },
  {
    pattern: words('answers?|answered|reply|replies|refusals?|faults?'),
    instead: 'response, returns, error',
  },
  { pattern: words('move in|moves in|moved in|moving in'), instead: 'import, migrate' },
  { pattern: words('a mail|the mail|mails|e-mail'), instead: 'email' },
]
