import { Failure } from '#contract/declaration/failures.ts'
import { createKeySet } from './key-set.ts'
import { type FeedFault, openRevocationFeed, type RevocationFeed } from './revocations/revocation-feed.ts'
import { ServiceUnreachable, sendRequest } from './send-request.ts'
import { checkServiceUrl } from './service-url.ts'
import { validatorPaths } from './validator-paths.ts'
import { type AccessClaims, createTokenVerifier, requireProof, type WantedProof } from './verify-token.ts'

const modes = ['local', 'feed', 'strict'] as const

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
export interface TokenValidator {
  /**
   * Returns the claims of an access token that is valid by the rules of the mode. Forged and expired tokens, and those of another
   * issuer, are refused without a request. With `wanted`, the login must also be strong and recent enough.
   * @throws {Failure} `token_invalid`; `token_expired` (refresh it); `session_ended`, with the `reason` (log
   * in again); `auth_service_unavailable` when the service cannot be called: the token may be valid, retry
   * after a second; `reauthentication_required` when the token is valid and `wanted` asks for more: answer 401 with its `headers`
   * @example const claims = await validator.verifyToken(token, { acr: 'aal2', maxAgeSeconds: 300 })
   */
  verifyToken(token: string, wanted?: WantedProof): Promise<AccessClaims>
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
export function createTokenValidator(options: TokenValidatorOptions): TokenValidator {
  const { issuer, audience, mode, timeoutMs = 1_500, now = Date.now } = options
  // A misspelt mode must not silently check less than the application intended.
  if (!modes.includes(mode)) throw new TypeError(`${mode} is no mode.`)
  // With an empty issuer or audience every token would be invalid, without a visible reason.
  if (!issuer || !audience) throw new TypeError('The issuer and the audience are needed.')
  const authUrl = checkServiceUrl(options.authUrl ?? issuer, options.allowHttp)
  const keys = createKeySet({ authUrl, timeoutMs })
  const verifier = createTokenVerifier({
    issuer,
    audience,
    findKey: keys.find,
    findNewKey: keys.findNew,
    now,
  })
  const feed = mode === 'feed' ? openFeed(options, authUrl, keys.refresh) : undefined
  const ask = (token: string) =>
    askIfItLives(token, { authUrl, timeoutMs, headers: options.headers?.() ?? {} })

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
  options: TokenValidatorOptions,
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

async function askIfItLives(
  token: string,
  { authUrl, timeoutMs, headers }: { authUrl: string; timeoutMs: number; headers: Record<string, string> },
): Promise<void> {
  try {
    await sendRequest(
      { name: 'validateToken', method: 'GET', path: validatorPaths.validateToken },
      { baseUrl: authUrl, bearer: token, timeoutMs, headers },
    )
  } catch (cause) {
    if (cause instanceof Failure && refusals.includes(cause.code)) throw cause
    if (!(cause instanceof Failure || cause instanceof ServiceUnreachable)) throw cause
    throw new Failure('auth_service_unavailable', { cause, retryAfterSeconds: 1 })
  }
}
