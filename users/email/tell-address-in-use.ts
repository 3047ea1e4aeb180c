import type { Sql } from '#runtime/database/database.ts'
import type { User } from '../core/user.ts'
import type { Users } from '../core/users.ts'
import { forgotPasswordUrl } from '../links/link.ts'
import { queueMail } from '../mail/queue-mail.ts'

/**
 * Somebody else wants to sign up with the address, or to take it: maybe its owner, who forgot. Asks no budget: the mail is
 * counted as the one that a free address would have had.
 */
export async function tellAddressInUse(tx: Sql, users: Users, owner: User): Promise<void> {
  const { email: to, username } = owner
  const link = forgotPasswordUrl(users.mail.publicUrl)
  await queueMail(tx, users, { user: owner, to, content: { kind: 'address_in_use', username, link } })
}
