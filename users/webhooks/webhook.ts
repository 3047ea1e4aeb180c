import type { Scope } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { DisabledReason, WebhookResource } from '#contract/integrations/webhooks.ts'
import { toRfc3339 } from '#runtime/clock.ts'

/** A webhook: the URL of a server outside Latchkey to which events are sent, with its settings and its state. */
export interface Webhook {
  id: string
  url: string
  /** The types of events to send; `['*']` is all of them. */
  eventTypes: string[]
  description: string | null
  /**
   * The secret, encrypted with the master key. After a rotation events are signed with the former secret too, until
   * `formerUntil`.
   */
  secret: string
  formerSecret: string | null
  formerUntil: number | null
  /** The reason why the webhook is disabled; null while it is enabled. */
  disabledReason: DisabledReason | null
  /** The time since which every attempt has failed; null when the last attempt succeeded. */
  failingSince: number | null
  /** The maker of the webhook: the id of a user or of an API key; null for the command line. */
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

/** Normalizes a list of event types: no list, or a list with `*`, means all events. */
export const toEventTypes = (types: readonly string[] | undefined): string[] =>
  !types || types.includes('*') ? ['*'] : [...types]

/**
 * Requires the right to read the events that a webhook selects, because the webhook passes them on to its
 * maker. Events about webhooks themselves need only `webhooks:write`. `pointer` is the field of the request
 * that an error names.
 * @throws {Failure} `forbidden`
 */
export function requireReadable(
  eventTypes: readonly string[],
  { scopes, pointer }: { scopes: readonly Scope[]; pointer: string },
): void {
  if (scopes.includes('events:read') || eventTypes.every((type) => type.startsWith('webhook.'))) return
  const errors = [{ pointer, code: 'forbidden', detail: 'Events other than webhook.* need events:read.' }]
  throw new Failure('forbidden', { errors })
}
