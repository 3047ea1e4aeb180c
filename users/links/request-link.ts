import { emailKey } from '#contract/names.ts'
import { type Delivery, queueDelivery } from '#runtime/events/outbox.ts'
import { newId } from '#runtime/ids.ts'
import { openPayload, sealPayload } from '../core/sealed-payload.ts'
import { findUserByEmail, lockUser } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { withinNetworkBudget } from '../mail/mail-budget.ts'
import { sendLink } from './send-link.ts'

interface LinkRequest {
  purpose: 'reset_password' | 'verify_email'
  email: string
}

export const linkRequestSeal = 'link request'

/**
 * Only writes down that somebody asked: the same work, and so the same time, whether anybody has the address (I12). Who
 * has it is looked up afterwards.
 */
export async function requestLink(users: Users, input: LinkRequest & { address: string }): Promise<void> {
  const { purpose, email, address } = input
  const payload = sealPayload(users.secrets.masterKeys, linkRequestSeal, { purpose, email })
  const at = users.clock.now()
  await users.db.transaction(async (tx) => {
    if (!(await withinNetworkBudget(tx, users, { kind: purpose, address }))) return
    // Nobody waits for anybody: of two requests for one address either may be first.
    await queueDelivery(tx, { sink: 'links', type: purpose, subject: newId(at), payload, at })
  })
}

/** What the outbox does with it. Silence is the answer to whatever gets no mail. */
export async function answerLinkRequest(users: Users, { payload }: Delivery): Promise<void> {
  const { purpose, email } = openPayload<LinkRequest>(users.secrets.masterKeys, linkRequestSeal, payload)
  const key = emailKey(email)
  const found = key === undefined ? undefined : await findUserByEmail(users.db, key)
  if (!found) return
  await users.db.transaction(async (tx) => {
    const user = await lockUser(tx, found.id)
    // Changed or suspended in the meantime: the address is nobody's to write to.
    if (user?.status !== 'active' || emailKey(user.email) !== key) return
    if (purpose === 'verify_email' && user.emailVerifiedAt !== null) return
    await sendLink(tx, users, { user, purpose })
  })
}
