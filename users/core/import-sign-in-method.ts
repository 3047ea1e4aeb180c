import type { Sql } from '#runtime/database/database.ts'
import type { Fragment } from '#runtime/database/sql.ts'
import type { ImportContext, Outcome } from '#runtime/database/transfer.ts'
import { hasOwnHistory } from './second-factor-store.ts'
import { lockUser, raiseFactorsVersion } from './user-store.ts'

/**
 * Imports a row of `table` with which its user signs in, such as a passkey. A row that is stored already stays as it is. A row
 * that was removed in this installation is not restored, because an old export must not restore a sign-in method that was removed.
 * `insert` returns whether it stored the row; `taken` is the outcome when the same passkey or account is stored under another id.
 */
export async function importSignInMethod(
  tx: Sql,
  line: { id: string; user_id: string },
  {
    context: { rehearsedUsers },
    table,
    insert,
    taken,
  }: { context: ImportContext; table: Fragment; insert: () => Promise<boolean>; taken: Outcome },
): Promise<Outcome> {
  const user = await lockUser(tx, line.user_id)
  // A dry run has rolled back the users of earlier rows, so that a user who is not found may still be in the file.
  if (!user) return rehearsedUsers?.has(line.user_id) ? 'imported' : 'left_out'
  const [same] = await tx.query`SELECT id FROM ${table} WHERE id = ${line.id}`
  if (same || (await hasOwnHistory(tx, user))) return 'already_there'
  if (!(await insert())) return taken
  await raiseFactorsVersion(tx, user.id)
  return 'imported'
}
