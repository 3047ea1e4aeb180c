import { Failure } from '#contract/failures.ts'
import type { Sql } from '#runtime/database.ts'
import { recordEvent } from '#runtime/event-log.ts'
import { requireEmailKey, type User } from '../user.ts'
import { findTaken, findUserByEmail } from '../user-store.ts'
import type { Users } from '../users.ts'
import { removeLinksFor } from './link-store.ts'
import { sendLink } from './send-link.ts'
import { sendNotice } from './send-notice.ts'
import { tellAddressInUse } from './tell-address-in-use.ts'

/** In the transaction of the request. Both addresses are told; the new one is the user's once it is confirmed (I57). */
export async function requestEmailChange(
  tx: Sql,
  users: Users,
  { user, email }: { user: User; email: string },
): Promise<void> {
  const at = users.clock.now()
  const key = requireEmailKey(email)
  const isTaken = await findTaken(tx, { usernameKey: '', emailKey: key }, { exceptId: user.id, now: at })
  if (isTaken && users.signup !== 'private') throw new Failure('email_taken')
  // With private sign-up nobody learns that an address is taken but its owner: all else is as if it were free.
  if (isTaken) {
    await removeLinksFor(tx, user.id, 'change_email')
    const owner = await findUserByEmail(tx, key)
    if (owner) await tellAddressInUse(tx, users, owner)
  } else await sendLink(tx, users, { user, purpose: 'change_email', to: email })
  const { username } = user
  await sendNotice(tx, users, {
    user,
    notification: {
      type: 'user.email_change_requested',
      title: 'New e-mail address asked for',
      body: `Your e-mail address is to become ${email}. It does when the link that was sent there is used.`,
      data: { email },
    },
    content: (link) => ({ kind: 'email_change_requested', username, email, link }),
  })
  const data = { new_email: email }
  await recordEvent(tx, {
    type: 'user.email_change_requested',
    subject: user.id,
    data,
    at: users.clock.now(),
  })
}
