import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Client, credentials, type MethodDefinition, type ServiceError, status } from '@grpc/grpc-js'
import { service } from 'grpc-health-check'
import { greeterRpcs } from '#greeter/rpc.ts'
import { createLog } from '#runtime/log/log.ts'
import type { Rpc } from '#runtime/rpc/rpc.ts'
import { greeterAt, startGreeter } from '#tests/support/greeter-server.ts'
import { rpcClient, toRefusal } from '#tests/support/rpc-client.ts'
import { startSystem } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

interface Heard {
  messages: { number: number }[]
  refusal: (Error & { code: number; reason: string | undefined }) | undefined
}

/** Reads a stream to its end. Returns its messages, and the refusal if it ended with an error. */
async function hear(
  stream: AsyncIterable<{ number: number }>,
  messages: { number: number }[] = [],
): Promise<Heard> {
  try {
    for await (const message of stream) messages.push(message)
    return { messages, refusal: undefined }
  } catch (error) {
    return { messages, refusal: toRefusal(error as never) }
  }
}

test('a stream whose message is refused ends with the reason, in each of the ways that gRPC has', async () => {
  await using system = await startSystem()
  using greeter = greeterAt(system.usersGrpc)
  const deadline = () => ({ deadline: Date.now() + 60_000 })
  const invalid = { code: status.INVALID_ARGUMENT, reason: 'invalid_request' }
  await assert.rejects(greeter.call('SayHello', { name: '' }, deadline()), { ...invalid, fields: ['name'] })
  await assert.rejects(greeter.upload('GreetMany', [{ name: 'Ada' }, { name: '' }], deadline()), invalid)
  const { refusal } = await hear(greeter.open('SayHelloStream', { name: 'Ada', count: 101 }, deadline()))
  assert.deepEqual([refusal?.code, refusal?.reason], [invalid.code, invalid.reason])
  const chat = greeter.converse('Chat', deadline())
  for (const text of ['one', 'two', '']) chat.write({ text })
  const heard = await hear(chat)
  assert.deepEqual(
    heard.messages.map(({ number }) => number),
    [1, 2],
  )
  assert.deepEqual([heard.refusal?.code, heard.refusal?.reason], [invalid.code, invalid.reason])
})

test('the greeter says no more than it takes to try a client, and a conversation with it ends', async () => {
  await using system = await startSystem()
  using greeter = greeterAt(system.usersGrpc)
  const interval = milliseconds(0)
  const greeted = await hear(greeter.open('SayHelloStream', { name: 'Ada', count: 100, interval }))
  assert.deepEqual([numbersOf(greeted), greeted.refusal], [upTo(100), undefined])
  const names = Array.from({ length: 101 }, () => ({ name: 'Ada' }))
  await assert.rejects(greeter.upload('GreetMany', names), { reason: 'invalid_request' })
  const chat = greeter.converse('Chat')
  for (let at = 0; at < 101; at++) chat.write({ text: 'and then?' })
  const said = await hear(chat)
  assert.deepEqual([numbersOf(said), said.refusal], [upTo(100), undefined])
})

test('the greeter is there on this machine and where it is wanted, not on an address that others reach', async () => {
  const open = {
    LATCHKEY_HOST: '0.0.0.0',
    LATCHKEY_PUBLIC_URL: 'https://id.example.com',
    LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:1',
    LATCHKEY_MAIL_FROM: 'a@example.com',
  } as const
  for (const [settings, isThere] of [
    [{}, true],
    [{ LATCHKEY_GREETER: 'off' }, false],
    [open, false],
    [{ ...open, LATCHKEY_GREETER: 'on' }, true],
  ] as const) {
    await using system = await startSystem({ settings })
    using greeter = greeterAt(system.usersGrpc)
    const greeting = greeter.call('SayHello', { name: 'Ada' })
    if (isThere) assert.equal((await greeting).greeting, 'Hello, Ada!')
    else await assert.rejects(greeting, { code: status.UNIMPLEMENTED })
  }
})

const closing = (client: Client) => ({ client, [Symbol.dispose]: () => client.close() })

const numbersOf = ({ messages }: Heard) => messages.map(({ number }) => number)
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const milliseconds = (ms: number) => ({ seconds: Math.floor(ms / 1_000), nanos: (ms % 1_000) * 1e6 })
/** Yields a name every second, without end. */
async function* endless(sent: string[] = []): AsyncGenerator<{ name: string }> {
  for (;;) {
    sent.push('Ada')
    yield { name: 'Ada' }
    await sleep(1_000, undefined, { ref: false })
  }
}

