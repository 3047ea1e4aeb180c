import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Failure } from '#contract/declaration/failures.ts'
import { ServiceUnreachable } from '../send-request.ts'
import { followStream } from './follow-stream.ts'

const cut = new TypeError('terminated')
const gone = new ServiceUnreachable('there is no answer')
/** A piece that a connection sends. At an error the connection breaks off, and at `open` it stays silent. */
type Sent = string | Error | 'open'

const sent = (id: number, event = 'tick') => `event: ${event}\nid: ${id}\ndata: {"n":${id}}\n\n`

/** Creates a service that answers each connection with the next of these answers, and repeats the last one. */
function service(...answers: (Error | Sent[])[]) {
  const opened: string[] = []
  const signals: AbortSignal[] = []
  async function open(lastEventId: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    opened.push(lastEventId)
    signals.push(signal)
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? []
    if (answer instanceof Error) throw answer
    const pieces = [...answer]
    return new ReadableStream({
      pull(controller) {
        const piece = pieces.shift()
        if (piece === undefined) return controller.close()
        if (piece instanceof Error) return controller.error(piece)
        if (piece !== 'open') return controller.enqueue(new TextEncoder().encode(piece))
        const { promise, reject } = Promise.withResolvers<void>()
        signal.addEventListener('abort', () => reject(signal.reason))
        return promise
      },
    })
  }
  return { open, opened, signals }
}

const usual = { retries: 3, silentAfterMs: 120_000, signal: undefined }

/** Reads this number of events, and then stops reading. */
async function read(stream: AsyncIterable<{ event: string; id: string; data: unknown }>, count: number) {
  const events: unknown[] = []
  for await (const { event, id, data } of stream) {
    events.push([event, id, data])
    if (events.length === count) break
  }
  return events
}
const tick = (id: number) => ['tick', `${id}`, { n: id }]

describe('a stream that is followed', () => {
  test('gives its events one after the other, and leaving the loop closes the connection', async () => {
    const { open, signals } = service([`retry: 1\n\n${sent(1)}${sent(2)}`, sent(3), 'open'])
    assert.deepEqual(await read(followStream(open, usual), 3), [tick(1), tick(2), tick(3)])
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true],
    )
  })

  test('goes on after the last event that was read, when the connection breaks off or is ended', async () => {
    const { open, opened, signals } = service(
      ['retry: 1\n\n', sent(1), sent(2), cut],
      gone,
      [`retry: 1\n\n${sent(3)}`],
      [sent(4), 'event: ti'],
    )
    const events = await read(followStream(open, usual), 4)
    assert.deepEqual(events, [tick(1), tick(2), tick(3), tick(4)])
    assert.deepEqual(opened, ['', '2', '2', '3'])
    assert.ok(signals.every(({ aborted }) => aborted))
  })

  test('takes a connection that falls silent for lost, before its first event too', async () => {
    const { open, opened } = service(['open'], [`retry: 1\n\n${sent(1)}`, 'open'], [sent(2), 'open'])
    const stream = followStream(open, { ...usual, retries: 1_000, silentAfterMs: 50 })
    assert.deepEqual(await read(stream, 2), [tick(1), tick(2)])
    assert.ok(opened.length >= 3)
  })

  test('may be read as slowly as one likes', async () => {
    const { open, opened } = service([sent(1), sent(2), 'open'])
    const stream = followStream(open, { ...usual, silentAfterMs: 20 })
    assert.deepEqual((await stream.next()).value?.id, '1')
    await new Promise((resolve) => setTimeout(resolve, 100))
    assert.deepEqual((await stream.next()).value?.id, '2')
    assert.deepEqual(opened, [''])
    await stream.return(undefined)
  })

  test('throws what the service refuses, at once', async () => {
    for (const code of ['forbidden', 'token_invalid', 'session_ended', 'internal'] as const) {
      const { open, opened } = service(new Failure(code))
      await assert.rejects(read(followStream(open, usual), 1), { code })
      assert.equal(opened.length, 1)
    }
  })

  test('throws the fault after so many attempts in a row, of which one that ends without an event is one', async () => {
    const { open, opened } = service([`retry: 1\n\n${sent(1)}`, cut], gone, [], gone, [sent(2), cut], gone)
    const stream = followStream(open, usual)
    assert.deepEqual([(await stream.next()).value?.id, (await stream.next()).value?.id], ['1', '2'])
    assert.equal(opened.length, 5)
    await assert.rejects(stream.next(), gone)
    // The connection that broke off was no failed attempt, as it had brought an event. Four other connections were failed
    // attempts.
    assert.equal(opened.length, 9)
    const empty = service([])
    await assert.rejects(read(followStream(empty.open, { ...usual, retries: 1 }), 1), ServiceUnreachable)
    assert.equal(empty.opened.length, 2)
  })

  test('throws what cannot be understood: the same would come again', async () => {
    for (const data of ['{', 'x'.repeat(70_000)]) {
      const { open, opened } = service([sent(1), `data: ${data}\n\n`, 'open'])
      await assert.rejects(read(followStream(open, usual), 2), Error)
      assert.equal(opened.length, 1)
    }
  })

  test('ends without an error when its signal is aborted, whatever it waits for', async () => {
    const cases: Record<string, (Error | Sent[])[]> = {
      'an event': [['open']],
      'the next connection': [[`retry: 100000000\n\n${sent(1)}`]],
      'the next attempt': [new Failure('overloaded', { retryAfterSeconds: 200 })],
      'its reader': [[sent(1) + sent(2), 'open']],
    }
    for (const [what, answers] of Object.entries(cases)) {
      const { open, opened, signals } = service(...answers)
      const stopping = new AbortController()
      // An abort is no attempt that failed.
      const retries = what === 'the next attempt' ? 1 : 0
      const stream = followStream(open, { ...usual, retries, signal: stopping.signal })
      if (what === 'its reader') assert.equal((await stream.next()).value?.id, '1')
      if (what === 'the next connection') await stream.next()
      const waiting = what === 'its reader' ? undefined : stream.next()
      for (let turn = 0; turn < 10; turn++) await nextTurn()
      stopping.abort()
      assert.deepEqual(await (waiting ?? stream.next()), { done: true, value: undefined }, what)
      assert.equal(opened.length, 1, what)
      assert.ok(signals[0]?.aborted, what)
    }
    const never = service([sent(1)])
    assert.deepEqual(await read(followStream(never.open, { ...usual, signal: AbortSignal.abort() }), 1), [])
    assert.deepEqual(never.opened, [])
  })

  test('stays away for as long as the service asks, five minutes at most', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    for (const [asked, ms] of [
      [60_000, 60_000],
      [86_400_000, 300_000],
    ] as const) {
      const { open, opened } = service([`${sent(1)}retry: ${asked}\n\n`], [sent(2), 'open'])
      const stream = followStream(open, usual)
      await stream.next()
      const second = stream.next()
      const pass = async (time: number) => {
        for (let turn = 0; turn < 10; turn++) await nextTurn()
        t.mock.timers.tick(time)
        for (let turn = 0; turn < 10; turn++) await nextTurn()
      }
      await pass(ms - 1)
      assert.equal(opened.length, 1)
      await pass(ms / 2 + 1)
      assert.equal((await second).value?.id, '2')
      await stream.return(undefined)
    }
  })
})
