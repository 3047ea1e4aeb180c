import type { Sql } from '#runtime/database/database.ts'
import { endSessions } from '../../core/end-sessions.ts'
import type { User } from '../../core/user.ts'
import type { Passkey, Passkeys } from './passkey.ts'
import { markSuspect } from './passkey-store.ts'
import { recordPasskeyChange } from './record-passkey-change.ts'

/**
 * Refuses a passkey from now on, because its signature counter went back and somebody may have copied its key (I110). All
 * sessions of the user end, as one of them may be the thief's, and the user is notified. Does nothing for a passkey that is
 * refused already or was removed.
 */
export async function disablePasskey(
  tx: Sql,
  users: Passkeys,
  { user: before, passkey, at }: { user: User; passkey: Passkey; at: number },
): Promise<void> {
  if (!(await markSuspect(tx, passkey.id, at))) return
  const user = await endSessions(tx, { user: before, at })
  const data = { passkey_id: passkey.id, name: passkey.name }
  await recordPasskeyChange(tx, users, { user, change: { type: 'user.passkey_suspect', data }, at })
}
