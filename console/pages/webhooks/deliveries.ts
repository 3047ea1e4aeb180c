import {
  deliveryStates,
  listWebhookDeliveriesEndpoint,
  type WebhookDeliveryResource,
  type WebhookResource,
} from '#contract/integrations/webhooks.ts'
import { badge } from '#runtime/components/banner.ts'
import { hiddenFields } from '#runtime/components/hidden-fields.ts'
import { table, wide } from '#runtime/components/table.ts'
import { type Html, html, type Part } from '#runtime/html.ts'
import type { Visit } from '../../core/visit.ts'
import { filterLinks, number, pageUrl, paging, time } from '../../view/parts.ts'

interface Deliveries {
  deliveries: readonly WebhookDeliveryResource[]
  next: string | null
}

export async function findDeliveries({ ask, sent }: Visit, { id }: WebhookResource): Promise<Deliveries> {
  const state = deliveryStates.find((one) => one === sent.state)
  const query = { limit: 25, cursor: sent.cursor, state }
  const { data, next_cursor: next } = (await ask(listWebhookDeliveriesEndpoint, { params: { id }, query }))
    .body
  return { deliveries: data, next }
}

/** Returns the list of the deliveries of a webhook and their results, page by page. */
export function deliveriesView(
  visit: Visit,
  { webhook, deliveries, next }: Deliveries & { webhook: WebhookResource },
): Html {
  const { sent, texts } = visit
  const { webhooks: text, users } = texts
  const { id } = webhook
  const choices = [
    { text: text.anyState, to: pageUrl('webhook', { id }), isCurrent: sent.state === undefined },
    ...deliveryStates.map((state) => ({
      text: text.states[state],
      to: pageUrl('webhook', { id, state }),
      isCurrent: sent.state === state,
    })),
  ]
  const isFirst = sent.state === undefined && sent.cursor === undefined
  const rows = deliveries.map((one) => row(visit, { webhook, delivery: one }))
  const shown = table([text.event, text.outcome, wide(text.last)], rows)
  const nothing = html`<p class="quiet">${isFirst ? text.noDeliveries : text.noneInState}</p>`
  return html`<section class="card"><h2>${text.deliveries}</h2><p class="hint">${text.deliveriesHint}</p>${filterLinks(users.filters, choices)}${shown ?? nothing}${paging({ texts, sent: { ...(sent.state ? { state: sent.state } : {}), ...(sent.cursor ? { cursor: sent.cursor } : {}), id } }, { page: 'webhook', next })}</section>`
}

const tones = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const

function row(
  visit: Visit,
  { webhook, delivery }: { webhook: WebhookResource; delivery: WebhookDeliveryResource },
): Part[] {
  const { webhooks: text } = visit.texts
  const { event_id, last_status: status, last_error: error, last_attempt_at: last } = delivery
  const outcome =
    status === null
      ? html`${text.noResponse}${error !== null && html`: <span lang="en">${error}</span>`}`
      : `${text.responded} ${status}`
  const answer =
    delivery.attempts > 0 &&
    html`<br><span class="quiet">${outcome}${delivery.attempts > 1 && ` · ${text.attempts({ count: number(visit, delivery.attempts) })}`}${delivery.next_attempt_at !== null && html` · ${text.next} ${time(visit, delivery.next_attempt_at)}`}</span>`
  const again = html`<form method="post" action="replay-delivery">${hiddenFields({ id: webhook.id, event: event_id })}<button class="button secondary">${text.actions.replayOne.title}<span class="unseen"> ${delivery.type} ${event_id}</span></button></form>`
  return [
    html`${delivery.type}<br><span class="quiet">${time(visit, delivery.created_at)}</span>`,
    [badge(text.states[delivery.state], tones[delivery.state]), answer, webhook.enabled && again],
    last !== null && time(visit, last),
  ]
}
