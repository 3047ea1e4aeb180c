import type { ClientAuth, Configuration } from 'openid-client'
import { isUuid } from '#contract/declaration/fields.ts'
import type { Clock } from '#runtime/clock.ts'
import { appleSecret } from './apple-secret.ts'
import type { boundedFetch } from './bounded-fetch.ts'
import { personIn } from './claims.ts'
import { type Provider, type ProviderClient, ProviderFault, type Refused, sendsForm } from './provider.ts'
import { remembering } from './remembering.ts'

type Library = typeof import('openid-client')

/** The difference that is allowed between the clock of a provider and ours, in seconds. */
const skewSeconds = 60
/**
 * The highest age of an ID token, in seconds. A provider makes the token for the code that was just exchanged, so an old one is
 * a fault.
 */
const maxTokenAgeSeconds = 600

/**
 * Makes the client of a provider that speaks OpenID Connect. The library `openid-client`, loaded with the first login, checks
 * the response, the token and its claims (OpenID Connect Core 3.1.2.7, 3.1.3.7; RFC 9207). Checks that the library leaves out
 * are made here: the signature, the one algorithm, `azp`, and the age.
 */
export function openIdClient(
  provider: Provider,
  { fetch, clock }: { fetch: ReturnType<typeof boundedFetch>; clock: Clock },
): ProviderClient {
  const find = remembering(() => discover(provider, fetch), clock)
  return {
    async begin({ state, nonce, verifier, redirectUri, isAnew }) {
      const { library, configuration } = await find()
      return library.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: provider.scopes.join(' '),
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(sendsForm(provider) ? { response_mode: 'form_post' } : {}),
        ...(provider.kind === 'google' && !isAnew ? { prompt: 'select_account' } : {}),
        ...(isAnew ? { prompt: 'login', max_age: '0' } : {}),
      })
    },
    async finish({ state, nonce, verifier, redirectUri, response }) {
      const { library, configuration } = await find()
      const url = new URL(redirectUri)
      for (const [name, value] of response) url.searchParams.append(name, value)
      try {
        const tokens = await library.authorizationCodeGrant(configuration, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new ProviderFault('sent no ID token')
        requireForUs(provider, claims)
        return personIn(provider, claims)
      } catch (cause) {
        throw toFault(cause)
      }
    },
  }
}

async function discover(
  provider: Provider,
  fetch: ReturnType<typeof boundedFetch>,
): Promise<{ library: Library; configuration: Configuration }> {
  const library = await import('openid-client')
  const isClear = provider.issuer.startsWith('http:')
  const metadata = {
    id_token_signed_response_alg: provider.idTokenAlgorithm,
    [library.clockTolerance]: skewSeconds,
  }
  try {
    const configuration = await library.discovery(
      new URL(provider.issuer),
      provider.clientId,
      metadata,
      clientAuth(library, provider),
      {
        [library.customFetch]: fetch,
        // Without this the library trusts TLS instead of the signature of an ID token.
        execute: [library.enableNonRepudiationChecks, ...(isClear ? [library.allowInsecureRequests] : [])],
      },
    )
    return { library, configuration }
  } catch (cause) {
    throw toFault(cause)
  }
}

/**
 * Authenticates the client with its secret in the request body, if the provider supports that, and otherwise by HTTP Basic, the
 * default of the standard.
 */
const clientAuth =
  (library: Library, { secret, clientId, issuer }: Provider): ClientAuth =>
  (server, client, body, headers) => {
    const text = 'text' in secret ? secret.text : appleSecret(secret, { clientId, audience: issuer })
    const takesPost =
      !('text' in secret) || server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    const auth = takesPost ? library.ClientSecretPost(text) : library.ClientSecretBasic(text)
    return auth(server, client, body, headers)
  }

/** Requires claims that the library checks only where the token has them, or not at all (I143). */
function requireForUs({ clientId, kind }: Provider, claims: Record<string, unknown>): void {
  const { azp, iat, iss, tid } = claims
  if (azp !== undefined && azp !== clientId) throw new ProviderFault('sent an ID token for another client')
  const now = Date.now() / 1_000
  if (typeof iat !== 'number' || iat > now + skewSeconds || iat < now - maxTokenAgeSeconds - skewSeconds)
    throw new ProviderFault('sent an ID token of another time')
  // The issuer must contain the tenant, so that no tenant can make tokens in the name of another one.
  if (
    kind === 'microsoft' &&
    !(typeof tid === 'string' && isUuid(tid) && String(iss).split('/').includes(tid))
  )
    throw new ProviderFault('sent an ID token of another tenant')
}

/**
 * Converts an error to a `ProviderFault` whose message has only codes of the library and of OAuth. Other texts of a provider
 * could be long, or contain a secret. The code `invalid_client` tells an operator that the secret is wrong.
 */
export function toFault(cause: unknown): ProviderFault {
  if (cause instanceof ProviderFault) return cause
  for (let one: unknown = cause; one instanceof Error; one = one.cause)
    if (one instanceof ProviderFault) return one
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
  const said = cause instanceof Error && 'error' in cause ? String(cause.error) : errorInReply(cause)
  const reason = /^[a-z_]{1,40}$/.test(said) ? said : code
  const refused = Object.hasOwn(refusals, reason) ? refusals[reason] : undefined
  const message = refused
    ? `refused the ${refused} (${reason})`
    : `did not answer as OpenID Connect demands (${reason})`
  return new ProviderFault(message, { cause, refused })
}

/**
 * The errors of the token endpoint that say what is wrong with our request (RFC 6749 section 5.2). The last three come from
 * GitHub.
 */
const refusals: Record<string, Refused> = {
  invalid_grant: 'code',
  invalid_client: 'client',
  unauthorized_client: 'client',
  bad_verification_code: 'code',
  incorrect_client_credentials: 'client',
  redirect_uri_mismatch: 'address',
}

/** Returns the error in a reply whose status says success, as GitHub sends it; an empty text when there is none. */
function errorInReply(cause: unknown): string {
  let one = cause
  while (one instanceof Error) one = one.cause
  if (typeof one !== 'object' || one === null || !('body' in one)) return ''
  const { body } = one
  const isError = typeof body === 'object' && body !== null && 'error' in body && !('access_token' in body)
  return isError ? String(body.error) : ''
}
