import { Failure } from '#contract/declaration/failures.ts'
import type { OidcClientResource } from '#contract/oidc/client.ts'
import {
  createClientSecretEndpoint,
  deleteOidcClientEndpoint,
  getOidcClientEndpoint,
  revokeClientSecretEndpoint,
  updateOidcClientEndpoint,
} from '#contract/oidc/clients.ts'
import { html } from '#runtime/html.ts'
import { type Problem, problemOf } from '../../core/problem.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import type { Texts } from '../../texts/texts.ts'
import { confirmView } from '../../view/confirm.ts'
import { pageUrl } from '../../view/parts.ts'
import { secretView } from '../../view/secret.ts'

interface ClientAction {
  name: keyof Texts['clients']['actions']
  /** The name of the page of this action, at `/console/`. */
  page: string
  isDangerous?: boolean
  /**
   * Checks whether the page of the application has a button for this action. To revoke a secret, the list of secrets has a link
   * instead.
   */
  isOffered(client: OidcClientResource): boolean
  /** Does the action. Returns the page that follows; undefined for the page of the application. */
  run(visit: Visit, client: OidcClientResource, etag: string | undefined): Promise<PageAnswer | undefined>
}

const params = ({ id }: OidcClientResource) => ({ params: { id } })

/** The maximum number of secrets of one application. */
const mostSecrets = 2

/** The actions on an application. Each has a page with one button. */
export const clientActions: readonly ClientAction[] = [
  {
    name: 'addSecret',
    page: 'add-client-secret',
    run: addSecret,
    isOffered: (client) =>
      client.token_endpoint_auth_method.startsWith('client_secret') && client.secrets.length < mostSecrets,
  },
  {
    name: 'revokeSecret',
    page: 'revoke-client-secret',
    isDangerous: true,
    isOffered: () => false,
    async run({ ask, sent }, { id }) {
      await ask(revokeClientSecretEndpoint, { params: { id, secret_id: sent.secret ?? '' } })
      return undefined
    },
  },
  {
    name: 'disable',
    page: 'disable-client',
    isDangerous: true,
    isOffered: ({ enabled }) => enabled,
    run: (visit, client) => enable(visit, client, false),
  },
  {
    name: 'enable',
    page: 'enable-client',
    isOffered: ({ enabled }) => !enabled,
    run: (visit, client) => enable(visit, client, true),
  },
  {
    name: 'delete',
    page: 'delete-client',
    isDangerous: true,
    isOffered: () => true,
    async run({ ask, sent }, client) {
      await ask(deleteOidcClientEndpoint, { ...params(client), ifMatch: sent.version })
      return { to: 'clients?done=delete' }
    },
  },
]

async function enable(
  { ask, sent }: Visit,
  client: OidcClientResource,
  enabled: boolean,
): Promise<undefined> {
  await ask(updateOidcClientEndpoint, { ...params(client), body: { enabled }, ifMatch: sent.version })
}

/**
 * Makes another secret, and returns the page that shows it. A form that is sent twice makes only one, because its version is
 * outdated then: a second secret would exist that nobody has seen.
 */
async function addSecret(
  { ask, sent, texts }: Visit,
  client: OidcClientResource,
  etag: string | undefined,
): Promise<PageAnswer> {
  const { clients: text } = texts
  if (sent.version !== etag) throw new Failure('precondition_failed')
  const { client_secret: secret } = (await ask(createClientSecretEndpoint, params(client))).body
  const next = pageUrl('client', { id: client.id })
  return secretView(texts, {
    title: text.secretCreated,
    secret,
    facts: html`<p>${text.secretAdded}</p>`,
    next,
  })
}

export const clientActionPages: readonly ConsolePage[] = clientActions.map((action) => ({
  name: action.page,
  entry: 'clients',
  show: async (visit) => confirm(visit, { action, ...(await findClient(visit)) }),
  send: (visit) => act(visit, action),
}))

async function findClient({ ask, sent }: Visit) {
  const { body: client, etag } = await ask(getOidcClientEndpoint, { params: { id: sent.id ?? '' } })
  return { client, etag }
}

async function act(visit: Visit, action: ClientAction): Promise<PageAnswer> {
  const { client, etag } = await findClient(visit)
  try {
    const next = await action.run(visit, client, etag)
    return next ?? { to: pageUrl('client', { id: client.id, done: action.name }) }
  } catch (error) {
    const problem = problemOf(error, visit.texts)
    return { ...confirm(visit, { action, client, etag, problem }), status: 409 }
  }
}

interface Shown {
  action: ClientAction
  client: OidcClientResource
  etag: string | undefined
  problem?: Problem
}

const confirm = ({ texts, sent }: Visit, { action, client, etag, problem }: Shown) =>
  confirmView({
    ...texts.clients.actions[action.name],
    subject: client.name,
    action: action.page,
    problem,
    isDangerous: action.isDangerous ?? false,
    carried: { id: client.id, version: etag, ...(sent.secret ? { secret: sent.secret } : {}) },
    cancel: { to: pageUrl('client', { id: client.id }), text: texts.cancel },
  })
