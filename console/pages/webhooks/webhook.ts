import { getWebhookEndpoint, type WebhookResource } from '#contract/integrations/webhooks.ts'
import { type Html, html } from '#runtime/html.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { doneBanner, doneText, factsCard, madeRows, pageUrl, time } from '../../view/parts.ts'
import { deliveriesView, findDeliveries } from './deliveries.ts'
import { webhookActions } from './webhook-actions.ts'
import { stateOf } from './webhooks.ts'

/** The page of one webhook: its settings, what can be done with it, and the results of its deliveries. */
export const webhookPage: ConsolePage = { name: 'webhook', entry: 'webhooks', show: showWebhook }

async function showWebhook(visit: Visit): Promise<PageAnswer> {
  const { ask, sent, texts } = visit
  const { webhooks: text } = texts
  const { body: webhook } = await ask(getWebhookEndpoint, { params: { id: sent.id ?? '' } })
  const deliveries = await findDeliveries(visit, webhook)
  return {
    title: webhook.url,
    scripts: ['local-time.js'],
    body: html`<h1>${webhook.url}</h1>
${doneWords(visit)}
${facts(visit, webhook)}
<section class="card"><p class="bar"><a href="${pageUrl('edit-webhook', { id: webhook.id })}" class="button secondary">${text.edit}</a>${buttons(visit, webhook)}</p></section>
${deliveriesView(visit, { webhook, ...deliveries })}`,
  }
}

function doneWords(visit: Visit): Html | undefined {
  const { webhooks: text } = visit.texts
  const { done, replayed = '' } = visit.sent
  const words =
    done === 'replayFailed' && /^\d{1,6}$/.test(replayed)
      ? text.replayed({ count: Number(replayed) })
      : done === 'edit'
        ? text.changed
        : doneText(text.actions, done)
  return words ? doneBanner(words) : undefined
}

function facts(visit: Visit, webhook: WebhookResource): Html {
  const { webhooks: text } = visit.texts
  const { failing_since: failing, former_secret_until: former } = webhook
  const types = webhook.event_types.includes('*') ? text.everything : webhook.event_types.join(', ')
  return factsCard([
    [text.status, stateOf(visit, webhook)],
    ...(failing === null ? [] : [[text.failingSince, time(visit, failing)] as const]),
    ...(webhook.description === null
      ? []
      : [[text.description, html`<bdi>${webhook.description}</bdi>`] as const]),
    [text.events, types],
    ...(former === null ? [] : [[text.formerSecret, time(visit, former)] as const]),
    ...madeRows(visit, webhook),
  ])
}

/** Returns the buttons for a webhook: only those whose action would change something. */
const buttons = ({ texts: { webhooks: text } }: Visit, webhook: WebhookResource): Html[] =>
  webhookActions
    .filter(({ isOffered }) => isOffered(webhook))
    .map(
      ({ name, page }) =>
        html`<a href="${pageUrl(page, { id: webhook.id })}" class="button ${name === 'delete' ? 'danger' : 'secondary'}">${text.actions[name].title}</a>`,
    )
