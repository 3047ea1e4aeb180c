import { logOutEndpoint, refreshEndpoint } from '#contract/auth.ts'
import type { Endpoint } from '#contract/declaration/endpoint.ts'
import {
  checkTokensEndpoint,
  type IntrospectionResource,
  introspectTokenEndpoint,
  revokeTokenEndpoint,
  validateTokenEndpoint,
  verifyTokenEndpoint,
} from '#contract/sessions/tokens.ts'
import { Answer, type ClientProof, type Readers, route } from '#runtime/requests/route.ts'
import { type Client, isOriginOf, isPublic, loadClientAuthentication } from '../clients/index.ts'
import { urlAt } from '../core/url-at.ts'
import { identityHeaders } from './identity-headers.ts'
import { introspectToken } from './introspect-token.ts'
import { logOut } from './log-out.ts'
import { refresh } from './refresh.ts'
import { refuseApiKey, revokeToken } from './revoke-token.ts'
import { serverMetadata, serverMetadataEndpointOf } from './server-metadata.ts'
import type { Tokens } from './tokens.ts'
import { validateToken } from './validate-token.ts'
import { validateTokens } from './validate-tokens.ts'

export const tokenRoutes = (auth: Tokens) => [
  route(logOutEndpoint, async ({ token, address }) => {
    await logOut(auth, { token, address })
    return { logged_out: true as const }
  }),
  route(refreshEndpoint, (call) => {
    const { body, address } = call
    const isClientGone = () => call.isClientGone()
    return refresh(auth, { refreshToken: body.refresh_token, address, isClientGone })
  }),
  route(validateTokenEndpoint, ({ token }) => identify(auth, token)),
  route(verifyTokenEndpoint, ({ token }) => identify(auth, token)),
  route(
    revokeTokenEndpoint,
    async ({ body, client, address }) => {
      const { token } = body
      refuseApiKey(token)
      const by = client
        ? await authenticate(auth, client, revokeTokenEndpoint)
        : await findPublic(auth, body.client_id)
      if (by) await auth.ofClients.revoke({ token, client: by })
      else await revokeToken(auth, { token, address })
    },
    { readers: pagesOfPublicClients(auth) },
  ),
  route(
    introspectTokenEndpoint,
    ({ body, client }) => {
      const { token } = body
      return client ? introspectFor(auth, { token, proof: client }) : introspect(auth, token)
    },
    { readers: pagesOfPublicClients(auth) },
  ),
  route(checkTokensEndpoint, ({ body }) => validateTokens(auth, { tokens: body.tokens })),
  metadataRoute(auth),
]

/** Makes the route of the metadata, which are the same in each reply: nothing that they depend on changes while the service runs. */
function metadataRoute(auth: Tokens) {
  const answer = new Answer(serverMetadata(auth), { 'cache-control': 'public, max-age=300' })
  return route(serverMetadataEndpointOf(auth), () => answer, { readers: 'everyone' })
}

async function introspectFor(auth: Tokens, { token, proof }: { token: string; proof: ClientProof }) {
  const client = await authenticate(auth, proof, introspectTokenEndpoint)
  return auth.ofClients.introspect({ token, client })
}

/**
 * Finds a public client by the id that it sends. It cannot authenticate itself, but may revoke tokens that it was given (RFC
 * 7009 section 2.1).
 */
async function findPublic({ clients }: Tokens, id: string | undefined): Promise<Client | undefined> {
  const client = id === undefined ? undefined : await clients.find(id)
  return client && isPublic(client) ? client : undefined
}

/** Returns the function that accepts the pages of a public client, which the token endpoint accepts too. */
const pagesOfPublicClients =
  (auth: Tokens): Readers =>
  async ({ origin, clientId }) =>
    isOriginOf((await findPublic(auth, clientId))?.redirectUris ?? [], origin)

async function authenticate(
  auth: Tokens,
  proof: ClientProof,
  { paths }: Pick<Endpoint, 'paths'>,
): Promise<Client> {
  const { authenticateClient } = await loadClientAuthentication()
  return authenticateClient(auth, { proof, endpoint: urlAt(auth.policy, paths[0] ?? '') })
}

function identify(auth: Tokens, token: string | undefined) {
  const information = validateToken(auth, { token })
  return information instanceof Promise ? information.then(withIdentity) : withIdentity(information)
}

function introspect(auth: Tokens, token: string) {
  const introspection = introspectToken(auth, { token })
  return introspection instanceof Promise ? introspection.then(asAnswer) : asAnswer(introspection)
}

const withIdentity = answeringOnce(identityHeaders)
const asAnswer = answeringOnce<IntrospectionResource>(() => ({}))

/**
 * Makes a function that caches one reply for each object that describes a token, because clients ask about the same tokens
 * again and again. So each `Answer` is serialised once.
 */
function answeringOnce<T extends object>(headersOf: (told: T) => Record<string, string>) {
  const answers = new WeakMap<T, Answer<T>>()
  return (told: T): Answer<T> => {
    let answer = answers.get(told)
    if (!answer) {
      answer = new Answer(told, headersOf(told))
      answers.set(told, answer)
    }
    return answer
  }
}
