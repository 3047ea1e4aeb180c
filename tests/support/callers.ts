/** Those who call from outside. */
export const callers = ['stranger', 'user', 'client', 'admin'] as const
export type Caller = (typeof callers)[number]

/** What limits the rows of a table: the words of a row of the table in SECURITY.md, for those who can cause them. */
export interface Bound {
  by: readonly Caller[]
  row: string
}
