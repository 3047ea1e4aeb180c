import { createWebhookEndpoint } from '#contract/integrations/webhooks.ts'
import { html } from '#runtime/html.ts'
import { type Problem, problemOf } from '../../core/problem.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { onceOf } from '../../view/forms.ts'
import { pageUrl } from '../../view/parts.ts'
import { secretView } from '../../view/secret.ts'
import { typedWebhook, type WebhookChoice, webhookForm } from './webhook-form.ts'

export const newWebhookPage: ConsolePage = {
  // Many servers treat the URL of their webhook as a secret, so it must not be carried in the URL of a page.
  name: 'new-webhook',
  entry: 'webhooks',
  staysOnPage: true,
  show: async (visit) => form(visit),
  send: createWebhook,
}

const usual: WebhookChoice = { url: '', event_types: ['*'], description: null }

const form = (visit: Visit, problem?: Problem) =>
  webhookForm(visit, {
    action: 'new-webhook',
    title: visit.texts.webhooks.create,
    button: visit.texts.webhooks.create,
    choice: typedWebhook(visit) ?? usual,
    carried: { once: onceOf(visit.sent) },
    cancel: 'webhooks',
    problem,
  })

async function createWebhook(visit: Visit): Promise<PageAnswer> {
  const { ask, sent, texts } = visit
  const { webhooks: text } = texts
  try {
    const { body: made } = await ask(createWebhookEndpoint, {
      body: typedWebhook(visit) ?? usual,
      idempotencyKey: sent.once,
    })
    const facts = html`<p>${text.signs}</p>`
    const next = pageUrl('webhook', { id: made.id })
    return secretView(texts, { title: text.created, secret: made.secret, facts, next })
  } catch (error) {
    return { ...form(visit, problemOf(error, texts)), status: 400 }
  }
}
