import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { record } from '#runtime/events/record.ts'
import { newId } from '#runtime/ids.ts'
import { claimReply, type Repeatable } from '#runtime/requests/idempotency.ts'
import { alertAdmins } from '../core/alert-admins.ts'
import { requireRecentLogin } from '../core/recent-login.ts'
import type { Users } from '../core/users.ts'
import { requireTarget, targetsOf } from './target.ts'
import { requireReadable, toEventTypes, type Webhook } from './webhook.ts'
import { makeSecret } from './webhook-secret.ts'
import { countWebhooks, insertWebhook, lockWebhooks } from './webhook-store.ts'

export interface NewWebhook {
  url: string
  /** The types of events to send. Without them all events are sent. */
  eventTypes?: readonly string[] | undefined
  description?: string | null | undefined
  by: Caller
  repeatable?: Repeatable | undefined
}

/** A webhook with its secret, which is shown this one time only. */
export interface ShownWebhook {
  webhook: Webhook
  secret: string
}

/** The maximum number of webhooks. They are limited, because each event is queued once for each of them. */
export const maxWebhooks = 50

export async function createWebhook(users: Users, input: NewWebhook): Promise<ShownWebhook> {
  const createdBy = authorId(input.by)
  const eventTypes = toEventTypes(input.eventTypes)
  requireReadable(eventTypes, { scopes: input.by.scopes, pointer: '/event_types' })
  const now = users.clock.now()
  requireRecentLogin(input.by, now)
  await requireTarget(targetsOf(users), input.url)
  const id = newId(now)
  const secret = makeSecret(users, id)
  const webhook: Webhook = {
    id,
    url: input.url,
    eventTypes,
    description: input.description ?? null,
    secret: secret.sealed,
    formerSecret: null,
    formerUntil: null,
    disabledReason: null,
    failingSince: null,
    createdBy,
    createdAt: now,
    updatedAt: now,
    version: 1,
  }
  await users.db.transaction(async (tx) => {
    // Only the id is stored for a retry: to show the secret again it would have to be stored in clear.
    const first = await claimReply(tx, input.repeatable, { id }, { now })
    if (first) throw shownBefore(first.id)
    await lockWebhooks(tx)
    if ((await countWebhooks(tx)) >= maxWebhooks) throw new Failure('too_many_webhooks')
    await insertWebhook(tx, webhook)
    const data = { webhook_id: id, url: webhook.url, event_types: eventTypes, by: createdBy }
    await record(tx, { type: 'webhook.created', subject: null, data, at: now })
    const { url } = webhook
    await alertAdmins(tx, { kind: 'webhook_created', webhookId: id, url, eventTypes, by: createdBy }, now)
  })
  return { webhook, secret: secret.shown }
}

const shownBefore = (id: string): Failure =>
  new Failure('webhook_secret_shown_before', {
    detail: `Give the webhook ${id} another secret, or delete it.`,
    headers: { location: `/api/v1/webhooks/${id}` },
  })