test('the deadline of the server ends what takes longer, with the reason', async () => {
  await using started = await startGreeter({ deadlineMs: 200 })
  const { greeter, ended } = started
  const exceeded = { code: status.DEADLINE_EXCEEDED, reason: 'deadline_exceeded' }
  await assert.rejects(greeter.upload('GreetMany', endless()), exceeded)
  await until('the end of the work', () => ended.includes('GreetMany'))
  // On a slow machine even a call that is answered at once may miss the deadline, so the call is repeated until it is in time.
  await until('an answer', async () => {
    const asked = greeter.call('SayHello', { name: 'Ada' })
    const greeting = await asked.then(
      (reply) => reply.greeting,
      (error) => error.reason,
    )
    assert.ok(greeting === 'Hello, Ada!' || greeting === exceeded.reason, greeting)
    return greeting !== exceeded.reason
  })
})

test('a shorter deadline of the client ends each of the four kinds, and their work', async () => {
  await using started = await startGreeter()
  const { greeter, ended } = started
  const exceeded = { code: status.DEADLINE_EXCEEDED }
  await assert.rejects(greeter.call('SayHello', { name: 'Ada' }, { deadline: Date.now() - 1 }), exceeded)
  // All three calls have the same deadline, with far more time than a busy machine takes for the few messages that are awaited.
  const deadline = { deadline: Date.now() + 10_000 }
  const greetings: { number: number }[] = []
  const answers: { number: number }[] = []
  const upload = assert.rejects(greeter.upload('GreetMany', endless(), deadline), exceeded)
  const interval = milliseconds(60)
  const hearing = hear(
    greeter.open('SayHelloStream', { name: 'Ada', count: 1_000, interval }, deadline),
    greetings,
  )
  const chat = greeter.converse('Chat', deadline)
  const talking = hear(chat, answers)
  for (const text of ['one', 'two', 'three']) chat.write({ text })
  await until('some of each', () => greetings.length > 0 && answers.length === 3)
  const [heard, said] = await Promise.all([hearing, talking, upload])
  assert.equal(heard.refusal?.code, status.DEADLINE_EXCEEDED)
  assert.deepEqual(numbersOf(heard), upTo(heard.messages.length))
  assert.ok(heard.messages.length < 1_000, `${heard.messages.length}`)
  assert.deepEqual([numbersOf(said), said.refusal?.code], [upTo(3), status.DEADLINE_EXCEEDED])
  await until('the end of all work', () => ended.filter((name) => name !== 'SayHello').length === 3)
})

test('a cancellation in the middle stops the work, also one that waits for a minute', async () => {
  await using started = await startGreeter()
  const { greeter, ended } = started
  const minute = milliseconds(60_000)
  const stream = greeter.open('SayHelloStream', { name: 'Ada', count: 3, interval: minute })
  const [first] = await once(stream, 'data')
  assert.equal(first.number, 1)
  stream.on('error', () => {})
  stream.cancel()
  const chat = greeter.converse('Chat')
  chat.on('error', () => {})
  chat.write({ text: 'one' })
  await once(chat, 'data')
  chat.cancel()
  await until('the end of the work', () => ended.length === 2)
  assert.deepEqual(ended.toSorted(), ['Chat', 'SayHelloStream'])
})

test('work is told when its client gives it up, which is no failure in the log', async () => {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  let isBegun = false
  let isTold = false
  const SayHello: Rpc = {
    kind: 'unary',
    async answer(_: object, { signal }) {
      isBegun = true
      if (!signal().aborted) await once(signal(), 'abort')
      isTold = true
      return {}
    },
    refuse: () => ({ greeting: 'No.' }),
  }
  await using started = await startGreeter({}, { rpcs: { SayHello }, log })
  const call = started.greeter.open('SayHello', { name: 'Ada' })
  call.on('error', () => {})
  await until('the work', () => isBegun)
  call.cancel()
  await until('the end of the work', () => isTold)
  await started.server.drain(600_000)
  assert.deepEqual(lines, [])
})

