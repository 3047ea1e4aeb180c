import { usernameKey } from '#contract/rules/names.ts'
import type { Sql } from '#runtime/database/database.ts'
import { orderEndOfSessions } from '../core/session-directory.ts'
import { requireEmailKey, type User } from '../core/user.ts'
import { replaceUser } from '../core/user-store.ts'
import type { Passkey, Passkeys } from './passkey.ts'
import { markSuspect } from './passkey-store.ts'
import { recordPasskeyChange } from './record-passkey-change.ts'

/**
 * Refuses a passkey from now on whose counter fell back, because somebody may have copied the key (I110). All sessions of the user
 * end, as one of them may be the thief's, and the user is told. It does nothing for one that is refused already, or gone.
 */
export async function disablePasskey(
  tx: Sql,
  users: Passkeys,
  { user: before, passkey, at }: { user: User; passkey: Passkey; at: number },
): Promise<void> {
  if (!(await markSuspect(tx, passkey.id, at))) return
  const user: User = {
    ...before,
    sessionEpoch: before.sessionEpoch + 1,
    version: before.version + 1,
    updatedAt: at,
  }
  const keys = { usernameKey: usernameKey(user.username), emailKey: requireEmailKey(user.email) }
  await replaceUser(tx, user, keys)
  const order = { user_id: user.id, epoch: user.sessionEpoch, reason: 'revoked' } as const
  await orderEndOfSessions(tx, order, at)
  const data = { passkey_id: passkey.id, name: passkey.name }
  await recordPasskeyChange(tx, users, { user, change: { type: 'user.passkey_suspect', data }, at })
}
