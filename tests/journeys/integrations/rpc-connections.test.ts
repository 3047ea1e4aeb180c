import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, constants } from 'node:http2'
import { connect as connectSocket } from 'node:net'
import { test } from 'node:test'
import { status } from '@grpc/grpc-js'
import { greeterAt, startGreeter } from '#tests/support/greeter-server.ts'
import { startProxy } from '#tests/support/tcp-proxy.ts'
import { until } from '#tests/support/until.ts'

/** Encodes a message of Chat as it is sent on the wire, with its length before it. */
function said(text: string): Buffer {
  const message = Buffer.concat([Buffer.from([0x0a, text.length]), Buffer.from(text)])
  const prefix = Buffer.alloc(5)
  prefix.writeUInt32BE(message.length, 1)
  return Buffer.concat([prefix, message])
}

const chatHeaders = {
  ':method': 'POST',
  ':path': '/latchkey.greeter.v1.GreeterService/Chat',
  'content-type': 'application/grpc',
  te: 'trailers',
}

test('a connection is told to go away at its age, and what is under way on it goes on to its end', async () => {
  await using started = await startGreeter({ connectionAgeMs: 300 })
  using stack = new DisposableStack()
  const session = connect(`http://${started.address}`)
  stack.defer(() => session.destroy())
  let goneWith: number | undefined
  session.on('goaway', (code) => {
    goneWith = code
  })
  const chat = session.request(chatHeaders)
  chat.write(said('one'))
  await once(chat, 'data')
  await until('that it is told', () => goneWith !== undefined)
  assert.equal(goneWith, constants.NGHTTP2_NO_ERROR)
  chat.write(said('two'))
  await once(chat, 'data')
  const trailers = once(chat, 'trailers')
  chat.end()
  assert.equal((await trailers)[0]['grpc-status'], '0')
  await until('the end of the connection', () => session.closed)
})

test('a client whose connection grew old makes its next call on a new one, and none fails', async () => {
  await using started = await startGreeter({ connectionAgeMs: 300 })
  const { greeter, connections } = started
  const chat = greeter.converse('Chat')
  chat.write({ text: 'one' })
  assert.equal((await once(chat, 'data'))[0].number, 1)
  await until('a new connection', async () => {
    assert.equal((await greeter.call('SayHello', { name: 'Ada' })).greeting, 'Hello, Ada!')
    return connections.length > 1
  })
  assert.equal(connections[0]?.destroyed, false)
  chat.write({ text: 'two' })
  assert.equal((await once(chat, 'data'))[0].number, 2)
  const [[{ code }]] = await Promise.all([once(chat, 'status'), chat.end()])
  assert.equal(code, status.OK)
  await until('the end of the old one', () => connections[0]?.destroyed === true)
})

test('what does not end on a connection that is told to go away is cut after its grace', async () => {
  await using started = await startGreeter({ connectionAgeMs: 100, connectionGraceMs: 100 })
  const { greeter, connections, ended } = started
  const chat = greeter.converse('Chat')
  chat.on('error', () => {})
  chat.write({ text: 'one' })
  await once(chat, 'data')
  await until('the cut', () => connections[0]?.destroyed === true)
  await until('the end of its work', () => ended.includes('Chat'))
})

test('a peer that answers no ping is given up with its streams; one that only says nothing is not', async () => {
  await using started = await startGreeter({ pingMs: 100, pingAnswerMs: 1_000 })
  const { connections, ended } = started
  await using proxy = await startProxy(`http://${started.address}`)
  using dead = greeterAt(new URL(proxy.url).host)
  const minute = { seconds: 60, nanos: 0 }
  const cut = dead.open('SayHelloStream', { name: 'Ada', count: 2, interval: minute })
  cut.on('error', () => {})
  await once(cut, 'data')
  const silent = started.greeter.converse('Chat')
  silent.write({ text: 'one' })
  await once(silent, 'data')
  proxy.freeze()
  await until('that it is given up', () => connections[0]?.destroyed === true)
  await until('the end of its work', () => ended.includes('SayHelloStream'))
  silent.write({ text: 'two' })
  assert.equal((await once(silent, 'data'))[0].number, 2)
  assert.deepEqual([connections.length, connections[1]?.destroyed], [2, false])
  await Promise.all([once(silent, 'status'), silent.end()])
})

/** Makes a frame of HTTP/2 (RFC 9113 section 4.1). */
function frame(
  type: number,
  payload: Buffer,
  { flags = 0, stream = 0, length = payload.length } = {},
): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
const settings = frame(4, Buffer.alloc(0))
const noise = Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 151 + 7) % 256))
const afterPreface = (...frames: Buffer[]) => Buffer.concat([preface, settings, ...frames])

const nonsense: Record<string, Buffer> = {
  nothing: Buffer.alloc(0),
  'no HTTP': Buffer.from('hello\r\n\r\n'),
  'HTTP/1.1': Buffer.from('POST /latchkey.greeter.v1.GreeterService/SayHello HTTP/1.1\r\nHost: x\r\n\r\n'),
  noise: noise,
  'half a preface': preface.subarray(0, 12),
  'noise after the preface': Buffer.concat([preface, noise]),
  'headers that cannot be decoded': afterPreface(frame(1, noise.subarray(0, 100), { flags: 5, stream: 1 })),
  'headers on stream 0': afterPreface(frame(1, Buffer.from([0x82]), { flags: 5 })),
  'data of a stream that was not opened': afterPreface(frame(0, noise.subarray(0, 20), { stream: 1 })),
  'settings of no whole length': afterPreface(frame(4, noise.subarray(0, 5))),
  'a window that grows by nothing': afterPreface(frame(8, Buffer.alloc(4))),
  'a continuation of no headers': afterPreface(frame(9, Buffer.alloc(3), { stream: 1 })),
  'a frame of 16 MiB': afterPreface(frame(0, noise, { stream: 1, length: 0xffffff })),
  'a thousand settings': afterPreface(...Array<Buffer>(1_000).fill(settings)),
  'a thousand pings': afterPreface(...Array<Buffer>(1_000).fill(frame(6, Buffer.alloc(8)))),
  'a thousand streams that are reset at once': afterPreface(
    ...Array.from({ length: 1_000 }, (_, at) => [
      frame(1, Buffer.from([0x83, 0x86, 0x84]), { flags: 4, stream: 2 * at + 1 }),
      frame(3, Buffer.from([0, 0, 0, 8]), { stream: 2 * at + 1 }),
    ]).flat(),
  ),
}

test('I72 nonsense on a port of gRPC ends its connection, and the server lives on', async () => {
  await using started = await startGreeter()
  const [host, port] = started.address.split(':')
  for (const [what, bytes] of Object.entries(nonsense)) {
    const socket = connectSocket(Number(port), host).on('error', () => {})
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.resume().end(bytes)
    await closed
    assert.equal((await started.greeter.call('SayHello', { name: 'Ada' })).greeting, 'Hello, Ada!', what)
  }
  const living = () => started.connections.filter(({ destroyed }) => !destroyed)
  await until('the end of all connections but that of the client', () => living().length === 1)
})
