import { Failure } from '#contract/declaration/failures.ts'
import { isObject } from '#contract/rules/strict-json.ts'
import { createKeySet, type KeySet } from './key-set.ts'
import { type ApiClaims, apiTokens } from './provider-tokens.ts'
import { type FeedFault, openRevocationFeed, type RevocationFeed } from './revocations/revocation-feed.ts'
import { ServiceUnreachable, sendRequest } from './send-request.ts'
import { checkServiceUrl } from './service-url.ts'
import { validatorPaths } from './validator-paths.ts'
import {
  type AccessClaims,
  createTokenVerifier,
  createVerifierOf,
  requireProof,
  type TokenVerifier,
  type TokenVerifierOptions,
  type WantedProof,
} from './verify-token.ts'

export type { ApiClaims } from './provider-tokens.ts'

const modes = ['local', 'feed', 'strict'] as const

/** The id and the secret of an OpenID client (`client_secret_basic`). */
export interface ClientCredentials {
  id: string
  secret: string
}

/** The options of a token validator. Issuer, audience and mode are required. */
export interface TokenValidatorOptions {
  /** The exact `iss` of the tokens. */
  issuer: string
  /** The exact `aud` of the tokens. */
  audience: string
  /**
   * The mode says how a validator learns that a session has ended. Signature, issuer, audience and time are
   * always checked.
   * - `local`: it does not learn of it. A token is accepted until it expires (15 minutes unless the service is
   *   set otherwise), also after a logout. A token signed with a revoked key is accepted until the key set is
   *   fetched again (5 minutes), and for an hour longer while it cannot be fetched.
   * - `feed`: it follows the revocation feed. A logout counts within a second, a revoked key too (three
   *   seconds if the service has several nodes). While the feed is not live, each token is checked with the
   *   service.
   * - `strict`: it checks each token with the service, every time. A logout counts from the moment it was
   *   answered.
   */
  mode: (typeof modes)[number]
  /**
   * Set for the access tokens that the OpenID provider gives applications for your API (RFC 8707). `audience` is then the
   * address of the API. In mode `strict`, and in `feed` while the feed is not live, tokens are checked by introspection (RFC
   * 7662) with these credentials: those of the client that is the API, or of the application that gets the tokens.
   */
  client?: ClientCredentials
  /** For `feed`: an API key with the scope `sessions:read`, or a service credential. */
  credential?: string
  /**
   * The origin of the authentication service, without a path, such as `https://auth.example.com`. The default
   * is the issuer.
   */
  authUrl?: string
  /** Allows `http` to another machine, which sends tokens in clear text: only for a network that nobody else can read. */
  allowHttp?: boolean
  /** The timeout in milliseconds of a call to the service and of a fetch of the keys; 1,500 if absent. */
  timeoutMs?: number
  /** For `feed`: milliseconds without a heartbeat after which the feed is not live; 1,500 to 60,000, 3,000 if absent. */
  silentAfterMs?: number
  /**
   * For `feed`: the number of ended sessions kept in memory, about 160 bytes each; 100,000 if absent. Beyond
   * that number, tokens are checked with the service.
   */
  endedSessionsKept?: number
  /** For `feed`: reports why the feed is not live, once for each new cause; `console.error` if absent. */
  onFault?(fault: FeedFault): void
  /** Returns headers to add to each call to the service, such as those of distributed tracing. */
  headers?(): Record<string, string>
  /** Returns the time in epoch milliseconds; `Date.now` if absent. */
  now?(): number
}

/** A validator of access tokens, made by `createTokenValidator`. */
export interface TokenValidator<Claims = AccessClaims> {
  /**
   * Returns the claims of an access token that is valid by the rules of the mode. Forged and expired tokens, and those of another
   * issuer, are refused without a request. With `wanted`, the login must also be strong and recent enough.
   * @throws {Failure} `token_invalid`; `token_expired` (refresh it); `session_ended`, with the `reason` (log
   * in again); `auth_service_unavailable` when the service cannot be called: the token may be valid, retry
   * after a second; `reauthentication_required` when the token is valid and `wanted` asks for more: answer 401 with its `headers`
   * @example const claims = await validator.verifyToken(token, { acr: 'aal2', maxAgeSeconds: 300 })
   */
  verifyToken(token: string, wanted?: WantedProof): Promise<Claims>
  /**
   * Ends the feed, so that it keeps no process alive. Tokens can still be checked: mode `feed` then calls the
   * service for each token.
   */
  close(): Promise<void>
}

/**
 * Creates a validator of access tokens (RFC 9068) for an application in Node, Deno, Bun, a browser or an edge runtime. Mode
 * `feed` needs a process that lives on between requests; choose `local` or `strict` where there is none.
 * @throws {TypeError} for invalid options
 * @example
 * const validator = createTokenValidator({
 *   issuer: 'https://auth.example.com', audience: 'latchkey', mode: 'feed', credential: apiKey,
 * })
 * const { sub, sid, role } = await validator.verifyToken(token)
 * await validator.close()
 */
export function createTokenValidator(
  options: TokenValidatorOptions & { client: ClientCredentials },
): TokenValidator<ApiClaims>
export function createTokenValidator(options: TokenValidatorOptions): TokenValidator
export function createTokenValidator(
  options: TokenValidatorOptions,
): TokenValidator<AccessClaims | ApiClaims> {
  const { audience, client } = options
  // With an empty audience every token would be invalid, without a visible reason.
  if (!audience) throw new TypeError('The issuer and the audience are needed.')
  const source = openTokenSource(options)
  return client ? apiTokenValidator(source, { audience, client }) : ownTokenValidator(source, audience)
}

