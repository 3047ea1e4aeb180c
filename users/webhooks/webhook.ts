import type { DisabledReason, WebhookResource } from '#contract/webhooks.ts'
import { toRfc3339 } from '#runtime/clock.ts'

/** Somebody else's server that events are sent to. */
export interface Webhook {
  id: string
  url: string
  /** `['*']` is everything. */
  eventTypes: string[]
  description: string | null
  /** Sealed, as is the one before it, which signs too until its time is up. */
  secret: string
  formerSecret: string | null
  formerUntil: number | null
  /** Null while it is enabled. */
  disabledReason: DisabledReason | null
  /** Since when nothing has arrived there. */
  failingSince: number | null
  /** A user or an API key; null for the command line. */
  createdBy: string | null
  createdAt: number
  updatedAt: number
  version: number
}

export const toWebhookResource = (webhook: Webhook, now: number): WebhookResource => ({
  id: webhook.id,
  url: webhook.url,
  event_types: webhook.eventTypes as WebhookResource['event_types'],
  description: webhook.description,
  enabled: webhook.disabledReason === null,
  disabled_reason: webhook.disabledReason,
  failing_since: webhook.failingSince === null ? null : toRfc3339(webhook.failingSince),
  former_secret_until:
    webhook.formerUntil === null || webhook.formerUntil <= now ? null : toRfc3339(webhook.formerUntil),
  created_by: webhook.createdBy,
  created_at: toRfc3339(webhook.createdAt),
  updated_at: toRfc3339(webhook.updatedAt),
})

/** Absent is everything, and so is everything and something. */
export const toEventTypes = (types: readonly string[] | undefined): string[] =>
  !types || types.includes('*') ? ['*'] : [...types]
