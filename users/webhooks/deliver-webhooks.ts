import type { Sql } from '#runtime/database/database.ts'
import { findEvent, type LoggedEvent, toEventResource } from '#runtime/events/event-log.ts'
import {
  type Delivery,
  deliverDue,
  Interrupted,
  isTooOld,
  maxReceiverOutageMs,
  RetryLater,
  retryForDays,
} from '#runtime/events/outbox.ts'
import type { Within } from '#runtime/log/open-span.ts'
import { type Loop, startLoop } from '#runtime/loop.ts'
import { createCounter } from '#runtime/metrics/counter.ts'
import { type Posted, postOnce } from '#runtime/targets/post-once.ts'
import type { Users } from '../core/users.ts'
import {
  findDueWebhooks,
  isAnyEnabled,
  queueEvent,
  queueEvents,
  recordAttempt,
  sinkOf,
} from './delivery-store.ts'
import { disableWebhook } from './disable-webhook.ts'
import { targetsOf } from './target.ts'
import { traceDelivery } from './trace-delivery.ts'
import type { Webhook } from './webhook.ts'
import { signatures } from './webhook-secret.ts'
import { findWebhook, recordHealth } from './webhook-store.ts'

export interface Deliveries extends Users {
  /** The function that records each attempt as a trace; undefined when traces are off. */
  within?: Within | undefined
}

/**
 * Queues events for the webhooks that have selected their types, in the transaction that gives the events
 * their positions.
 */
export async function queueForWebhooks(tx: Sql, events: LoggedEvent[], now: number): Promise<void> {
  const [first, last] = [events[0]?.position, events.at(-1)?.position]
  if (first === undefined || last === undefined || !(await isAnyEnabled(tx))) return
  await queueEvents(tx, { first, last, now })
  for (const { id, type, data } of events) {
    if (type !== 'webhook.test') continue
    await queueEvent(tx, { webhookId: String(data.webhook_id), eventId: id, now })
  }
}

/** The context of deliveries, which counts their attempts. */
interface WebhookDelivery extends Deliveries {
  count: ReturnType<typeof createDeliveryCounter>['count']
}

export const createDeliveryCounter = () =>
  createCounter({
    name: 'latchkey_webhook_deliveries_total',
    help: 'Attempts to deliver an event to a webhook, by outcome. `failed` is retried; `given_up` was the last attempt.',
    label: 'outcome',
    values: ['delivered', 'failed', 'given_up'],
  })

/**
 * The retry policy of the outbox, which never gives up by itself: `deliverToWebhook` gives up, so that a
 * failed delivery leaves the outbox and stays in the list of deliveries.
 */
const retry = { ...retryForDays, giveUpAfterMs: undefined }

/** Starts one loop for all webhooks. Each webhook has its own queue, so that a slow one delays no other. */
export function startWebhooks(users: WebhookDelivery): Loop {
  const busy = new Map<string, Promise<void>>()
  const loop = startLoop('deliver to webhooks', { idleMs: 250, log: users.log }, async (signal) => {
    for (const id of await findDueWebhooks(users.db, users.clock.now())) {
      if (busy.has(id)) continue
      busy.set(
        id,
        deliverAllDue(users, id, signal).finally(() => busy.delete(id)),
      )
    }
    return false
  })
  return {
    async stop() {
      await loop.stop()
      await Promise.all(busy.values())
    },
  }
}

async function deliverAllDue(users: WebhookDelivery, webhookId: string, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = users
  const deliver = (delivery: Delivery<string>) => deliverToWebhook(users, { webhookId, delivery, signal })
  const outbox = { db, clock, log, sink: sinkOf(webhookId), retry, deliver }
  try {
    while (!signal.aborted && (await deliverDue(outbox)));
  } catch (error) {
    log.error({ err: error, webhook_id: webhookId }, 'deliveries to a webhook failed')
  }
}

/**
 * Makes one attempt at a delivery, and resolves when no other attempt is needed.
 * @throws {RetryLater | Interrupted} when it must be retried
 */
async function deliverToWebhook(
  users: WebhookDelivery,
  { webhookId, delivery, signal }: { webhookId: string; delivery: Delivery<string>; signal: AbortSignal },
): Promise<void> {
  const { db, clock, log } = users
  const eventId = delivery.payload
  const webhook = await findWebhook(db, webhookId)
  if (!webhook || webhook.disabledReason !== null)
    throw new RetryLater('It was disabled or deleted meanwhile.', 0)
  // The event is read for each attempt: if its user was deleted meanwhile, it holds no personal data any more.
  const event = await findEvent(db, eventId)
  const posted = event ? await post(users, { webhook, event, signal }) : eventGone
  const { status, fault, retryAfterMs } = posted
  if (fault !== null && signal.aborted) throw new Interrupted('The service is stopping.')
  const at = clock.now()
  const isExpired = !event || isTooOld(delivery, { now: at, maxMs: maxReceiverOutageMs })
  const state = fault === null ? 'delivered' : isExpired ? 'failed' : 'waiting'
  users.count(outcomes[state])
  await recordAttempt(db, { webhookId, eventId, state, status, error: fault, at })
  if (event) await judge(users, webhook, posted, { at, attempts: delivery.attempts })
  if (state === 'waiting') throw new RetryLater(fault ?? '', retryAfterMs)
  if (state === 'failed')
    log.warn(
      { webhook_id: webhookId, event_id: eventId, reason: fault },
      'delivery to a webhook failed for good',
    )
}

const outcomes = { delivered: 'delivered', waiting: 'failed', failed: 'given_up' } as const

const eventGone: Posted = { status: null, fault: 'The event is no longer kept.', retryAfterMs: 0 }

function post(
  users: Deliveries,
  { webhook, event, signal }: { webhook: Webhook; event: LoggedEvent; signal: AbortSignal },
): Promise<Posted> {
  const now = users.clock.now()
  const body = JSON.stringify(toEventResource(event))
  const timestamp = String(Math.floor(now / 1_000))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Latchkey',
    'webhook-id': event.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures(users, webhook, { content: `${event.id}.${timestamp}.${body}`, now }),
  }
  const { url } = webhook
  const deliver = () => postOnce(targetsOf(users), { url, headers, body, signal })
  return users.within ? traceDelivery(users.within, { url, eventType: event.type }, deliver) : deliver()
}

/**
 * Updates the health of a webhook after an attempt. The webhook is disabled after a 410 (Gone), or after three days without any
 * success, in which an event was attempted often: a clock that is ahead for an hour disables no webhook.
 */
async function judge(
  users: Users,
  tried: Webhook,
  { status, fault }: Posted,
  { at, attempts }: { at: number; attempts: number },
): Promise<void> {
  const { failingSince } = tried
  if (fault === null) {
    if (failingSince !== null) await recordHealth(users.db, tried, null)
    return
  }
  if (failingSince === null) await recordHealth(users.db, tried, at)
  if (status === 410) await disableWebhook(users, { tried, reason: 'gone' })
  else if (
    failingSince !== null &&
    isTooOld({ queuedAt: failingSince, attempts }, { now: at, maxMs: maxReceiverOutageMs })
  )
    await disableWebhook(users, { tried, reason: 'failing' })
}
