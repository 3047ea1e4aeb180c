import type { Module } from '#runtime/module.ts'
import { createDeliveryCounter, type Deliveries, startWebhooks } from './deliver-webhooks.ts'
import { countExpiredDeliveries, removeExpiredDeliveries } from './delivery-store.ts'
import { webhookRoutes } from './routes.ts'
import { resealWebhookSecrets } from './webhook-secret.ts'
import { countDeletedWebhooks, removeDeletedWebhooks } from './webhook-store.ts'

/** This module sends events to the servers of others (Standard Webhooks). */
export function openWebhooks(users: Deliveries): Module {
  const { metric, count } = createDeliveryCounter()
  return {
    metrics: [metric],
    routes: webhookRoutes(users),
    sweeps: [
      { name: 'webhook_deliveries', remove: removeExpiredDeliveries, countWaiting: countExpiredDeliveries },
      { name: 'deleted_webhooks', remove: removeDeletedWebhooks, countWaiting: countDeletedWebhooks },
    ],
    start: () => [startWebhooks({ ...users, count })],
    reseal: () => resealWebhookSecrets(users),
  }
}
