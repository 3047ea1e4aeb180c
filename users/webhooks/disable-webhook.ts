import type { DisabledReason } from '#contract/integrations/webhooks.ts'
import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { maxAlertedAdmins } from '../core/alert-admins.ts'
import { lockAdmins } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { notify, queueMail } from '../messages/index.ts'
import type { Webhook } from './webhook.ts'
import { findEnabledWebhooksBy, lockWebhook, replaceWebhook } from './webhook-store.ts'

/**
 * Disables a webhook because its server refused or did not accept events. Repeating it is no error. A webhook that was changed
 * since the attempt stays enabled: its URL may be a different one, which the next attempt will test.
 */
export async function disableWebhook(
  users: Users,
  input: { tried: Webhook; reason: 'gone' | 'failing' },
): Promise<void> {
  const { tried, reason } = input
  const { id } = tried
  const at = users.clock.now()
  await users.db.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, id)
    if (webhook?.version !== tried.version) return
    if (reason === 'failing' && webhook.failingSince !== tried.failingSince) return
    const disabled = { ...webhook, disabledReason: reason, updatedAt: at, version: webhook.version + 1 }
    await replaceWebhook(tx, disabled)
    await recordDisabled(tx, disabled, reason)
    await notifyAdmins(tx, users, disabled)
  })
}

/**
 * Disables the webhooks that were made since a time by a user, or with an API key that the user made, directly or by other keys.
 * Their waiting deliveries are kept, in case a webhook is legitimate.
 */
export async function disableWebhooksBy(
  tx: Sql,
  { madeBy, since, at }: { madeBy: string; since: number; at: number },
): Promise<{ id: string; url: string }[]> {
  const webhooks: { id: string; url: string }[] = []
  for (const { id } of await findEnabledWebhooksBy(tx, { madeBy, since })) {
    const webhook = await lockWebhook(tx, id)
    if (!webhook || webhook.disabledReason !== null) continue
    const disabled = {
      ...webhook,
      disabledReason: 'requested' as const,
      updatedAt: at,
      version: webhook.version + 1,
    }
    await replaceWebhook(tx, disabled)
    await recordDisabled(tx, disabled, 'requested')
    webhooks.push({ id, url: webhook.url })
  }
  return webhooks
}

export async function recordDisabled(tx: Sql, webhook: Webhook, reason: DisabledReason): Promise<void> {
  const data = { webhook_id: webhook.id, url: webhook.url, reason }
  const level = reason === 'requested' ? 'info' : 'warn'
  await record(tx, { type: 'webhook.disabled', subject: null, data, at: webhook.updatedAt }, { level })
}

/** Notifies the admins, because otherwise nobody would notice before events are missing. */
async function notifyAdmins(tx: Sql, users: Users, { id, url, disabledReason }: Webhook): Promise<void> {
  const isGone = disabledReason === 'gone'
  for (const admin of await lockAdmins(tx, maxAlertedAdmins)) {
    const title = 'A webhook was switched off'
    const body = `${url} ${isGone ? 'is gone' : 'took nothing for three days'}.`
    const data = { webhook_id: id, url, reason: disabledReason }
    await notify(tx, { userId: admin.id, type: 'webhook.disabled', title, body, data }, users.clock.now())
    if (admin.emailVerifiedAt === null) continue
    await queueMail(tx, users, {
      user: admin,
      to: admin.email,
      content: { kind: 'webhook_disabled', url, isGone },
    })
  }
}
