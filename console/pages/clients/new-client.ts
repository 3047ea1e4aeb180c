import { createOidcClientEndpoint } from '#contract/oidc/clients.ts'
import { html } from '#runtime/html.ts'
import { type Problem, problemOf } from '../../core/problem.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { onceOf } from '../../view/forms.ts'
import { pageUrl } from '../../view/parts.ts'
import { secretView } from '../../view/secret.ts'
import { type ClientChoice, clientForm, typedClient } from './client-form.ts'

export const newClientPage: ConsolePage = {
  name: 'new-client',
  entry: 'clients',
  show: async (visit) => form(visit),
  send: createClient,
}

/** The settings with which the form begins: those of an application on a server that signs people in, as most are. */
const usual: ClientChoice = {
  name: '',
  first_party: false,
  token_endpoint_auth_method: 'client_secret_basic',
  jwks: null,
  redirect_uris: [],
  post_logout_redirect_uris: [],
  backchannel_logout_uri: null,
  grant_types: ['authorization_code', 'refresh_token'],
  scopes: ['openid', 'profile', 'email', 'offline_access'],
  resources: [],
  id_token_signed_response_alg: 'RS256',
  require_pushed_authorization_requests: false,
  require_pkce: 'always',
  dpop_bound_access_tokens: false,
}

function form(visit: Visit, problem?: Problem) {
  const { sent, texts } = visit
  const { choice = usual, keysText = '' } = typedClient(visit) ?? {}
  return clientForm(visit, {
    action: 'new-client',
    title: texts.clients.create,
    button: texts.clients.create,
    choice,
    keysText,
    carried: { once: onceOf(sent) },
    cancel: 'clients',
    problem,
  })
}

async function createClient(visit: Visit): Promise<PageAnswer> {
  const { ask, sent, texts } = visit
  const { clients: text } = texts
  const { choice = usual, areKeysJson = true } = typedClient(visit) ?? {}
  if (!areKeysJson) return { ...form(visit, { text: text.badKeys, faults: [] }), status: 400 }
  try {
    const { body: made } = await ask(createOidcClientEndpoint, { body: choice, idempotencyKey: sent.once })
    const { id, client_secret: secret } = made
    if (secret === undefined) return { to: pageUrl('client', { id, done: 'create' }) }
    const facts = html`<p>${text.id}: <code>${id}</code></p>`
    return secretView(texts, { title: text.created, secret, facts, next: pageUrl('client', { id }) })
  } catch (error) {
    return { ...form(visit, problemOf(error, texts)), status: 400 }
  }
}
