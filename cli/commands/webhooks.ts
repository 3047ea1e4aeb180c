import { operator } from '#contract/declaration/endpoint.ts'
import { createWebhookEndpoint } from '#contract/integrations/webhooks.ts'
import { systemClock } from '#runtime/clock.ts'
import { messageOf } from '#runtime/log/thrown.ts'
import { checker } from '#runtime/requests/validation.ts'
import { parseDuration } from '#runtime/settings.ts'
import { StartFault } from '#runtime/start-fault.ts'
import type { Users } from '#users/core/users.ts'
import { createWebhook } from '#users/webhooks/create-webhook.ts'
import { deleteWebhook } from '#users/webhooks/delete-webhook.ts'
import type { WebhookDelivery } from '#users/webhooks/delivery-store.ts'
import { listDeliveries, toDeliveryResource } from '#users/webhooks/list-deliveries.ts'
import { listWebhooks } from '#users/webhooks/list-webhooks.ts'
import { replayFailed } from '#users/webhooks/replay-deliveries.ts'
import { rotateWebhookSecret } from '#users/webhooks/rotate-webhook-secret.ts'
import { updateWebhook } from '#users/webhooks/update-webhook.ts'
import { toWebhookResource, type Webhook } from '#users/webhooks/webhook.ts'
import { requireDatabase } from '../open-existing.ts'
import { printJson } from '../printable.ts'
import { type AllSettings, databaseUrls } from '../settings/all-settings.ts'
import { table } from '../table.ts'
import { withUsers } from '../with-users.ts'

export async function createWebhookCommand(
  settings: AllSettings,
  {
    url,
    events,
    description,
    json,
  }: { url: string; events: string | undefined; description: string | undefined; json: boolean },
): Promise<void> {
  const eventTypes = events?.split(',').map((type) => type.trim())
  const body = {
    url,
    ...(eventTypes ? { event_types: eventTypes } : {}),
    ...(description === undefined ? {} : { description }),
  }
  checker(createWebhookEndpoint.body)(body)
  const { webhook, secret } = await withUsers(settings, (users) =>
    createWebhook(users, { url, eventTypes, description, by: operator }),
  )
  if (json) return printJson({ ...resourceOf(webhook), secret })
  print([
    ['id', webhook.id],
    ['url', webhook.url],
    ['events', webhook.eventTypes.join(' ')],
    ['secret', secret],
    ['', '(shown only once)'],
  ])
}

export async function listWebhooksCommand(settings: AllSettings, isJson: boolean): Promise<void> {
  const { webhooks } = await onExisting(settings, (users) => listWebhooks(users, { limit: 200 }))
  if (isJson) return printJson({ data: webhooks.map(resourceOf) })
  const rows = [['ID', 'STATUS', 'URL'], ...webhooks.map(describe)]
  process.stdout.write(webhooks.length > 0 ? table(rows, { flexible: { 2: 20 } }) : 'No webhooks.\n')
}

export async function changeWebhookCommand(
  settings: AllSettings,
  change: 'delete' | 'enable' | 'disable' | 'rotate-secret',
  { id, json }: { id: string; json: boolean },
): Promise<void> {
  const about = { id, by: null }
  await onExisting(settings, async (users) => {
    if (change === 'delete') {
      await deleteWebhook(users, about)
      if (json) printJson({ id, deleted: true })
      else print([[`Deleted webhook ${id}.`]])
    } else if (change === 'rotate-secret') {
      const { webhook, secret } = await rotateWebhookSecret(users, { id, by: operator })
      if (json) return printJson({ ...resourceOf(webhook), secret })
      print([
        ['secret', secret],
        ['', '(shown only once; deliveries also have a signature with the previous secret for 24 hours)'],
      ])
    } else {
      const webhook = await updateWebhook(users, {
        id,
        by: operator,
        patch: { isEnabled: change === 'enable' },
      })
      if (json) printJson(resourceOf(webhook))
      else print([describe(webhook)])
    }
  })
}

export async function listDeliveriesCommand(
  settings: AllSettings,
  id: string,
  isJson: boolean,
): Promise<void> {
  const { deliveries } = await onExisting(settings, (users) => listDeliveries(users, { id }))
  if (isJson) return printJson({ data: deliveries.map(toDeliveryResource) })
  print([['EVENT', 'TYPE', 'STATUS'], ...deliveries.map(describeDelivery)])
}

/**
 * Queues the failed deliveries of a webhook again. `since`, such as `3d`, limits this to the deliveries of the last three days;
 * without it, all failed deliveries that are still kept are queued.
 */
export async function replayDeliveriesCommand(
  settings: AllSettings,
  id: string,
  { since: age, json }: { since: string | undefined; json: boolean },
): Promise<void> {
  const since = age === undefined ? 0 : systemClock.now() - readAge(age)
  const replayed = await onExisting(settings, async (users) => {
    let total = 0
    for (let more = 1; more > 0; total += more) more = await replayFailed(users, { id, since, by: null })
    return total
  })
  if (json) printJson({ replayed })
  else print([[`Queued deliveries: ${replayed}`]])
}

async function onExisting<T>(settings: AllSettings, work: (users: Users) => Promise<T>): Promise<T> {
  requireDatabase(databaseUrls(settings).users)
  return withUsers(settings, work)
}

/** Formats a webhook as a row of a table. */
const describe = ({ id, disabledReason, url }: Webhook): string[] => [
  id,
  disabledReason === null ? 'enabled' : disabledReason === 'requested' ? 'disabled' : disabledReason,
  url,
]

const describeDelivery = ({ eventId, type, state, lastStatus }: WebhookDelivery): string[] => [
  eventId,
  type,
  state === 'delivered' || lastStatus === null ? state : `${state} ${lastStatus}`,
]

function readAge(text: string): number {
  try {
    return parseDuration(text)
  } catch (cause) {
    throw new StartFault([`--since ${messageOf(cause)}.`], { exitCode: 2 })
  }
}

const resourceOf = (webhook: Webhook) => toWebhookResource(webhook, systemClock.now())

const print = (rows: string[][]): void => void process.stdout.write(table(rows))