test('a drain tells each stream to go away: nothing before that is lost or comes twice', async () => {
  await using started = await startGreeter()
  const { greeter, ended, server } = started
  const heard: { number: number }[][] = [[], [], []]
  const chat = greeter.converse('Chat')
  const hears = [
    greeter.open('SayHelloStream', { name: 'Ada', count: 1_000, interval: milliseconds(1) }),
    greeter.open('SayHelloStream', { name: 'Ada', count: 3, interval: milliseconds(60_000) }),
    chat,
  ].map((stream, at) => hear(stream, heard[at]))
  for (const text of ['one', 'two', 'three']) chat.write({ text })
  const upload = greeter.upload('GreetMany', [{ name: 'Ada' }, { name: 'Bob' }])
  assert.equal((await upload).count, 2)
  const counts = () => heard.map(({ length }) => length)
  await until('some of each', () => counts().every((count, at) => count >= ([10, 1, 3][at] ?? 0)))
  // The drain may last ten minutes, longer than the test: it returns sooner because it does not wait for open streams.
  await server.drain(600_000)
  const [quick, slow, said] = await Promise.all(hears)
  for (const one of [quick, slow, said]) {
    assert.deepEqual([one?.refusal?.code, one?.refusal?.reason], [status.UNAVAILABLE, 'not_ready'])
    assert.deepEqual(numbersOf(one as Heard), upTo(one?.messages.length ?? 0))
  }
  assert.deepEqual([slow?.messages.length, said?.messages.length], [1, 3])
  await until('the end of all work', () => ended.length === 4)
})

test('a client that is still sending is told to go elsewhere as soon as the server drains', async () => {
  await using started = await startGreeter()
  const { greeter, ended, server } = started
  const sent: string[] = []
  const upload = greeter.upload('GreetMany', endless(sent))
  const refused = assert.rejects(upload, { code: status.UNAVAILABLE, reason: 'not_ready' })
  await until('a name', () => sent.length > 0)
  await greeter.call('SayHello', { name: 'Ada' })
  // The drain may last ten minutes, longer than the test: it returns sooner because it does not wait for open streams.
  await server.drain(600_000)
  await refused
  assert.deepEqual(ended, ['SayHello', 'GreetMany'])
})

test('calls that have sent everything are answered while the server drains', async () => {
  let answer = () => {}
  const wanted = new Promise<void>((resolve) => {
    answer = resolve
  })
  const begun: string[] = []
  const slowly: Record<string, Rpc> = {
    SayHello: {
      kind: 'unary',
      async answer({ name }: { name: string }) {
        begun.push('SayHello')
        await wanted
        return { greeting: name }
      },
    },
    GreetMany: {
      kind: 'client stream',
      async answer(requests: AsyncIterable<{ name: string }>) {
        const names: string[] = []
        for await (const { name } of requests) names.push(name)
        begun.push('GreetMany')
        await wanted
        return { greeting: names.join(), count: names.length }
      },
    },
  }
  await using started = await startGreeter({}, { rpcs: slowly })
  const { greeter, server } = started
  const hello = greeter.call('SayHello', { name: 'Ada' })
  const upload = greeter.upload('GreetMany', [{ name: 'Ada' }, { name: 'Bob' }])
  await until('both', () => begun.length === 2)
  const drained = server.drain(600_000)
  using later = greeterAt(started.address)
  await assert.rejects(later.call('SayHello', { name: 'Eve' }), { code: status.UNAVAILABLE })
  answer()
  assert.deepEqual([(await hello).greeting, (await upload).count], ['Ada', 2])
  await drained
})

test('a message larger than 64 KiB is refused, and the connection goes on', async () => {
  await using started = await startGreeter()
  const { greeter } = started
  const tooLarge = { code: status.RESOURCE_EXHAUSTED, reason: 'body_too_large' }
  const name = 'x'.repeat(64 * 1024)
  await assert.rejects(greeter.call('SayHello', { name }), tooLarge)
  await assert.rejects(greeter.upload('GreetMany', [{ name: 'Ada' }, { name }]), tooLarge)
  await assert.rejects(greeter.call('SayHello', { name: 'x'.repeat(1024 * 1024) }), {
    code: status.RESOURCE_EXHAUSTED,
  })
  const chat = greeter.converse('Chat')
  chat.write({ text: 'one' })
  chat.write({ text: name })
  const heard = await hear(chat)
  assert.deepEqual([numbersOf(heard), heard.refusal?.reason], [[1], 'body_too_large'])
  assert.equal((await greeter.call('SayHello', { name: 'Ada' })).greeting, 'Hello, Ada!')
})

