import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type LocalServer, startLocalServer } from '#tests/support/local-server.ts'
import { until } from '#tests/support/until.ts'

/**
 * A fake authentication service that a test controls. It has the routes that a token validator uses, on a real socket, and
 * produces every fault of a network or a service on demand. It sends an event on the revocation feed (the stream of
 * sessions that end) only when the test calls `tell`.
 */
export interface ScriptedAuthService extends LocalServer {
  /** The requests in order, each with its request line, for example `GET /path`. */
  requests: { line: string; headers: IncomingMessage['headers'] }[]
  asked(path: string): number
  mint(changes?: Record<string, unknown>, header?: Record<string, unknown>): string
  /** Ends a session: from now on its tokens are refused by the validate route. */
  end(sessionId: string): void
  /** Sends the event that a session has ended to every reader of the revocation feed. */
  tell(sessionId: string, forgetAtMs?: number): void
  beat(beat?: { atMs?: number; position?: string }): void
  sendOnFeed(text: string): void
  openFeeds(): Promise<void>
  feedsOpen(): number
  cutFeeds(): void
  /** Creates a new signing key, which is used from now on. With `revoke`, the old keys are removed from the key set. */
  rotate(options: { revoke: boolean }): void
  /** Sets the outcome of the next requests for a path: a status, no reply, a closed connection, or the usual reply. */
  script(path: string, how: number | 'hang' | 'cut' | 'as usual'): void
  jwks: { headers: Record<string, string>; body?: string }
}

export const paths = {
  jwks: '/.well-known/jwks.json',
  validate: '/auth/validate',
  feed: '/api/v1/auth/revocations',
}

interface SigningKey {
  kid: string
  privateKey: ReturnType<typeof newKey>['privateKey']
  jwk: object
}

const newKey = () => generateKeyPairSync('ed25519')

function newSigningKey(): SigningKey {
  const { privateKey, publicKey } = newKey()
  const kid = randomUUID()
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'EdDSA' } }
}

export async function startScriptedAuthService(): Promise<ScriptedAuthService> {
  let keys = [newSigningKey()]
  let version = 1
  let published = 0
  const ended = new Set<string>()
  const feeds = new Set<ServerResponse>()
  const scripts = new Map<string, number | 'hang' | 'cut' | 'as usual'>()
  const requests: ScriptedAuthService['requests'] = []
  const jwks: ScriptedAuthService['jwks'] = { headers: {} }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? ''
    requests.push({ line: `${request.method} ${path}`, headers: request.headers })
    const how = scripts.get(path) ?? 'as usual'
    if (how === 'cut') request.socket.destroy()
    else if (typeof how === 'number') response.writeHead(how, { location: '/elsewhere' }).end('{}')
    else if (path === '/elsewhere') answerJwks(response)
    else if (how === 'as usual' && path === paths.jwks) answerJwks(response)
    else if (how === 'as usual' && path === paths.validate) answerValidate(request, response)
    else if (how === 'as usual') answerFeed(response)
  }

  function answerJwks(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/json', ...jwks.headers })
    response.end(jwks.body ?? JSON.stringify({ keys: keys.map(({ jwk }) => jwk) }))
  }

  function answerValidate(request: IncomingMessage, response: ServerResponse): void {
    const [, payload = ''] = (request.headers.authorization ?? '').split('.')
    const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string }
    const isOver = ended.has(sid)
    const body = isOver ? { code: 'session_ended', reason: 'logout' } : { valid: true }
    response.writeHead(isOver ? 401 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  function answerFeed(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 1000\n\n')
    feeds.add(response)
    response.on('close', () => feeds.delete(response))
  }

  function mint(changes: Record<string, unknown> = {}, header: Record<string, unknown> = {}): string {
    const key = keys[0] as SigningKey
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: server.url,
      aud: 'latchkey',
      sub: 'user',
      client_id: 'latchkey',
      sid: randomUUID(),
      jti: randomUUID(),
      iat: now,
      exp: now + 900,
      auth_time: now,
      amr: ['pwd'],
      role: 'user',
      scope: '',
      username: 'ada',
      ...changes,
    }
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${part({ alg: 'EdDSA', kid: key.kid, typ: 'at+jwt', ...header })}.${part(claims)}`
    return `${signed}.${sign(null, Buffer.from(signed), key.privateKey).toString('base64url')}`
  }

  const sendOnFeed = (text: string) => {
    for (const feed of feeds) feed.write(text)
  }
  const sendEvent = (type: string, id: string, data: object) =>
    sendOnFeed(`event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
  const time = (epochMs: number) => new Date(epochMs).toISOString()

  const server = await startLocalServer(answer)
  return {
    ...server,
    requests,
    asked: (path) => requests.filter(({ line }) => line === `GET ${path}`).length,
    mint,
    end: (sessionId) => void ended.add(sessionId),
    tell(sessionId, forgetAtMs = Date.now() + 900_000) {
      const forget_at = time(forgetAtMs)
      const event = { session_id: sessionId, user_id: 'user', reason: 'logout', ended_at: time(0), forget_at }
      sendEvent('session.ended', String(++published), event)
    },
    beat({ atMs = Date.now(), position = String(published) } = {}) {
      sendEvent('heartbeat', position, { at: time(atMs), key_set_version: version })
    },
    sendOnFeed,
    feedsOpen: () => feeds.size,
    openFeeds: () => until('an open feed', () => feeds.size > 0),
    cutFeeds() {
      for (const feed of feeds) feed.destroy()
      feeds.clear()
    },
    rotate({ revoke }) {
      keys = [newSigningKey(), ...(revoke ? [] : keys)]
      version++
    },
    script: (path, how) => void scripts.set(path, how),
    jwks,
  }
}
