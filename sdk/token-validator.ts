import { validateTokenEndpoint } from '#contract/auth.ts'
import { Failure } from '#contract/failures.ts'
import { call, ServiceUnreachable } from './call.ts'
import { createKeySet } from './key-set.ts'
import { type FeedFault, openRevocationFeed, type RevocationFeed } from './revocation-feed.ts'
import { checkServiceUrl } from './service-url.ts'
import { type AccessClaims, createTokenVerifier } from './verify-token.ts'

const modes = ['local', 'feed', 'strict'] as const

export interface TokenValidatorOptions {
  /** `iss` of the tokens, exactly. */
  issuer: string
  /** `aud` of the tokens, exactly. */
  audience: string
  /**
   * What a token is checked with, beside its signature, issuer, audience and time:
   * - `local`: nothing. A token is accepted until it expires (15 minutes unless the service is set otherwise), also after a
   *   logout; one that a revoked key has signed, until the key set is fetched again (5 minutes), and for an hour longer while it
   *   cannot be.
   * - `feed`: the sessions that the revocation feed says have ended. A logout counts within a second, a revoked key too (three
   *   seconds where the service has several nodes). While the feed is not live, each token is asked about.
   * - `strict`: each token is asked about, every time. A logout counts from the moment it was answered.
   */
  mode: (typeof modes)[number]
  /** For `feed`: an API key with the scope `sessions:read`, or a service credential. */
  credential?: string
  /** Where the authentication service is, with nothing after the port: `https://auth.example.com`. The issuer if absent. */
  authUrl?: string
  /** Lets tokens travel in clear text to another machine: for a network where nobody else is. */
  allowHttp?: boolean
  /** Milliseconds that a question or a fetch of the keys may take; 1,500 if absent. */
  timeoutMs?: number
  /** For `feed`: with no heartbeat for so many milliseconds it is not live; 1,500 to 60,000, 3,000 if absent. */
  silentAfterMs?: number
  /** For `feed`: how many ended sessions are kept, about 160 bytes each; 100,000 if absent. With more, each token is asked about. */
  endedSessionsKept?: number
  /** For `feed`: told why it is not live, once for each change of the cause; `console.error` if absent. */
  onFault?(fault: FeedFault): void
  /** Headers of each question, such as those of a trace. */
  headers?(): Record<string, string>
  /** Epoch milliseconds; `Date.now` if absent. */
  now?(): number
}

export interface TokenValidator {
  /**
   * The claims of an access token that is good by the rules of the mode. What is forged, of another issuer or expired is
   * refused here, without a question to anybody.
   * @throws {Failure} `token_invalid`; `token_expired` (refresh it); `session_ended`, with the `reason` (log in again);
   * `auth_service_unavailable` when it cannot be told: the token may be good, try again in a second
   */
  verifyToken(token: string): Promise<AccessClaims>
  /** Ends the feed. Nothing of it keeps a process alive from then on; a token is still checked, by asking in mode `feed`. */
  close(): Promise<void>
}

/**
 * Checks access tokens (RFC 9068) in an application: in Node, Deno, Bun, browsers, and edge runtimes. `feed` is for a process
 * that lives on between requests; where none does, `local` or `strict`.
 * @throws {TypeError} for options that cannot be right
 * @example
 * const validator = createTokenValidator({
 *   issuer: 'https://auth.example.com', audience: 'latchkey', mode: 'feed', credential: apiKey,
 * })
 * const { sub, sid, role } = await validator.verifyToken(token)
 * await validator.close()
 */
export function createTokenValidator(options: TokenValidatorOptions): TokenValidator {
  const { issuer, audience, mode, timeoutMs = 1_500, now = Date.now } = options
  // A mode that is misspelt must not check less than was meant.
  if (!modes.includes(mode)) throw new TypeError(`${mode} is no mode.`)
  // Without it every token would be invalid, and nobody would know why.
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
    async verifyToken(token) {
      const claims = await verifier.verify(token)
      const ended = feed?.findEnded(claims.sid)
      if (ended) throw new Failure('session_ended', ended.reason && { reason: ended.reason })
      if (mode === 'strict' || (feed && !feed.isLive())) await ask(token)
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
  // biome-ignore lint/suspicious/noConsole: an application that asked for nothing else has to learn of it somewhere.
  const { onFault = (fault: FeedFault) => console.error(fault) } = options
  return openRevocationFeed({ authUrl, credential, silentAfterMs, room, refreshKeys, onFault, now })
}

/** Any other answer tells of a fault between here and there, not of the token. */
const refusals = ['token_invalid', 'token_expired', 'session_ended']

async function askIfItLives(
  token: string,
  { authUrl, timeoutMs, headers }: { authUrl: string; timeoutMs: number; headers: Record<string, string> },
): Promise<void> {
  try {
    await call(validateTokenEndpoint, {}, { baseUrl: authUrl, bearer: token, timeoutMs, headers })
  } catch (cause) {
    if (cause instanceof Failure && refusals.includes(cause.code)) throw cause
    if (!(cause instanceof Failure || cause instanceof ServiceUnreachable)) throw cause
    throw new Failure('auth_service_unavailable', { cause, retryAfterSeconds: 1 })
  }
}
