import { getWebhookEndpoint, updateWebhookEndpoint } from '#contract/integrations/webhooks.ts'
import { type Problem, problemOf } from '../../core/problem.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { pageUrl } from '../../view/parts.ts'
import { typedWebhook, webhookForm } from './webhook-form.ts'

export const editWebhookPage: ConsolePage = {
  name: 'edit-webhook',
  entry: 'webhooks',
  staysOnPage: true,
  show: (visit) => form(visit),
  send: changeWebhook,
}

async function form(visit: Visit, problem?: Problem) {
  const { ask, sent, texts } = visit
  const { body: webhook, etag } = await ask(getWebhookEndpoint, { params: { id: sent.id ?? '' } })
  const { id } = webhook
  return webhookForm(visit, {
    action: 'edit-webhook',
    title: `${texts.webhooks.edit}: ${webhook.url}`,
    button: texts.webhooks.save,
    choice: typedWebhook(visit) ?? webhook,
    // After a problem the form carries the present version, so an admin who sends it again overwrites changes that somebody
    // else has made.
    carried: { id, version: problem ? etag : (sent.version ?? etag) },
    cancel: pageUrl('webhook', { id }),
    problem,
  })
}

async function changeWebhook(visit: Visit): Promise<PageAnswer> {
  const { ask, sent, texts } = visit
  const { id = '' } = sent
  try {
    const body = typedWebhook(visit) ?? {}
    await ask(updateWebhookEndpoint, { params: { id }, body, ifMatch: sent.version })
  } catch (error) {
    return { ...(await form(visit, problemOf(error, texts))), status: 400 }
  }
  return { to: pageUrl('webhook', { id, done: 'edit' }) }
}
