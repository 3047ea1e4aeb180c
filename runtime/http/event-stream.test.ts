import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoint } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { integer, object, string } from '#contract/declaration/schema.ts'
import { until } from '#tests/support/until.ts'
import { createLog } from '../log/log.ts'
import { type StreamCall, streamRoute } from '../requests/route.ts'
import { serveHttp } from '../server/server.ts'
import { bind, type Listener } from './listener.ts'

const ticksEndpoint = endpoint({
  name: 'ticks',
  method: 'GET',
  paths: ['/ticks'],
  access: 'signed_in',
  tag: 'test',
  summary: 'Counts',
  success: 200,
  stream: { tick: object({ n: integer(), text: string() }) },
  failures: ['overloaded'],
})
type Call = StreamCall<typeof ticksEndpoint>
type Tick = { event: 'tick'; id: string; data: { n: number; text: string } }

interface Service extends AsyncDisposable {
  listener: Listener
  /** The calls by which the streams were opened, in order. */
  calls: Call[]
  /**
   * Sets the result of `authenticate`: it throws `refuse` when that is set. `asked` counts the calls of
   * `authenticate`.
   */
  admit: { refuse?: Failure; asked: number }
  get(options?: { method?: string; headers?: Record<string, string> }): Promise<IncomingMessage>
}

async function startService(ticks: (call: Call) => AsyncIterable<Tick>): Promise<Service> {
  const listener = await bind({ host: '127.0.0.1', port: 0 })
  const calls: Call[] = []
  const admit: Service['admit'] = { asked: 0 }
  await serveHttp(listener, {
    title: 'test',
    routes: [
      streamRoute(ticksEndpoint, (call) => {
        calls.push(call)
        return ticks(call)
      }),
    ],
    async authenticate() {
      admit.asked++
      if (admit.refuse) throw admit.refuse
      return { apiKeyId: 'one', scopes: [] }
    },
    serviceTokens: [],
    trustedProxies: [],
    log: createLog('silent'),
  })
  return {
    listener,
    calls,
    admit,
    async get({ method = 'GET', headers = {} } = {}) {
      const sent = request(`${listener.url}/ticks`, {
        method,
        headers: { authorization: 'Bearer x', ...headers },
        agent: false,
      }).end()
      const [response] = await once(sent, 'response')
      return response as IncomingMessage
    },
    [Symbol.asyncDispose]: () => listener.close(),
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Yields one tick, and then nothing until the stream ends. */
async function* once1({ signal }: Call): AsyncGenerator<Tick> {
  yield { event: 'tick', id: '1', data: { n: 1, text: 'line\nbreak' } }
  await aborted(signal)
}

/**
 * Returns a stream that yields ticks as long as the reader takes them. `counts` has their number by the
 * Last-Event-ID of the reader.
 */
const flood = (counts: Map<string | undefined, number>) =>
  async function* ({ signal, lastEventId }: Call): AsyncGenerator<Tick> {
    for (let n = 1; !signal.aborted; n++) {
      counts.set(lastEventId, n)
      yield { event: 'tick', id: `${n}`, data: { n, text: 'x'.repeat(60_000) } }
      // The ticks come no faster than the test needs, because the machine has other work.
      await sleep(5)
    }
  }

async function textOf(response: IncomingMessage, isEnough: (text: string) => boolean): Promise<string> {
  let text = ''
  for await (const part of response.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += part
    if (isEnough(text)) break
  }
  return text
}

test('a stream says how to come back, then sends each event with its id on lines of its own', async () => {
  await using service = await startService(once1)
  const response = await service.get({ headers: { 'last-event-id': 'abc' } })
  assert.equal(response.statusCode, 200)
  assert.equal(response.headers['content-type'], 'text/event-stream; charset=utf-8')
  assert.equal(response.headers['cache-control'], 'no-store')
  assert.equal(response.headers['x-accel-buffering'], 'no')
  assert.match(response.headers['x-request-id'] as string, /^[0-9a-f-]{36}$/)
  const text = await textOf(response, (sofar) => sofar.includes('data'))
  assert.equal(text, 'retry: 1000\n\nevent: tick\nid: 1\ndata: {"n":1,"text":"line\\nbreak"}\n\n')
  assert.equal(service.calls[0]?.lastEventId, 'abc')
})

test('a HEAD request gets the headers and opens nothing', async () => {
  await using service = await startService(once1)
  const response = await service.get({ method: 'HEAD' })
  assert.equal(response.headers['content-type'], 'text/event-stream; charset=utf-8')
  assert.equal(await textOf(response, () => false), '')
  assert.equal(service.calls.length, 0)
})

test('what cannot begin is a problem document', async () => {
  await using service = await startService(() => {
    throw new Failure('overloaded')
  })
  const response = await service.get()
  assert.deepEqual([response.statusCode, response.headers['retry-after']], [503, '1'])
  assert.equal(JSON.parse(await textOf(response, () => false)).code, 'overloaded')
})

test('a stream is over when its reader has gone', async () => {
  await using service = await startService(once1)
  const response = await service.get()
  response.destroy()
  await aborted(service.calls[0]?.signal as AbortSignal)
})

test('a drain ends open streams at once', async () => {
  await using service = await startService(once1)
  const response = await service.get()
  // This limit is longer than a test may take. A drain that waited for the reader would not end.
  const [text] = await Promise.all([textOf(response, () => false), service.listener.drain(600_000)])
  assert.ok(text.endsWith('\n\n'))
  assert.ok(response.complete, 'and says that it is the end')
})

test('every ten seconds a reader who has lost access is sent away; a check that cannot be made ends nothing', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  await using service = await startService(once1)
  const response = await service.get()
  const ask = async (refuse?: Failure) => {
    const before = service.admit.asked
    if (refuse) service.admit.refuse = refuse
    t.mock.timers.tick(9_999)
    assert.equal(service.admit.asked, before)
    t.mock.timers.tick(1)
    await until('it is asked again', () => service.admit.asked > before)
  }
  await ask()
  await ask(new Failure('user_service_unavailable'))
  assert.equal(service.calls[0]?.signal.aborted, false)
  await ask(new Failure('token_invalid'))
  await textOf(response, () => false)
  assert.ok(response.complete)
})

test('a reader that takes nothing for ten seconds is cut, with little held for it; the others go on', async () => {
  const counts = new Map<string | undefined, number>()
  await using service = await startService(flood(counts))
  const slow = await service.get({ headers: { 'last-event-id': 'slow' } })
  const quick = await service.get({ headers: { 'last-event-id': 'quick' } })
  slow.pause()
  let taken = 0
  quick.on('data', (part: Buffer) => {
    taken += part.length
  })
  const [call] = service.calls
  await aborted(call?.signal as AbortSignal)
  const held = counts.get('slow') ?? 0
  assert.ok(held < 500, `${held} events were made for a reader that takes none`)
  await until('the other one gets more', () => taken > held * 60_000 * 2)
  // The connection breaks off, so that the reader does not take the missing events for the end of the stream.
  const cut = assert.rejects(
    textOf(slow, () => false),
    { code: 'ECONNRESET' },
  )
  slow.resume()
  await cut
  quick.destroy()
})
