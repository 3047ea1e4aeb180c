import { Failure } from '#contract/declaration/failures.ts'
import {
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  replayWebhookDeliveryEndpoint,
  replayWebhookEndpoint,
  rotateWebhookSecretEndpoint,
  testWebhookEndpoint,
  updateWebhookEndpoint,
  type WebhookResource,
} from '#contract/integrations/webhooks.ts'
import { html } from '#runtime/html.ts'
import { type Problem, problemOf } from '../../core/problem.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import type { Texts } from '../../texts/texts.ts'
import { confirmView } from '../../view/confirm.ts'
import { pageUrl } from '../../view/parts.ts'
import { secretView } from '../../view/secret.ts'

interface WebhookAction {
  name: keyof Texts['webhooks']['actions']
  /** The name of the page of this action, at `/console/`. */
  page: string
  isDangerous?: boolean
  /**
   * Checks whether the page of the webhook has a button for this action. To replay one delivery, the list of deliveries has
   * buttons instead.
   */
  isOffered(webhook: WebhookResource): boolean
  /** Does the action. Returns the page that follows; undefined for the page of the webhook. */
  run(visit: Visit, webhook: WebhookResource, etag: string | undefined): Promise<PageAnswer | undefined>
}

const params = ({ id }: WebhookResource) => ({ params: { id } })
const isOn = ({ enabled }: WebhookResource) => enabled

/** The age up to which failed deliveries are sent again: 14 days, as far back as the list of deliveries goes. */
const replayedMs = 14 * 24 * 60 * 60 * 1000

/** The actions on a webhook. Each has a page with one button. */
export const webhookActions: readonly WebhookAction[] = [
  {
    name: 'test',
    page: 'test-webhook',
    isOffered: isOn,
    run: async ({ ask }, webhook) => void (await ask(testWebhookEndpoint, params(webhook))),
  },
  {
    name: 'pause',
    page: 'pause-webhook',
    isOffered: isOn,
    run: (visit, webhook) => enable(visit, webhook, false),
  },
  {
    name: 'resume',
    page: 'resume-webhook',
    isOffered: (webhook) => !webhook.enabled,
    run: (visit, webhook) => enable(visit, webhook, true),
  },
  { name: 'replayFailed', page: 'replay-failed', isOffered: isOn, run: replayFailed },
  {
    name: 'replayOne',
    page: 'replay-delivery',
    isOffered: () => false,
    async run({ ask, sent }, { id }) {
      await ask(replayWebhookDeliveryEndpoint, { params: { id, event_id: sent.event ?? '' } })
      return undefined
    },
  },
  { name: 'rotate', page: 'rotate-webhook', isOffered: () => true, run: rotate },
  {
    name: 'delete',
    page: 'delete-webhook',
    isDangerous: true,
    isOffered: () => true,
    async run({ ask, sent }, webhook) {
      await ask(deleteWebhookEndpoint, { ...params(webhook), ifMatch: sent.version })
      return { to: 'webhooks?done=delete' }
    },
  },
]

async function enable({ ask, sent }: Visit, webhook: WebhookResource, enabled: boolean): Promise<undefined> {
  await ask(updateWebhookEndpoint, { ...params(webhook), body: { enabled }, ifMatch: sent.version })
}

async function replayFailed({ ask, now }: Visit, webhook: WebhookResource): Promise<PageAnswer> {
  const since = new Date(now - replayedMs).toISOString()
  const { replayed } = (await ask(replayWebhookEndpoint, { ...params(webhook), body: { since } })).body
  return { to: pageUrl('webhook', { id: webhook.id, done: 'replayFailed', replayed: String(replayed) }) }
}

/**
 * Replaces the secret, and returns the page that shows the new one. A form that is sent twice replaces only one secret, because
 * its version is outdated then: a second replacement would end the secret that receivers still use.
 */
async function rotate(
  { ask, sent, texts }: Visit,
  webhook: WebhookResource,
  etag: string | undefined,
): Promise<PageAnswer> {
  const { webhooks: text } = texts
  if (sent.version !== etag) throw new Failure('precondition_failed')
  const { secret } = (await ask(rotateWebhookSecretEndpoint, params(webhook))).body
  const facts = html`<p>${text.signs}</p>`
  return secretView(texts, {
    title: text.rotated,
    secret,
    facts,
    next: pageUrl('webhook', { id: webhook.id }),
  })
}

export const webhookActionPages: readonly ConsolePage[] = webhookActions.map((action) => ({
  name: action.page,
  entry: 'webhooks',
  show: async (visit) => confirm(visit, { action, ...(await findWebhook(visit)) }),
  send: (visit) => act(visit, action),
}))

async function findWebhook({ ask, sent }: Visit) {
  const { body: webhook, etag } = await ask(getWebhookEndpoint, { params: { id: sent.id ?? '' } })
  return { webhook, etag }
}

async function act(visit: Visit, action: WebhookAction): Promise<PageAnswer> {
  const { webhook, etag } = await findWebhook(visit)
  try {
    const next = await action.run(visit, webhook, etag)
    return next ?? { to: pageUrl('webhook', { id: webhook.id, done: action.name }) }
  } catch (error) {
    const problem = problemOf(error, visit.texts)
    return { ...confirm(visit, { action, webhook, etag, problem }), status: 409 }
  }
}

interface Shown {
  action: WebhookAction
  webhook: WebhookResource
  etag: string | undefined
  problem?: Problem
}

const confirm = ({ texts, sent }: Visit, { action, webhook, etag, problem }: Shown) =>
  confirmView({
    ...texts.webhooks.actions[action.name],
    subject: webhook.url,
    action: action.page,
    problem,
    isDangerous: action.isDangerous ?? false,
    carried: { id: webhook.id, version: etag, ...(sent.event ? { event: sent.event } : {}) },
    cancel: { to: pageUrl('webhook', { id: webhook.id }), text: texts.cancel },
  })
