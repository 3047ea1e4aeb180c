import type { Sql } from '#runtime/database.ts'
import { withinMailBudget } from '../mail/mail-budget.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { User } from '../user.ts'
import type { Users } from '../users.ts'
import { forgotPasswordUrl } from './link.ts'

/** Somebody else wants to sign up with the address, or to take it: maybe its owner, who forgot. */
export async function tellAddressInUse(tx: Sql, users: Users, owner: User): Promise<void> {
  const kind = 'address_in_use'
  const { id, email: to, username } = owner
  if (!(await withinMailBudget(tx, users, { kind, to, userId: id }))) return
  const link = forgotPasswordUrl(users.publicUrl)
  await queueMail(tx, users, { user: owner, to, content: { kind, username, link } })
}
