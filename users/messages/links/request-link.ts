import { emailKey } from '#contract/rules/names.ts'
import { type Delivery, queueDelivery, sink } from '#runtime/events/outbox.ts'
import { newId } from '#runtime/ids.ts'
import { openPayload, type SealedPayload, sealPayload } from '../../core/sealed-payload.ts'
import { findUserByEmail, lockUser } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { withinNetworkBudget } from '../mail/mail-budget.ts'
import { sendLink } from './send-link.ts'

interface LinkRequest {
  purpose: 'reset_password' | 'verify_email'
  email: string
}

export const linkSink = sink<SealedPayload>('links')
export const linkRequestSeal = 'link request'

/**
 * Queues a request for a link, which is processed after the reply. No address is looked up here, so that it takes the same time
 * whether or not the address belongs to a user (I12).
 */
export async function requestLink(users: Users, input: LinkRequest & { address: string }): Promise<void> {
  const { purpose, email, address } = input
  const payload = sealPayload(users.secrets.masterKeys, linkRequestSeal, { purpose, email })
  const at = users.clock.now()
  await users.db.transaction(async (tx) => {
    if (!(await withinNetworkBudget(tx, users, { kind: purpose, address }))) return
    // The outbox processes requests with the same subject in order. Each request for a link has a subject of its own, because no
    // order is needed.
    await queueDelivery(tx, { sink: linkSink, type: purpose, subject: newId(at), payload, at })
  })
}

/** Processes a queued request for a link. If the address gets no mail, nothing happens. */
export async function answerLinkRequest(users: Users, { payload }: Delivery<SealedPayload>): Promise<void> {
  const { purpose, email } = openPayload<LinkRequest>(users.secrets.masterKeys, linkRequestSeal, payload)
  const key = emailKey(email)
  const found = key === undefined ? undefined : await findUserByEmail(users.db, key)
  if (!found) return
  await users.db.transaction(async (tx) => {
    const user = await lockUser(tx, found.id)
    // The user may have been changed or suspended since the request. If the address no longer belongs to the user, or the user is
    // suspended, no link is sent.
    if (user?.status !== 'active' || emailKey(user.email) !== key) return
    if (purpose === 'verify_email' && user.emailVerifiedAt !== null) return
    await sendLink(tx, users, { user, purpose })
  })
}
