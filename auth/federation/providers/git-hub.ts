import type { Configuration } from 'openid-client'
import type { boundedFetch } from './bounded-fetch.ts'
import { personIn } from './claims.ts'
import { toFault } from './open-id.ts'
import { gitHubIssuer, type Provider, type ProviderClient, ProviderFault } from './provider.ts'

type Library = typeof import('openid-client')

/**
 * Makes the client of GitHub, which supports OAuth 2 but not OpenID Connect: the user comes from `/user` of its API,
 * identified by a number that never changes, and the verified address from `/user/emails`.
 */
export function gitHubClient(
  provider: Provider,
  { fetch }: { fetch: ReturnType<typeof boundedFetch> },
): ProviderClient {
  const { issuer } = provider
  const api = issuer === gitHubIssuer ? 'https://api.github.com' : `${issuer}/api/v3`
  let opened: { library: Library; configuration: Configuration } | undefined
  async function open() {
    opened ??= await configure(provider, fetch)
    return opened
  }
  return {
    async begin({ state, verifier, redirectUri }) {
      const { library, configuration } = await open()
      return library.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: provider.scopes.join(' '),
        state,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
    },
    async finish({ state, verifier, redirectUri, response }) {
      const { library, configuration } = await open()
      const url = new URL(redirectUri)
      for (const [name, value] of response) url.searchParams.append(name, value)
      try {
        const { access_token: token } = await library.authorizationCodeGrant(configuration, url, {
          expectedState: state,
          pkceCodeVerifier: verifier,
        })
        const get = (path: string) =>
          library.fetchProtectedResource(configuration, token, new URL(`${api}${path}`), 'GET')
        const [user, emails] = await Promise.all([
          get('/user').then(readJson),
          get('/user/emails').then(readJson),
        ])
        return personIn(provider, toClaims(issuer, user, emails))
      } catch (cause) {
        throw toFault(cause)
      }
    },
  }
}

async function configure({ issuer, clientId, secret }: Provider, fetch: ReturnType<typeof boundedFetch>) {
  const library = await import('openid-client')
  const server = {
    issuer: `${issuer}/login/oauth`,
    authorization_endpoint: `${issuer}/login/oauth/authorize`,
    token_endpoint: `${issuer}/login/oauth/access_token`,
  }
  const text = 'text' in secret ? secret.text : ''
  const configuration = new library.Configuration(server, clientId, {}, library.ClientSecretPost(text))
  configuration[library.customFetch] = fetch
  if (issuer.startsWith('http:')) library.allowInsecureRequests(configuration)
  return { library, configuration }
}

async function readJson(reply: Response): Promise<unknown> {
  if (reply.status !== 200) throw new ProviderFault(`answered with status ${reply.status}`)
  return reply.json()
}

/**
 * Converts replies of GitHub to claims. The number of a GitHub user never changes; the user name can later belong to somebody
 * else.
 */
function toClaims(issuer: string, user: unknown, emails: unknown): Record<string, unknown> {
  const { id, name } = isObject(user) ? user : {}
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0)
    throw new ProviderFault('named no person')
  const list: unknown[] = Array.isArray(emails) ? emails : []
  const primary = list.find((one) => isObject(one) && one.primary === true)
  const { email, verified } = isObject(primary) ? primary : {}
  return { iss: issuer, sub: String(id), name, email, email_verified: verified }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
