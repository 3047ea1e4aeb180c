import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import type { ServiceError } from '@grpc/grpc-js'
import { readEvents } from '#tests/support/event-reader.ts'
import { type RpcClient, rpcClient, toRefusal } from '#tests/support/rpc-client.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const minute = 60_000

/** An open stream, over HTTP or gRPC. */
interface Watching extends AsyncDisposable {
  isOpen(): boolean
  /** Waits for the end of the stream. Returns the reason over gRPC, and the time until a reconnect over HTTP. */
  end(): Promise<unknown>
}

async function byHttp(url: string, token: string): Promise<Watching> {
  const reader = await readEvents(url, { authorization: `Bearer ${token}` })
  assert.equal(reader.response.status, 200)
  let isOpen = true
  const ended = reader.ended.then(() => {
    isOpen = false
  })
  await until('a heartbeat', () => reader.events.some(({ event }) => event === 'heartbeat'))
  return {
    isOpen: () => isOpen,
    end: async () => {
      await ended
      return reader.retryMs()
    },
    [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
  }
}

const several = (count: number, url: string, token: string) =>
  Promise.all(Array.from({ length: count }, () => byHttp(url, token)))

async function byGrpc(client: RpcClient, rpc: string, token: string): Promise<Watching> {
  const stream = client.open(rpc, {}, { token })
  const failed = new Promise<ServiceError>((resolve) => stream.once('error', resolve))
  let isOpen = true
  stream.once('close', () => {
    isOpen = false
  })
  await once(stream, 'data')
  stream.resume()
  return {
    isOpen: () => isOpen,
    end: async () => {
      const { code, reason, retryAfterSeconds } = toRefusal(await failed)
      return { code, reason, retryAfterSeconds }
    },
    async [Symbol.asyncDispose]() {
      stream.cancel()
    },
  }
}

const notifications = 'latchkey.notifications.v1.NotificationService'
const streamOf = (system: System) => `${system.usersUrl}/api/v1/notifications/stream`

async function apiKey(system: System, scope: string): Promise<string> {
  const { access_token: token } = await system.admin()
  const body = { name: scope, scopes: [scope] }
  return (await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, { token, body })).body.key
}

test('one user cannot hold every stream: by HTTP and gRPC together, the newest ten go on', async () => {
  await using system = await startSystem()
  await using stack = new AsyncDisposableStack()
  const client = stack.use(rpcClient(system.usersGrpc, notifications))
  const { access_token: token } = await system.signUpAndLogIn('ada')
  const open: Watching[] = []
  const openBoth = async () => {
    open.push(stack.use(await byHttp(streamOf(system), token)))
    open.push(stack.use(await byGrpc(client, 'StreamNotifications', token)))
  }
  for (let pairs = 0; pairs < 5; pairs++) await openBoth()
  system.clock.advance(minute)
  await openBoth()
  assert.equal(await open[0]?.end(), minute, 'an ended stream is told to stay away for a minute')
  assert.deepEqual(await open[1]?.end(), { code: 8, reason: 'streams_limited', retryAfterSeconds: 60 })
  assert.deepEqual(
    open.map((one) => one.isOpen()),
    open.map((_, at) => at >= 2),
  )
  const bob = await system.signUpAndLogIn('bob')
  await using other = await byHttp(streamOf(system), bob.access_token)
  assert.ok(other.isOpen())
})

test('clients that come back at once do not put each other out for ever: a young stream keeps its place', async () => {
  await using system = await startSystem()
  await using stack = new AsyncDisposableStack()
  const client = stack.use(rpcClient(system.usersGrpc, notifications))
  const { access_token: token } = await system.signUpAndLogIn('ada')
  const open = await several(10, streamOf(system), token)
  for (const one of open) stack.use(one)
  const refused = await system.send('GET', streamOf(system), { token })
  assert.deepEqual([refused.status, refused.body.code], [429, 'streams_limited'])
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds > 0 && seconds <= 60, `${seconds} s`)
  const stream = client.open('StreamNotifications', {}, { token })
  const [error] = await once(stream, 'error')
  assert.equal(toRefusal(error).reason, 'streams_limited')
  assert.ok(open.every((one) => one.isOpen()))
  await open.at(-1)?.[Symbol.asyncDispose]()
  await until('the place of one that left', async () => {
    const again = await readEvents(streamOf(system), { authorization: `Bearer ${token}` })
    stack.use(again)
    return again.response.status === 200
  })
})

test('one API key cannot hold every stream of events or of revocations; the other service is not counted', async () => {
  await using system = await startSystem()
  for (const [scope, url] of [
    ['events:read', `${system.usersUrl}/api/v1/events/stream`],
    ['sessions:read', `${system.authUrl}/api/v1/auth/revocations`],
  ] as const) {
    await using stack = new AsyncDisposableStack()
    const key = await apiKey(system, scope)
    for (const one of await several(20, url, key)) stack.use(one)
    const refused = await system.send('GET', url, { token: key })
    assert.deepEqual([refused.status, refused.body.code], [429, 'streams_limited'], scope)
    stack.use(await byHttp(url, await apiKey(system, scope)))
    if (scope === 'sessions:read')
      for (const one of await several(21, url, system.serviceToken())) stack.use(one)
  }
})
