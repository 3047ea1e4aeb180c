import { countOldDeadLetters, removeOldDeadLetters } from '#runtime/events/dead-letters.ts'
import { countOldEvents, removeOldEvents } from '#runtime/events/event-log.ts'
import { blankForgottenEvents, countForgottenEvents } from '#runtime/events/forgotten-events.ts'
import type { Sweep } from '#runtime/sweep.ts'
import { countOverApiKeys, removeOverApiKeys } from './api-keys/api-key-store.ts'
import { countFullBuckets, removeFullBuckets } from './core/rate-limit-store.ts'
import { countOverKeys, removeOverKeys } from './idempotency/idempotency.ts'
import { countOverLinks, removeOverLinks } from './links/link-store.ts'
import { countOverBudgets, removeOverBudgets } from './mail/mail-budget-store.ts'
import { countOverNotifications, removeOverNotifications } from './notifications/notification-store.ts'
import { countExpiredHolds } from './sign-up/held-username-store.ts'
import { removeUnconfirmed } from './sign-up/remove-unconfirmed.ts'
import { countOverDeliveries, removeOverDeliveries } from './webhooks/delivery-store.ts'
import { countDeletedWebhooks, removeDeletedWebhooks } from './webhooks/webhook-store.ts'

/** What the user service keeps for a time only. What was delivered from the outbox goes at once. */
export const userSweeps: readonly Sweep[] = [
  { name: 'idempotency_keys', remove: removeOverKeys, countWaiting: countOverKeys },
  { name: 'notifications', remove: removeOverNotifications, countWaiting: countOverNotifications },
  { name: 'links', remove: removeOverLinks, countWaiting: countOverLinks },
  { name: 'forgotten_events', remove: blankForgottenEvents, countWaiting: countForgottenEvents },
  { name: 'events', remove: removeOldEvents, countWaiting: countOldEvents },
  { name: 'dead_letters', remove: removeOldDeadLetters, countWaiting: countOldDeadLetters },
  { name: 'webhook_deliveries', remove: removeOverDeliveries, countWaiting: countOverDeliveries },
  { name: 'deleted_webhooks', remove: removeDeletedWebhooks, countWaiting: countDeletedWebhooks },
  { name: 'api_keys', remove: removeOverApiKeys, countWaiting: countOverApiKeys },
  { name: 'held_usernames', remove: removeUnconfirmed, countWaiting: countExpiredHolds },
  { name: 'mail_budgets', remove: removeOverBudgets, countWaiting: countOverBudgets },
  { name: 'rate_limits', remove: removeFullBuckets, countWaiting: countFullBuckets },
]
