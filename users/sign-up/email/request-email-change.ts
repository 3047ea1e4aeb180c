import { Failure } from '#contract/declaration/failures.ts'
import type { Sql } from '#runtime/database/database.ts'
import { takeDelivery } from '#runtime/events/outbox.ts'
import { record } from '#runtime/events/record.ts'
import { openRequest, type QueuedRequest, queueRequest } from '../../core/queued-request.ts'
import { requireEmailKey, type User } from '../../core/user.ts'
import { findTaken, findUserByEmail, lockUser } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { mailLink, removeLinksFor, sendNotice, withinMailBudget } from '../../messages/index.ts'
import { notifyAddressInUse } from './notify-address-in-use.ts'

/**
 * Starts the change of a user's address, in the transaction that updates the user. Both addresses get a mail, and the new one
 * counts once it is confirmed (I57). With private sign-up nobody but its owner learns that an address is taken, so the outbox
 * looks that up after the reply (I12).
 */
export async function requestEmailChange(
  tx: Sql,
  users: Users,
  { user, email }: { user: User; email: string },
): Promise<void> {
  const { id: userId, username } = user
  if (users.policy.signup !== 'private' && (await isTaken(tx, users, { userId, email })))
    throw new Failure('email_taken')
  await queueRequest<EmailChange>(tx, users, { type: 'email_change', subject: userId, request: { email } })
  const at = users.clock.now()
  await sendNotice(tx, users, {
    user,
    at,
    notification: {
      type: 'user.email_change_requested',
      title: 'New e-mail address asked for',
      body: `Your e-mail address is to become ${email}. It does when the link that was sent there is used.`,
      data: { email },
    },
    content: (link) => ({ kind: 'email_change_requested', username, email, link }),
  })
  await record(tx, {
    type: 'user.email_change_requested',
    subject: userId,
    data: { new_email: email },
    at,
  })
}

interface EmailChange {
  email: string
}

/**
 * Processes a change of address that was queued before the reply. It counts mails and voids older links before it looks the
 * address up: the user can see these effects, which must be the same for a taken address.
 */
export async function answerEmailChange(users: Users, delivery: QueuedRequest): Promise<void> {
  const { email } = openRequest<EmailChange>(users, delivery)
  const userId = delivery.subject
  await users.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    // If the password or the address was changed after the request, that change has removed the queued request, as it would have
    // voided a link.
    if (!(await takeDelivery(tx, delivery)) || user?.status !== 'active') return
    if (!(await withinMailBudget(tx, users, { kind: 'confirm_email_change', to: email, userId }))) return
    await removeLinksFor(tx, userId, 'change_email')
    if (!(await isTaken(tx, users, { userId, email }))) {
      await mailLink(tx, users, { user, purpose: 'change_email', to: email })
      return
    }
    const owner = await findUserByEmail(tx, requireEmailKey(email))
    if (owner) await notifyAddressInUse(tx, users, owner)
  })
}

const isTaken = async (
  tx: Sql,
  { clock }: Users,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> => {
  const keys = { usernameKey: '', emailKey: requireEmailKey(email) }
  return (await findTaken(tx, keys, { exceptId: userId, now: clock.now() })) !== undefined
}
