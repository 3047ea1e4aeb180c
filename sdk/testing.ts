import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { failures } from '#contract/declaration/failure-table.ts'
import { type EndReason, Failure } from '#contract/declaration/failures.ts'
import { operations, streams } from './generated/operations.ts'
import type { TokenInformation } from './generated/types.ts'
import type { VerificationKey } from './verification-key.ts'
import { type AccessClaims, createTokenVerifier } from './verify-token.ts'

/** An issuer of access tokens for the tests of an application, made by `startIssuer`. */
export interface TestIssuer {
  /** The issuer of the tokens, which is also the origin of the authentication service: `http://127.0.0.1:41234`. */
  url: string
  /** The options of `createTokenValidator` for this issuer. Only the mode is missing. */
  validatorOptions: { issuer: string; audience: string; credential: string }
  /**
   * Makes an access token. The claims that are not given are those of a user called `ada`, in a new session.
   * @example
   * const token = await issuer.token({ role: 'admin', sub: userId })
   */
  token(user?: TokenOptions): Promise<string>
  /**
   * Ends a session, as a logout does. `/auth/validate` refuses its tokens from now on; a validator that
   * follows the feed learns of it a moment later.
   */
  endSession(sessionId: string, reason?: EndReason): void
  /** Stops the issuer. */
  close(): Promise<void>
}

/** The claims of a token, and the seconds from now until it expires: 900 if absent, negative for an expired one. */
export type TokenOptions = Partial<AccessClaims> & { expiresInSeconds?: number }

type CryptoKey = VerificationKey['key']

const audience = 'latchkey'
/** The default lifetime of an access token of Latchkey, in seconds. */
const lifetimeSeconds = 900

/**
 * Starts an issuer on a free port of this machine: it has keys, makes tokens, and answers what a validator asks (key set,
 * `/auth/validate`, revocation feed) as Latchkey does. For tests only: anybody can get any token from it.
 * @example
 * const issuer = await startIssuer()
 * const validator = createTokenValidator({ ...issuer.validatorOptions, mode: 'strict' })
 * const { sub } = await validator.verifyToken(await issuer.token())
 * await issuer.close()
 */
export async function startIssuer(): Promise<TestIssuer> {
  const signing = await newSigningKey()
  const ended = new Map<string, { reason: EndReason; event: string }>()
  const feeds = new Set<ServerResponse>()

  async function validate(token: string): Promise<TokenInformation> {
    const verifier = createTokenVerifier({
      issuer: url,
      audience,
      now: Date.now,
      findKey: (kid) => (kid === signing.kid ? signing.verification : undefined),
    })
    const claims = await verifier.verify(token)
    const end = ended.get(claims.sid)
    if (end) throw new Failure('session_ended', { reason: end.reason })
    return toInformation(claims)
  }

  function follow(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    for (const { event } of ended.values()) response.write(event)
    response.write(heartbeat())
    feeds.add(response)
    response.on('close', () => feeds.delete(response))
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0]
    const token = /^Bearer (.+)$/i.exec(String(request.headers.authorization))?.[1]
    try {
      if (path === streams.watchRevocations.path && token) follow(response)
      else if (path === operations.jwks.path) reply(response, 200, { keys: [signing.jwk] })
      else if (!validations.includes(path ?? '')) throw new Failure('route_not_found')
      else if (!token) throw new Failure('token_missing')
      else reply(response, 200, await validate(token))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const { code, message: title, reason } = error
      const status = failures[code].http
      reply(response, status, { type: `/problems/${code}`, title, status, code, reason })
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const beating = setInterval(() => {
    for (const feed of feeds) feed.write(heartbeat())
  }, 1_000)

  return {
    url,
    validatorOptions: { issuer: url, audience, credential: 'a test key' },
    token: (user = {}) => signToken(signing, claimsOf(url, user)),
    endSession(sessionId, reason = 'logout') {
      const event = endEvent(sessionId, reason, ended.size + 1)
      ended.set(sessionId, { reason, event })
      for (const feed of feeds) feed.write(event)
    },
    async close() {
      clearInterval(beating)
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

const validations = [operations.validateToken.path, '/api/v1/auth/validate', operations.verifyToken.path]

function reply(response: ServerResponse, status: number, body: object): void {
  const type = status === 200 ? 'application/json' : 'application/problem+json'
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(JSON.stringify(body))
}

/** The algorithm ES256 (RFC 7518 section 3.4), which every runtime has. */
const elliptic = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

async function newSigningKey() {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(elliptic, true, ['sign', 'verify'])
  const kid = crypto.randomUUID()
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const verification: VerificationKey = { algorithm: 'ES256', key: publicKey }
  return { kid, privateKey, verification, jwk: { kty, crv, x, y, kid, use: 'sig', alg: 'ES256' } }
}

function claimsOf(
  iss: string,
  { expiresInSeconds = lifetimeSeconds, ...claims }: TokenOptions,
): AccessClaims {
  const now = Math.floor(Date.now() / 1_000)
  const exp = now + expiresInSeconds
  const iat = Math.min(now, exp - 1)
  return {
    iss,
    aud: audience,
    sub: crypto.randomUUID(),
    client_id: 'latchkey',
    sid: crypto.randomUUID(),
    jti: crypto.randomUUID(),
    iat,
    exp,
    auth_time: iat,
    acr: 'aal1',
    amr: ['pwd'],
    role: 'user',
    scope: '',
    username: 'ada',
    ...claims,
  }
}

async function signToken(
  { kid, privateKey }: { kid: string; privateKey: CryptoKey },
  claims: AccessClaims,
): Promise<string> {
  const encode = (value: object) => base64url(new TextEncoder().encode(JSON.stringify(value)))
  const signed = `${encode({ alg: 'ES256', kid, typ: 'at+jwt' })}.${encode(claims)}`
  const signature = await crypto.subtle.sign(elliptic, privateKey, new TextEncoder().encode(signed))
  return `${signed}.${base64url(new Uint8Array(signature))}`
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const timeOf = (epochSeconds: number): string => new Date(epochSeconds * 1_000).toISOString()

const toInformation = (claims: AccessClaims): TokenInformation => ({
  valid: true,
  user_id: claims.sub,
  username: claims.username,
  session_id: claims.sid,
  role: claims.role,
  scope: claims.scope,
  issued_at: timeOf(claims.iat),
  expires_at: timeOf(claims.exp),
  authenticated_at: timeOf(claims.auth_time),
  acr: claims.acr === 'aal2' ? 'aal2' : 'aal1',
  amr: claims.amr,
})

const eventText = (type: string, id: string, data: object): string =>
  `event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`

const heartbeat = (): string =>
  eventText('heartbeat', '0', { at: new Date().toISOString(), key_set_version: 1 })

const endEvent = (session_id: string, reason: EndReason, number: number): string => {
  const now = Date.now() / 1_000
  return eventText('session.ended', String(number), {
    session_id,
    user_id: crypto.randomUUID(),
    reason,
    ended_at: timeOf(now),
    forget_at: timeOf(now + 24 * 60 * 60),
  })
}
