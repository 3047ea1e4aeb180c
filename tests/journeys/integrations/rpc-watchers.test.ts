import assert from 'node:assert/strict'
import { connect, constants } from 'node:http2'
import { test } from 'node:test'
import { credentials } from '@grpc/grpc-js'
import { rpcClient } from '#tests/support/rpc-client.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const megabytes = () => Math.round(process.memoryUsage().rss / 2 ** 20)

interface Watched {
  address: string
  service: string
  /** The maximum of streams of one client, less one stream for a slow client. */
  watchers: number
  rpc: string
  token: string
  /** Causes the events that are watched, and returns their ids in order. */
  happen(): Promise<string[]>
  // biome-ignore lint/suspicious/noExplicitAny: a message holds whatever was sent, and the tests check it.
  idIn(message: any): string | undefined
  metrics: string
  metric: string
}

async function endsOfSessions(system: System): Promise<Watched> {
  const { password } = await system.signUp('ada')
  const pairs = await Promise.all(Array.from({ length: 25 }, () => system.logIn('ada', password)))
  return {
    address: system.authGrpc,
    service: 'latchkey.auth.v1.AuthService',
    watchers: 999,
    rpc: 'WatchRevocations',
    token: system.serviceToken(),
    async happen() {
      for (const { access_token: token } of pairs) {
        // Each session ends in a millisecond of its own: those that end in the same millisecond are sent in the order of their
        // ids, not in the order of the logouts.
        system.clock.advance(1)
        const reply = await system.send('POST', `${system.authUrl}/auth/logout`, { token })
        assert.equal(reply.status, 200)
      }
      return pairs.map(({ session_id }) => session_id)
    },
    idIn: ({ session_ended }) => session_ended?.session_id,
    metrics: system.authOpsUrl,
    metric: 'latchkey_revocation_streams',
  }
}

async function notifications(system: System): Promise<Watched> {
  const ada = await system.signUpAndLogIn('ada')
  return {
    address: system.usersGrpc,
    service: 'latchkey.notifications.v1.NotificationService',
    watchers: 9,
    rpc: 'StreamNotifications',
    token: ada.access_token,
    async happen() {
      const ids: string[] = []
      for (let number = 1; number <= 25; number++) {
        const reply = await system.send('POST', `${system.usersUrl}/api/v1/notifications`, {
          token: system.serviceToken(),
          body: { user_id: ada.user.id, type: 'parcel.sent', title: `Parcel ${number}` },
        })
        assert.equal(reply.status, 201)
        ids.push(reply.body.id)
      }
      return ids
    },
    idIn: ({ notification }) => (notification?.type === 'parcel.sent' ? notification.id : undefined),
    metrics: system.usersOpsUrl,
    metric: 'latchkey_notification_streams',
  }
}

for (const [what, prepare] of [
  ['ends of sessions', endsOfSessions],
  ['notifications', notifications],
] as const) {
  test(`many watch ${what} by gRPC: each gets all in order, and who takes nothing is cut`, async (t) => {
    await using system = await startSystem()
    const watched = await prepare(system)
    const { watchers } = watched
    await using stack = new AsyncDisposableStack()
    // A connection carries at most a hundred streams, and the clients of one process share a connection unless each has its own
    // pool.
    const ownConnection = { 'grpc.use_local_subchannel_pool': 1 }
    const clients = Array.from({ length: 10 }, () =>
      stack.use(rpcClient(watched.address, watched.service, credentials.createInsecure(), ownConnection)),
    )

    // The slow client has a window of zero bytes, so that it takes nothing from the first message on.
    const session = connect(`http://${watched.address}`, { settings: { initialWindowSize: 0 } })
    stack.defer(() => session.destroy())
    const slow = session.request({
      ':method': 'POST',
      ':path': `/${watched.service}/${watched.rpc}`,
      'content-type': 'application/grpc',
      te: 'trailers',
      authorization: `Bearer ${watched.token}`,
    })
    slow.on('error', () => {})
    const cut = new Promise<number>((resolve) => slow.once('close', () => resolve(slow.rstCode)))
    slow.resume()
    slow.end(Buffer.alloc(5))

    const before = megabytes()
    const seen: string[][] = []
    let beating = 0
    for (let at = 0; at < watchers; at++) {
      const ids: string[] = []
      seen.push(ids)
      const stream = clients[at % clients.length]?.open(watched.rpc, {}, { token: watched.token })
      stream?.once('data', () => beating++)
      stream?.on('data', (message) => {
        const id = watched.idIn(message)
        if (id !== undefined) ids.push(id)
      })
      stream?.on('error', () => {})
      stack.defer(() => stream?.cancel())
      // The test waits after every 50 streams, because the credential of each stream is validated before the stream begins.
      if (at % 50 === 49) await until('those so far', () => beating === at + 1)
    }
    await until('every stream', () => beating === watchers)
    const open = megabytes()

    const startedAt = performance.now()
    const happened = await watched.happen()
    await until('all at every watcher', () => seen.every(({ length }) => length >= happened.length))
    const everywhereMs = performance.now() - startedAt
    for (const ids of seen) assert.deepEqual(ids, happened)
    assert.equal(await cut, constants.NGHTTP2_ENHANCE_YOUR_CALM)
    const metrics = String((await system.send('GET', `${watched.metrics}/metrics`)).body)
    assert.match(metrics, new RegExp(`${watched.metric}\\{what="open"[^}]*\\} ${watchers}\\n`))
    t.diagnostic(
      `${before} MB before, ${open} MB with ${watchers} streams and their clients, ${megabytes()} MB after ` +
        `${happened.length}; all of them everywhere in ${everywhereMs.toFixed(0)} ms`,
    )
  })
}