test('a reader that takes nothing is cut at its bound, and slows no other', async () => {
  await using started = await startGreeter({ stalledMs: 5_000 })
  const { greeter, ended, address } = started
  // A thousand greetings of 600 bytes exceed every HTTP/2 window. The test opens a bare HTTP/2 stream, because the gRPC library
  // would read ahead.
  const name = Buffer.from('한'.repeat(200))
  const message = Buffer.concat([
    Buffer.from([0x0a, 0xd8, 0x04]),
    name,
    Buffer.from([0x10, 0xe8, 0x07, 0x1a, 0]),
  ])
  const length = Buffer.alloc(5)
  length.writeUInt32BE(message.length, 1)
  const session = connect(`http://${address}`)
  const reader = session.request({
    ':method': 'POST',
    ':path': '/latchkey.greeter.v1.GreeterService/SayHelloStream',
    'content-type': 'application/grpc',
    te: 'trailers',
  })
  const closed = new Promise((resolve) => reader.once('close', resolve))
  reader.on('error', () => {})
  reader.end(Buffer.concat([length, message]))
  await once(reader, 'response')
  const startedAt = performance.now()
  const others = hear(greeter.open('SayHelloStream', { name: 'Ada', count: 50, interval: milliseconds(0) }))
  assert.deepEqual(numbersOf(await others), upTo(50))
  await greeter.call('SayHello', { name: 'Ada' })
  assert.deepEqual(ended, ['SayHelloStream', 'SayHello'], 'nobody waits for it')
  await until('the end of its work', () => ended.length === 3)
  assert.ok(performance.now() - startedAt > 4_500, 'not before its bound')
  reader.resume()
  await closed
  assert.equal(reader.rstCode, constants.NGHTTP2_ENHANCE_YOUR_CALM)
  session.close()
})

/** A request to reflection for the list of services: seven bytes, whose answer is fifty times as long. */
const services = Buffer.from([0, 0, 0, 0, 2, 0x3a, 0])
const questions = Buffer.concat(Array.from({ length: 2_000 }, () => services))

/** A message with one field, which is the name in a greeting and the text in Chat. */
const name = Buffer.from([0, 0, 0, 0, 3, 0x0a, 1, 0x41])

const reflection = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo'

function ask(session: ClientHttp2Session, path: string): ClientHttp2Stream {
  const stream = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
  })
  return stream.on('error', () => {})
}

test('whoever goes on asking reflection and takes no answer is cut', async () => {
  await using started = await startGreeter({ stalledMs: 100 })
  using session = sessionWithoutWindow(started.address)
  const greedy = ask(session, reflection)
  greedy.resume().write(questions)
  await until('that it is cut', () => greedy.closed)
  assert.equal(greedy.rstCode, constants.NGHTTP2_ENHANCE_YOUR_CALM)
  const { greeting } = await started.greeter.call('SayHello', { name: 'Ada' })
  assert.equal(greeting, 'Hello, Ada!')
})

for (const [kind, path, question] of [
  ['one answer', '/latchkey.greeter.v1.GreeterService/SayHello', name],
  ['many answers', '/latchkey.greeter.v1.GreeterService/SayHelloStream', name],
  ['many messages', '/latchkey.greeter.v1.GreeterService/GreetMany', name],
  ['many of both', '/latchkey.greeter.v1.GreeterService/Chat', name],
  ['reflection', reflection, services],
] as const) {
  test(`whoever does not take the last of a reply is cut as well: ${kind}`, async () => {
    await using started = await startGreeter({ deadlineMs: 1_000, stalledMs: 1_000 })
    using session = sessionWithoutWindow(started.address)
    const reader = ask(session, path)
    reader.resume().end(question)
    await until('that it is cut', () => reader.closed)
  })
}

test('whoever takes the answers of reflection late gets them all', async () => {
  await using started = await startGreeter({ stalledMs: 600_000 })
  using session = sessionWithoutWindow(started.address)
  const late = ask(session, reflection)
  let ended: unknown
  late.on('trailers', (trailers) => {
    ended = trailers['grpc-status']
  })
  late.end(questions)
  await once(late, 'response')
  session.settings({ initialWindowSize: 65_535 })
  const answers = await buffer(late)
  assert.deepEqual([ended, messagesIn(answers)], ['0', 2_000])
})

/** Counts gRPC messages. Each has a frame of one byte for flags and four for the length of the message. */
function messagesIn(bytes: Buffer): number {
  let count = 0
  for (let at = 0; at < bytes.length; at += 5 + bytes.readUInt32BE(at + 1)) count++
  return count
}

/** Opens an HTTP/2 session with a window of zero bytes: its server may send nothing but headers. */
function sessionWithoutWindow(address: string): ClientHttp2Session & Disposable {
  const session = connect(`http://${address}`, { settings: { initialWindowSize: 0 } })
  session.on('error', () => {})
  return Object.assign(session, { [Symbol.dispose]: () => session.destroy() })
}

