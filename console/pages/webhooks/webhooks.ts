import { listWebhooksEndpoint, type WebhookResource } from '#contract/integrations/webhooks.ts'
import { badge } from '#runtime/components/banner.ts'
import { table, wide } from '#runtime/components/table.ts'
import { type Html, html, type Part } from '#runtime/html.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { doneBanner, emptyCard, number, pageUrl, paging, time } from '../../view/parts.ts'

/** The list of webhooks, oldest first, as the API has it. */
export const webhooksPage: ConsolePage = {
  name: 'webhooks',
  entry: 'webhooks',
  menu: {
    group: 'events',
    purpose:
      'Create and edit [webhooks](../guide/webhooks.md); see each delivery and its response; send a test event; retry failed deliveries',
  },
  show: showWebhooks,
}

async function showWebhooks(visit: Visit): Promise<PageAnswer> {
  const { ask, sent, texts } = visit
  const { webhooks: text } = texts
  const { data, next_cursor } = (
    await ask(listWebhooksEndpoint, { query: { limit: 25, cursor: sent.cursor } })
  ).body
  return {
    title: text.title,
    scripts: ['local-time.js'],
    body: html`<div class="bar"><h1>${text.title}</h1><a href="new-webhook" class="button">${text.create}</a></div>
${sent.done === 'delete' && doneBanner(text.deleted)}
${data.length > 0 ? listOf(visit, data) : emptyCard('webhook', text.none, text.noneHint)}
${paging(visit, { page: 'webhooks', next: next_cursor })}`,
  }
}

const listOf = (visit: Visit, found: readonly WebhookResource[]): Html => {
  const { webhooks: text, made } = visit.texts
  return html`<div class="card">${table(
    [text.url, text.status, wide(text.events), wide(made.at)],
    found.map((one) => row(visit, one)),
  )}</div>`
}

const row = (visit: Visit, webhook: WebhookResource): Part[] => [
  html`<a href="${pageUrl('webhook', { id: webhook.id })}">${webhook.url}</a>${webhook.description !== null && html`<br><span class="quiet"><bdi>${webhook.description}</bdi></span>`}`,
  stateOf(visit, webhook),
  eventsOf(visit, webhook),
  time(visit, webhook.created_at),
]

const shownTypes = 3

/** Names the first few types of events, and says how many more there are. */
function eventsOf(visit: Visit, { event_types: types }: WebhookResource): Html | string {
  const { webhooks: text } = visit.texts
  if (types.includes('*')) return text.all
  const more = types.length - shownTypes
  return html`${types.slice(0, shownTypes).join(', ')}${more > 0 && ` ${text.more({ count: number(visit, more) })}`}`
}

/** The state of a webhook in a word, in lists and beside its URL. */
export function stateOf({ texts }: Visit, webhook: WebhookResource): Html {
  const { webhooks: text } = texts
  const { enabled, disabled_reason: reason, failing_since: failing } = webhook
  if (enabled) return failing === null ? badge(text.on, 'good') : badge(text.failing, 'warn')
  return reason === null || reason === 'requested'
    ? badge(text.off.requested)
    : badge(text.off[reason], 'bad')
}
