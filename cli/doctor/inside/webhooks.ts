import type { Webhook } from '#users/webhooks/webhook.ts'
import { findWebhooksPage } from '#users/webhooks/webhook-store.ts'
import { type Check, type Finding, fail, ok, warn } from '../check.ts'
import { days } from '../days.ts'
import { inDatabaseOf } from '../in-databases.ts'

/** The number of webhooks to read. It is above the limit of an installation, so that all of them are checked. */
const maxWebhooks = 1_000

/** Looks for webhooks that were disabled because they failed for long, and for those that fail now. */
export const webhooksCheck: Check = {
  name: 'webhooks',
  async run(deployment) {
    return inDatabaseOf(deployment, 'users', async (db) => {
      const webhooks = await findWebhooksPage(db, { createdAt: -1, id: '' }, maxWebhooks)
      const wrong = webhooks.flatMap(judge)
      return wrong.length > 0
        ? wrong
        : [ok(webhooks.length === 0 ? 'none' : `${webhooks.length}, none fails`)]
    })
  },
}

function judge({ id, url, disabledReason, failingSince }: Webhook): Finding[] {
  const host = URL.canParse(url) ? new URL(url).host : id
  // A webhook that somebody has disabled on purpose is not reported.
  if (disabledReason === 'requested') return []
  if (disabledReason !== null)
    return [
      fail(
        `the webhook to ${host} is disabled (${disabledReason}) and receives no events`,
        `fix the receiver, then: latchkey webhooks enable ${id}`,
      ),
    ]
  if (failingSince === null) return []
  return [
    warn(
      `the webhook to ${host} has failed for ${days(Date.now() - failingSince)}`,
      `latchkey webhooks deliveries ${id} shows the responses of its receiver`,
    ),
  ]
}
