import { listWebhooksEndpoint, type WebhookResource } from '#contract/integrations/webhooks.ts'
import {
  getAuthServiceStateEndpoint,
  getUserServiceStateEndpoint,
  listSigningKeysEndpoint,
  type ServiceStateResource,
  type SigningKeyResource,
} from '#contract/system/system.ts'
import type { Visit } from '../../core/visit.ts'

/** The data that the pages about the installation show. */
export interface System {
  users: ServiceStateResource
  auth: ServiceStateResource
  keys: readonly SigningKeyResource[]
  webhooks: readonly WebhookResource[]
}

/**
 * Asks both services for their state, and for the signing keys and webhooks. One page of the list holds all webhooks, because
 * there can be at most 50.
 */
export async function readSystem({ ask }: Pick<Visit, 'ask'>): Promise<System> {
  const [users, auth, keys, webhooks] = await Promise.all([
    ask(getUserServiceStateEndpoint, {}),
    ask(getAuthServiceStateEndpoint, {}),
    ask(listSigningKeysEndpoint, {}),
    ask(listWebhooksEndpoint, { query: { limit: 100 } }),
  ])
  return { users: users.body, auth: auth.body, keys: keys.body.data, webhooks: webhooks.body.data }
}
