import { webhookEndpoints } from '#contract/webhooks.ts'
import { inTurns } from '#runtime/database/in-turns.ts'
import type { Module } from '#runtime/module.ts'
import { lazily } from '#runtime/on-demand/lazily.ts'
import { routesOnDemand } from '#runtime/on-demand/routes-on-demand.ts'
import { createDeliveryCounter, type Deliveries, startWebhooks } from './deliver-webhooks.ts'
import { countExpiredDeliveries, removeExpiredDeliveries } from './delivery-store.ts'
import { resealWebhookSecrets } from './webhook-secret.ts'
import { countDeletedWebhooks, removeDeletedWebhooks } from './webhook-store.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

/** The connections that all deliveries together use. There may be a thousand at once: 20 to each of 50 webhooks. */
const connections = 4

/** This module sends events to servers outside Latchkey (Standard Webhooks). */
export function openWebhooks(users: Deliveries): Module {
  const { metric, count } = createDeliveryCounter()
  return {
    metrics: [metric],
    routes: routesOnDemand(webhookEndpoints, async () => (await loadRoutes()).webhookRoutes(users)),
    sweeps: [
      { name: 'webhook_deliveries', remove: removeExpiredDeliveries, countWaiting: countExpiredDeliveries },
      { name: 'deleted_webhooks', remove: removeDeletedWebhooks, countWaiting: countDeletedWebhooks },
    ],
    start: () => [startWebhooks({ ...users, db: inTurns(users.db, connections), count })],
    reseal: () => resealWebhookSecrets(users),
  }
}