test('health is told and watched for each service, also when the database is away and on a drain', async () => {
  let isHealthy = true
  await using started = await startGreeter({ healthMs: 20 }, { isHealthy: async () => isHealthy })
  const { address, server } = started
  using health = closing(new Client(address, credentials.createInsecure()))
  const { Check, Watch } = service
  const check = (name: string) =>
    new Promise<string | number>((resolve) => {
      const { path, requestSerialize, responseDeserialize } = Check as MethodDefinition<object, object>
      const answered = (error: ServiceError | null, reply?: object) =>
        resolve(error?.code ?? (reply as { status: string }).status)
      health.client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { service: name }, answered)
    })
  const greeterName = greeterRpcs.name
  const both = () => Promise.all(['', greeterName].map(check))
  await until('health', async () => (await check('')) === 'SERVING')
  assert.deepEqual(await both(), ['SERVING', 'SERVING'])
  assert.equal(await check('latchkey.nobody.v1.NobodyService'), status.NOT_FOUND)
  const seen: string[] = []
  const { path, requestSerialize, responseDeserialize } = Watch as MethodDefinition<object, object>
  const watched = health.client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, {
    service: greeterName,
  })
  watched.on('data', (message) => {
    if (seen.at(-1) !== message.status) seen.push(message.status)
  })
  watched.on('error', () => {})
  await until('the first word', () => seen.length === 1)
  isHealthy = false
  await until('that it is away', () => seen.length === 2)
  assert.deepEqual(await both(), ['NOT_SERVING', 'NOT_SERVING'])
  isHealthy = true
  await until('that it is back', () => seen.length === 3)
  await server.drain(1_000)
  await until('that it drains', () => seen.length === 4)
  assert.deepEqual(seen, ['SERVING', 'NOT_SERVING', 'SERVING', 'NOT_SERVING'])
})

/** Returns the memory that is still in use after a garbage collection, in bytes. */
function keptBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test('whoever watches services that there are not leaves nothing behind', async () => {
  await using started = await startGreeter()
  using health = closing(new Client(started.address, credentials.createInsecure()))
  const { path, requestSerialize, responseDeserialize } = service.Watch as MethodDefinition<object, object>
  const watch = async (at: number) => {
    const name = `${at}`.padEnd(60_000, 'x')
    const watched = health.client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, {
      service: name,
    })
    watched.on('error', () => {})
    const [message] = await once(watched, 'data')
    assert.equal(message.status, 'SERVICE_UNKNOWN')
    watched.cancel()
  }
  const rounds = async (count: number) => {
    for (let at = 0; at < count; at++) await watch(at)
  }
  await rounds(100)
  const before = keptBytes()
  await rounds(800)
  // The names of the 800 watched services have 48 MB together, so it would be noticed if they were kept.
  await until('that less than half of that is kept', () => keptBytes() - before < 24 * 2 ** 20)
})

test('x-request-id comes back, and is kept when it was sent', async () => {
  await using started = await startGreeter()
  const { greeter } = started
  const idOf = async (sent: Record<string, string>) => {
    const stream = greeter.open('SayHelloStream', { name: 'Ada', count: 1 }, { metadata: sent })
    const [metadata] = await once(stream, 'metadata')
    await hear(stream)
    return metadata.get('x-request-id')
  }
  assert.deepEqual(await idOf({ 'x-request-id': 'abc-1' }), ['abc-1'])
  const [made] = await idOf({})
  assert.match(String(made), /^[0-9a-f-]{36}$/)
  assert.notDeepEqual(await idOf({ 'x-request-id': 'not well formed' }), ['not well formed'])
  await assert.rejects(greeter.call('SayHello', {}, { metadata: { 'x-request-id': 'abc-2' } }), {
    requestId: 'abc-2',
  })
})

test('x-forwarded-for is believed from a trusted proxy only', async () => {
  for (const [proxies, expected] of [
    ['127.0.0.1', '203.0.113.9'],
    ['192.0.2.0/24', '127.0.0.1'],
    ['', '127.0.0.1'],
  ] as const) {
    await using system = await startSystem({
      settings: proxies === '' ? {} : { LATCHKEY_TRUSTED_PROXIES: proxies },
    })
    const { password } = await system.signUp('ada')
    using auth = rpcClient(system.authGrpc, 'latchkey.auth.v1.AuthService')
    const metadata = { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' }
    const { tokens } = await auth.call('Login', { username: 'ada', password }, { metadata })
    const { sessions } = await auth.call('ListSessions', {}, { token: tokens.access_token })
    assert.equal(sessions[0].address, expected, proxies)
  }
})
