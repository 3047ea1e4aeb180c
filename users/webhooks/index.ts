/**
 * # Webhooks
 *
 * A *webhook* is the URL of a server outside Latchkey that is sent every event of the types it asks for (Standard Webhooks). A
 * *delivery* is one event for one webhook, which is tried again, with growing pauses, until the server accepts it or the last
 * try fails. Each is signed with the *secret* of the webhook (`webhook-secret.ts`), which is stored encrypted.
 *
 * An admin creates a webhook for `user.created` (`routes.ts` → `create-webhook.ts`), and all admins are notified. Ada signs up.
 * When her event is numbered, `queueForWebhooks` stores a delivery in the same transaction (`deliver-webhooks.ts`,
 * `delivery-store.ts`). In the background `startWebhooks` claims it, looks up where the URL leads (`target.ts`), signs the body
 * and posts it. If the server refuses for three days, `disable-webhook.ts` disables the webhook and notifies the admins, who
 * can have the failed deliveries sent again later (`replay-deliveries.ts`). When the owner of a stolen account recovers it,
 * `credentials/account-recovery/` disables the webhooks that the thief made.
 *
 * `transfer.ts` describes webhooks in an export.
 */
import { webhookEndpoints } from '#contract/integrations/webhooks.ts'
import type { Database } from '#runtime/database/database.ts'
import { inTurns } from '#runtime/database/in-turns.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import { createDeliveryCounter, type Deliveries, startWebhooks } from './deliver-webhooks.ts'
import { countExpiredDeliveries, removeExpiredDeliveries } from './delivery-store.ts'
import { resealWebhookSecrets } from './webhook-secret.ts'
import { countDeletedWebhooks, removeDeletedWebhooks } from './webhook-store.ts'

/** Stores a delivery for each webhook that asks for one of these events, in the transaction that numbers them. */
export { queueForWebhooks } from './deliver-webhooks.ts'
/** Disables the webhooks that a user made since a time, and returns them. */
export { disableWebhooksBy } from './disable-webhook.ts'
/** Finds the enabled webhooks that a user made since a time. */
export { findEnabledWebhooksBy } from './webhook-store.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

/**
 * Returns the database for deliveries, of which there may be a thousand at once: 20 to each of 50 webhooks. On PostgreSQL they
 * leave at least half of the connections of this process to requests. SQLite has no connections to use up, and commits what
 * waits together.
 */
const databaseOf = ({ db }: Deliveries, connections: number): Database =>
  db.engine === 'postgres' ? inTurns(db, Math.max(1, Math.min(4, Math.floor(connections / 2)))) : db

/**
 * Opens the module that stores webhooks and sends events to them. `connections` is the number of this process's connections to
 * PostgreSQL.
 */
export function openWebhooks(users: Deliveries, { connections }: { connections: number }): Module {
  const { metric, count } = createDeliveryCounter()
  return {
    metrics: [metric],
    routes: routesOnDemand(webhookEndpoints, async () => (await loadRoutes()).webhookRoutes(users)),
    sweeps: [
      { name: 'webhook_deliveries', remove: removeExpiredDeliveries, countWaiting: countExpiredDeliveries },
      { name: 'deleted_webhooks', remove: removeDeletedWebhooks, countWaiting: countDeletedWebhooks },
    ],
    start: () => [startWebhooks({ ...users, db: databaseOf(users, connections), count })],
    reseal: () => resealWebhookSecrets(users),
  }
}
