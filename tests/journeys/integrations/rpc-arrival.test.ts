import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect, type Settings } from 'node:http2'
import { describe, test } from 'node:test'
import { status } from '@grpc/grpc-js'
import { startGreeter } from '#tests/support/greeter-server.ts'
import { until } from '#tests/support/until.ts'

interface Sending {
  stream: ClientHttp2Stream
  /** Returns the gRPC status code of the call, once the call has ended. */
  ended(): number | undefined
  isClosed(): boolean
}

/** Starts a call on a bare HTTP/2 stream, so that a test can send a part of its message, or nothing. */
function send(
  session: ClientHttp2Session,
  path: string,
  bytes?: Buffer,
  headers: Record<string, string> = {},
): Sending {
  const stream = session.request({
    ...headers,
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
  })
  let ended: number | undefined
  let isClosed = false
  const note = (headers: Record<string, unknown>) => {
    if (headers['grpc-status'] !== undefined) ended = Number(headers['grpc-status'])
  }
  stream.on('response', note).on('trailers', note)
  stream.on('error', () => {})
  stream.on('close', () => {
    isClosed = true
  })
  stream.resume()
  if (bytes) stream.write(bytes)
  return { stream, ended: () => ended, isClosed: () => isClosed }
}

function sessionAt(address: string, settings: Settings = {}): ClientHttp2Session & Disposable {
  const session = connect(`http://${address}`, { settings })
  session.on('error', () => {})
  return Object.assign(session, { [Symbol.dispose]: () => session.destroy() })
}

/** The frame of a message of 60 KiB, of which the last byte is missing. */
const nearlyAll = Buffer.alloc(5 + 60 * 1024 - 1)
nearlyAll.writeUInt32BE(60 * 1024, 1)

/** A complete message with one field, which is the name in SayHello and the text in Chat. */
const whole = Buffer.from([0, 0, 0, 0, 3, 0x0a, 1, 0x41])

/** A complete message to reflection, which requests the list of services. */
const question = Buffer.from([0, 0, 0, 0, 2, 0x3a, 0])

/** An empty message, which the greeter refuses because it has no name. */
const refused = Buffer.from([0, 0, 0, 0, 0])

/** The HTTP/2 settings of a client that reads nothing: with a window of zero bytes, its server may send nothing but headers. */
const takesNothing: Settings = { initialWindowSize: 0 }

const greeter = '/latchkey.greeter.v1.GreeterService'

/** The time within which a first message must arrive. Even a busy machine takes less for a call that sends its message. */
const arrivalMs = 3_000

describe('a call whose first message does not arrive is ended and its stream closed', {
  concurrency: true,
}, () => {
  for (const [kind, path] of [
    ['one answer', `${greeter}/SayHello`],
    ['many answers', `${greeter}/SayHelloStream`],
    ['many messages', `${greeter}/GreetMany`],
    ['many of both', `${greeter}/Chat`],
    ['health', '/grpc.health.v1.Health/Check'],
    ['reflection', '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo'],
  ] as const) {
    test(kind, async () => {
      await using started = await startGreeter({ arrivalMs })
      using session = sessionAt(started.address)
      const part = send(session, path, nearlyAll)
      const nothing = send(session, path)
      await until('the ends', () => part.ended() !== undefined && nothing.ended() !== undefined)
      assert.deepEqual([part.ended(), nothing.ended()], [status.DEADLINE_EXCEEDED, status.DEADLINE_EXCEEDED])
      await until('the close of the streams', () => part.isClosed() && nothing.isClosed())
      assert.equal((await started.greeter.call('SayHello', { name: 'Ada' })).greeting, 'Hello, Ada!')
    })
  }

  for (const [kind, path] of [
    ['one answer', `${greeter}/SayHello`],
    ['many answers', `${greeter}/SayHelloStream`],
  ] as const) {
    test(`a call that does not say that its only message was the last is ended too: ${kind}`, async () => {
      await using started = await startGreeter({ arrivalMs })
      using session = sessionAt(started.address)
      const unended = send(session, path, whole)
      const another = send(session, path, Buffer.concat([whole, nearlyAll]))
      await until('the ends', () => unended.ended() !== undefined && another.ended() !== undefined)
      await until('the close of the streams', () => unended.isClosed() && another.isClosed())
    })
  }

  test('a call is ended also when its client takes nothing of a reply that has begun', async () => {
    await using started = await startGreeter({ arrivalMs })
    using session = sessionAt(started.address, takesNothing)
    const part = send(session, `${greeter}/GreetMany`, nearlyAll)
    await once(part.stream, 'response')
    await until('the close', () => part.isClosed())
  })

  test('a conversation whose first message has come is not ended for what it has yet to say', async () => {
    await using started = await startGreeter({ arrivalMs })
    using session = sessionAt(started.address)
    const chat = send(session, `${greeter}/Chat`, whole)
    const late = send(session, `${greeter}/SayHello`)
    await until('the end of the other', () => late.ended() !== undefined)
    assert.equal(chat.ended(), undefined)
    chat.stream.end(whole)
    await until('its end', () => chat.ended() !== undefined)
    assert.equal(chat.ended(), status.OK)
  })
})

