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

const loadRoutes = lazily(() => import('./routes.ts'))

/**
 * Returns the database for deliveries, of which there may be a thousand at once: 20 to each of 50 webhooks. On PostgreSQL they leave
 * at least half of the connections of this process to requests. SQLite has no connections to use up, and commits what waits together.
 */
const databaseOf = ({ db }: Deliveries, connections: number): Database =>
  db.engine === 'postgres' ? inTurns(db, Math.max(1, Math.min(4, Math.floor(connections / 2)))) : db

/**
 * This module sends events to servers outside Latchkey (Standard Webhooks). `connections` is how many connections to PostgreSQL this
 * process has.
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
