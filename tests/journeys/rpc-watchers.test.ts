import assert from 'node:assert/strict'
import { connect, constants } from 'node:http2'
import { test } from 'node:test'
import { rpcClient } from '#tests/rpc-client.ts'
import { startSystem } from '#tests/system.ts'
import { until } from '#tests/until.ts'

const watchers = 999
const megabytes = () => Math.round(process.memoryUsage().rss / 2 ** 20)

test('1,000 watch revocations by gRPC: each gets all ends in order, and who takes nothing is cut', async (t) => {
  await using system = await startSystem()
  const { username, password } = { ...(await system.signUp('ada')), username: 'ada' }
  const pairs = await Promise.all(Array.from({ length: 25 }, () => system.logIn(username, password)))
  await using stack = new AsyncDisposableStack()
  const clients = Array.from({ length: 4 }, () =>
    stack.use(rpcClient(system.authGrpc, 'latchkey.auth.v1.AuthService')),
  )

  // A window of no bytes: it takes nothing from the first message on.
  const session = connect(`http://${system.authGrpc}`, { settings: { initialWindowSize: 0 } })
  stack.defer(() => session.destroy())
  const slow = session.request({
    ':method': 'POST',
    ':path': '/latchkey.auth.v1.AuthService/WatchRevocations',
    'content-type': 'application/grpc',
    te: 'trailers',
    authorization: `Bearer ${system.serviceToken()}`,
  })
  slow.on('error', () => {})
  const cut = new Promise<number>((resolve) => slow.once('close', () => resolve(slow.rstCode)))
  slow.resume()
  slow.end(Buffer.alloc(5))

  const before = megabytes()
  const seen: string[][] = []
  let beating = 0
  for (let at = 0; at < watchers; at++) {
    const ends: string[] = []
    seen.push(ends)
    const stream = clients[at % clients.length]?.open(
      'WatchRevocations',
      {},
      { token: system.serviceToken() },
    )
    stream?.once('data', () => beating++)
    stream?.on('data', ({ session_ended }) => session_ended && ends.push(session_ended.session_id))
    stream?.on('error', () => {})
    stack.defer(() => stream?.cancel())
  }
  await until('every stream', () => beating === watchers)
  const open = megabytes()

  const startedAt = performance.now()
  const ended: string[] = []
  for (const { access_token: token, session_id: id } of pairs) {
    const reply = await system.send('POST', `${system.authUrl}/auth/logout`, { token })
    assert.equal(reply.status, 200)
    ended.push(id)
  }
  await until('every end at every watcher', () => seen.every(({ length }) => length >= ended.length))
  const everywhereMs = performance.now() - startedAt
  for (const ends of seen) assert.deepEqual(ends, ended)
  assert.equal(await cut, constants.NGHTTP2_ENHANCE_YOUR_CALM)
  const metrics = String((await system.send('GET', `${system.authOpsUrl}/metrics`)).body)
  assert.match(metrics, new RegExp(`latchkey_revocation_streams\\{what="open"[^}]*\\} ${watchers}\\n`))
  t.diagnostic(
    `${before} MB before, ${open} MB with ${watchers} streams and their clients, ${megabytes()} MB after ` +
      `${ended.length} ends; all of them everywhere in ${everywhereMs.toFixed(0)} ms`,
  )
})