test('when too many messages are on their way, what has waited longest is ended', async () => {
  await using started = await startGreeter({ maxArriving: 3 })
  using session = sessionAt(started.address)
  const chat = send(session, `${greeter}/Chat`, whole)
  await once(chat.stream, 'data')
  const calls = Array.from({ length: 5 }, () => send(session, `${greeter}/SayHello`, nearlyAll))
  await until('the ends', () => [chat, ...calls.slice(0, 2)].every(({ ended }) => ended() !== undefined))
  const unavailable = status.UNAVAILABLE
  assert.deepEqual(
    [chat, ...calls].map(({ ended }) => ended()),
    [unavailable, unavailable, unavailable, undefined, undefined, undefined],
  )
  assert.equal((await started.greeter.call('SayHello', { name: 'Ada' })).greeting, 'Hello, Ada!')
  assert.deepEqual(
    calls.map(({ ended }) => ended()),
    [unavailable, unavailable, unavailable, undefined, undefined],
  )
})

for (const [kind, path, first] of [
  ['many messages', `${greeter}/GreetMany`, Buffer.alloc(0)],
  ['reflection', '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo', question],
] as const) {
  test(`the stream of what has waited longest is closed also when its client takes nothing of the reply: ${kind}`, async () => {
    await using started = await startGreeter({ maxArriving: 1 })
    using session = sessionAt(started.address, takesNothing)
    const longest = send(session, path, Buffer.concat([first, nearlyAll]))
    await once(longest.stream, 'response')
    const next = send(session, path, nearlyAll)
    await until('the close', () => longest.isClosed())
    assert.equal(next.isClosed(), false)
  })
}

describe('a call that is over is closed, whatever its client has yet to say', { concurrency: true }, () => {
  for (const [kind, path, bytes, headers] of [
    ['many messages', `${greeter}/GreetMany`, refused, {}],
    ['many of both', `${greeter}/Chat`, refused, {}],
    ['many of both, with an answer', `${greeter}/Chat`, Buffer.concat([whole, refused]), {}],
    ['a deadline that passes', `${greeter}/SayHello`, nearlyAll, { 'grpc-timeout': '50m' }],
  ] as const) {
    test(kind, async () => {
      await using started = await startGreeter({ arrivalMs: 600_000 })
      using session = sessionAt(started.address)
      const call = send(session, path, bytes, headers)
      await until('the close', () => call.isClosed())
      assert.notEqual(call.ended() ?? status.OK, status.OK, 'it has heard why')
    })

    test(`${kind}, where the client takes nothing of the reply`, async () => {
      await using started = await startGreeter({ arrivalMs: 600_000, stalledMs: 100 })
      using session = sessionAt(started.address, takesNothing)
      const call = send(session, path, bytes, headers)
      await until('the close', () => call.isClosed())
    })
  }

  test('until its stream is closed a call counts as one whose message is on its way', async () => {
    await using started = await startGreeter({ arrivalMs: 600_000, stalledMs: 600_000, maxArriving: 3 })
    using session = sessionAt(started.address, takesNothing)
    const told = Array.from({ length: 3 }, () => send(session, `${greeter}/GreetMany`, refused))
    await until('their ends', () => started.ended.length === 3)
    const more = Array.from({ length: 2 }, () => send(session, `${greeter}/GreetMany`, nearlyAll))
    await until('the close of as many', () => told.slice(0, 2).every(({ isClosed }) => isClosed()))
    assert.deepEqual(
      [...told, ...more].map(({ isClosed }) => isClosed()),
      [true, true, false, false, false],
    )
  })
})

test('one connection has a hundred calls under way, and the next one waits for its turn', async () => {
  await using started = await startGreeter()
  using session = sessionAt(started.address)
  const chats = Array.from({ length: 100 }, () => send(session, `${greeter}/Chat`, whole))
  await Promise.all(chats.map(({ stream }) => once(stream, 'data')))
  assert.equal(session.remoteSettings.maxConcurrentStreams, 100)
  const next = send(session, `${greeter}/SayHello`)
  next.stream.end(whole)
  chats[0]?.stream.end()
  await until('its answer', () => next.ended() !== undefined)
  assert.equal(next.ended(), status.OK)
})