/** What all validators of the tokens of one issuer share: its keys, and the feed of the sessions that end. */
export interface TokenSource {
  /** Makes the options of a verifier of tokens with that audience. */
  verifierOptions(audience: string): TokenVerifierOptions
  mode: TokenValidatorOptions['mode']
  feed: RevocationFeed | undefined
  /** The options of a call to the authentication service. */
  callOptions(): { baseUrl: string; timeoutMs: number; headers: Record<string, string> }
  now(): number
}

/**
 * Opens the source that validators share. The keys are fetched at the first use.
 * @throws {TypeError} for invalid options
 */
export function openTokenSource(options: Omit<TokenValidatorOptions, 'audience' | 'client'>): TokenSource {
  const { issuer, mode, timeoutMs = 1_500, now = Date.now } = options
  // A misspelt mode must not silently check less than the application intended.
  if (!modes.includes(mode)) throw new TypeError(`${mode} is no mode.`)
  if (!issuer) throw new TypeError('The issuer and the audience are needed.')
  const authUrl = checkServiceUrl(options.authUrl ?? issuer, options.allowHttp)
  const keys: KeySet = createKeySet({ authUrl, timeoutMs })
  return {
    verifierOptions: (audience) => ({ issuer, audience, findKey: keys.find, findNewKey: keys.findNew, now }),
    mode,
    feed: mode === 'feed' ? openFeed(options, authUrl, keys.refresh) : undefined,
    callOptions: () => ({ baseUrl: authUrl, timeoutMs, headers: options.headers?.() ?? {} }),
    now,
  }
}

/** Makes a validator of the tokens that Latchkey issues for its own API. */
export const ownTokenValidator = (source: TokenSource, audience: string): TokenValidator =>
  validatorOf(source, createTokenVerifier(source.verifierOptions(audience)), (token) =>
    askIfItLives(token, source.callOptions()),
  )

/** Makes a validator of the tokens that the OpenID provider gives applications for an API. */
export const apiTokenValidator = (
  source: TokenSource,
  { audience, client }: { audience: string; client: ClientCredentials },
): TokenValidator<ApiClaims> =>
  validatorOf(source, createVerifierOf(apiTokens, source.verifierOptions(audience)), (token) =>
    introspect(token, client, source.callOptions()),
  )

function validatorOf<Claims extends AccessClaims | ApiClaims>(
  { mode, feed, now }: TokenSource,
  verifier: TokenVerifier<Claims>,
  ask: (token: string) => Promise<void>,
): TokenValidator<Claims> {
  return {
    async verifyToken(token, wanted) {
      const claims = await verifier.verify(token)
      const ended = feed?.findEnded(claims.sid)
      if (ended) throw new Failure('session_ended', ended.reason && { reason: ended.reason })
      if (mode === 'strict' || (feed && !feed.isLive())) await ask(token)
      if (wanted) requireProof(claims, wanted, now())
      return claims
    },
    async close() {
      await feed?.close()
    },
  }
}

function openFeed(
  options: Omit<TokenValidatorOptions, 'audience' | 'client'>,
  authUrl: string,
  refreshKeys: () => Promise<void>,
): RevocationFeed {
  const { credential, silentAfterMs = 3_000, endedSessionsKept: room = 100_000, now = Date.now } = options
  if (!credential) throw new TypeError('Mode feed needs a credential that may read the feed.')
  if (!(silentAfterMs >= 1_500 && silentAfterMs <= 60_000))
    throw new TypeError('silentAfterMs is from 1,500 to 60,000.')
  // biome-ignore lint/suspicious/noConsole: without a callback `onFault`, the console is the only place to report a fault.
  const { onFault = (fault: FeedFault) => console.error(fault) } = options
  return openRevocationFeed({ authUrl, credential, silentAfterMs, room, refreshKeys, onFault, now })
}

/** The failures that say something about the token. Any other failure is a fault of the network or of the service. */
const refusals = ['token_invalid', 'token_expired', 'session_ended']

type CallsToService = ReturnType<TokenSource['callOptions']>

async function askIfItLives(token: string, calls: CallsToService): Promise<void> {
  const { validateToken: path } = validatorPaths
  try {
    await sendRequest({ name: 'validateToken', method: 'GET', path }, { ...calls, bearer: token })
  } catch (cause) {
    if (cause instanceof Failure && refusals.includes(cause.code)) throw cause
    throw toUnavailable(cause)
  }
}

/**
 * Asks by introspection (RFC 7662) whether a token, its session and its grant live. The reply gives no reason, so `session_ended`
 * stands for each of them. A refused secret says nothing about the token.
 */
async function introspect(token: string, client: ClientCredentials, calls: CallsToService): Promise<void> {
  const { introspectToken: path } = validatorPaths
  const headers = { ...calls.headers, authorization: basicCredentials(client) }
  let body: unknown
  try {
    const request = { name: 'introspectToken', method: 'POST', path, body: { token } }
    body = (await sendRequest(request, { ...calls, headers })).body
  } catch (cause) {
    throw toUnavailable(cause)
  }
  if (!isObject(body) || body.active !== true) throw new Failure('session_ended')
}

/** Writes the credentials of a client for the header Authorization (RFC 6749 section 2.3.1). */
export const basicCredentials = ({ id, secret }: ClientCredentials): string =>
  `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`

function toUnavailable(cause: unknown): Failure {
  if (!(cause instanceof Failure || cause instanceof ServiceUnreachable)) throw cause
  return new Failure('auth_service_unavailable', { cause, retryAfterSeconds: 1 })
}
