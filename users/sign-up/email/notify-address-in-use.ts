import type { Sql } from '#runtime/database/database.ts'
import type { User } from '../../core/user.ts'
import type { Users } from '../../core/users.ts'
import { forgotPasswordUrl, queueMail } from '../../messages/index.ts'

/**
 * Writes to the owner of an address that somebody tried to use it. That may be the owner, who has forgotten an earlier sign-up.
 * The mail is not counted in a mail budget here, because the caller has counted it as the mail that a free address would have
 * got.
 */
export async function notifyAddressInUse(tx: Sql, users: Users, owner: User): Promise<void> {
  const { email: to, username } = owner
  const link = forgotPasswordUrl(users.mail.publicUrl)
  await queueMail(tx, users, { user: owner, to, content: { kind: 'address_in_use', username, link } })
}
