import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { noteLine } from '#runtime/events/record.ts'
import { requireRecentLogin } from '../core/recent-login.ts'
import type { Users } from '../core/users.ts'
import type { ShownWebhook } from './create-webhook.ts'
import { requireLocked } from './find-webhook.ts'
import { recordUpdated } from './record-updated.ts'
import { makeSecret } from './webhook-secret.ts'
import { replaceWebhook } from './webhook-store.ts'

/** The time after a rotation in which events are signed with both secrets, so that the receiver can switch to the new one. */
const bothSignMs = 24 * 60 * 60 * 1000

export async function rotateWebhookSecret(
  users: Users,
  input: { id: string; by: Caller },
): Promise<ShownWebhook> {
  const now = users.clock.now()
  requireRecentLogin(input.by, now)
  return users.db.transaction(async (tx) => {
    const before = await requireLocked(tx, input.id)
    const secret = makeSecret(users, before.id)
    const webhook = {
      ...before,
      secret: secret.sealed,
      formerSecret: before.secret,
      formerUntil: now + bothSignMs,
      updatedAt: now,
      version: before.version + 1,
    }
    await replaceWebhook(tx, webhook)
    const by = authorId(input.by)
    await recordUpdated(tx, webhook, { changed: ['secret'], by })
    noteLine(tx, { type: 'webhook.secret_rotated', subject: null, data: { webhook_id: webhook.id, by } })
    return { webhook, secret: secret.shown }
  })
}
