import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { noteLine } from '#runtime/events/record.ts'
import { requireMatch } from '#runtime/requests/etag.ts'
import { requireRecentLogin } from '../core/recent-login.ts'
import type { Users } from '../core/users.ts'
import { recordDisabled } from './disable-webhook.ts'
import { requireLocked } from './find-webhook.ts'
import { recordUpdated } from './record-updated.ts'
import { requireTarget, targetsOf } from './target.ts'
import { requireReadable, toEventTypes, type Webhook } from './webhook.ts'
import { replaceWebhook } from './webhook-store.ts'

export interface WebhookPatch {
  url?: string | undefined
  eventTypes?: readonly string[] | undefined
  description?: string | null | undefined
  isEnabled?: boolean | undefined
}

export async function updateWebhook(
  users: Users,
  input: {
    id: string
    patch: WebhookPatch
    by: Caller
    ifMatch?: string | undefined
  },
): Promise<Webhook> {
  const { patch, by } = input
  if (patch.url !== undefined) await requireTarget(targetsOf(users), patch.url)
  return users.db.transaction(async (tx) => {
    const before = await requireLocked(tx, input.id)
    requireMatch(before, input.ifMatch)
    const after = applyPatch(before, patch, users.clock.now())
    requireRights(before, after, by)
    await replaceWebhook(tx, after)
    if (before.disabledReason === null && after.disabledReason !== null)
      await recordDisabled(tx, after, after.disabledReason)
    await recordUpdated(tx, after, { changed: changedFields(before, after), by: authorId(by) })
    // This log line reports the request. It is also written when the request changed nothing, or when the change has an event of
    // another type.
    const data = { webhook_id: after.id, changed: Object.keys(patch), by: authorId(by) }
    noteLine(tx, { type: 'webhook.updated', subject: null, data })
    return after
  })
}

/** Returns whether a change enables the webhook again. Waiting deliveries are then sent too. */
const isEnabledAgain = (before: Webhook, after: Webhook): boolean =>
  before.disabledReason !== null && after.disabledReason === null

/**
 * Returns the names of the changed fields. Disabling is not among them, because it has an event of its own, `webhook.disabled`.
 */
function changedFields(before: Webhook, after: Webhook): string[] {
  return [
    ...(before.url === after.url ? [] : ['url']),
    ...(before.eventTypes.join() === after.eventTypes.join() ? [] : ['event_types']),
    ...(before.description === after.description ? [] : ['description']),
    ...(isEnabledAgain(before, after) ? ['enabled'] : []),
  ]
}

/**
 * Requires the right to read events, and a recent login, when a change sends events elsewhere: another URL, other types, or
 * enabling it again. Fields that stay the same need neither.
 */
function requireRights(before: Webhook, after: Webhook, by: Caller): void {
  const { scopes } = by
  const isSame = before.eventTypes.join() === after.eventTypes.join()
  if (!isSame) requireReadable(after.eventTypes, { scopes, pointer: '/event_types' })
  if (before.url !== after.url) requireReadable(after.eventTypes, { scopes, pointer: '/url' })
  const isAgain = isEnabledAgain(before, after)
  if (isAgain) requireReadable(after.eventTypes, { scopes, pointer: '/enabled' })
  if (!isSame || before.url !== after.url || isAgain) requireRecentLogin(by, after.updatedAt)
}

function applyPatch(webhook: Webhook, { isEnabled, ...patch }: WebhookPatch, now: number): Webhook {
  const isNew = (patch.url !== undefined && patch.url !== webhook.url) || isEnabled === true
  return {
    ...webhook,
    url: patch.url ?? webhook.url,
    eventTypes: patch.eventTypes ? toEventTypes(patch.eventTypes) : webhook.eventTypes,
    description: patch.description === undefined ? webhook.description : patch.description,
    disabledReason:
      isEnabled === undefined
        ? webhook.disabledReason
        : isEnabled
          ? null
          : (webhook.disabledReason ?? 'requested'),
    // A webhook with a new URL, or one that is enabled, starts without past failures: it is disabled only after three more days
    // of them.
    failingSince: isNew ? null : webhook.failingSince,
    updatedAt: now,
    version: webhook.version + 1,
  }
}
