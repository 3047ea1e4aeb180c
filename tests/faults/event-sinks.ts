import { setTimeout as sleep } from 'node:timers/promises'
import type { EventResource } from '#contract/events/events.ts'
import { startFakeNats } from '#tests/support/fake-nats.ts'
import { send } from '#tests/support/system.ts'
import { startReceiver } from '#tests/support/webhook-receiver.ts'
import type { Random } from './random.ts'

/** A receiver of events (a sink) that fails at random. */
export interface FlakySink extends AsyncDisposable {
  name: string
  /** The settings with which the services deliver events to this receiver. */
  settings: Record<string, string>
  /** The ids of all events that the receiver accepted, in the order of arrival, including repeated ones. */
  received: string[]
  /** The number of times that this receiver failed on purpose, so that the services had to send an event again. */
  readonly failed: number
  /** The scope in which the order of events must be kept: all events, or only those of one user. */
  order: 'all' | 'each user'
  /** Prepares the receiver when the services run and before anything is changed. */
  begin?(latchkey: (args: string[]) => void): void
}

/**
 * The current URL of the user service, which changes with every start, and an API key that may read events.
 */
export interface Place {
  users: string
  key: string
}

/** The names of all kinds of receivers of events. */
export const sinkKinds = ['cursor', 'nats', 'webhook'] as const
export type SinkKind = (typeof sinkKinds)[number]

export function openSink(kind: SinkKind, random: Random, place: () => Place): Promise<FlakySink> {
  if (kind === 'cursor') return followByCursor(random, place)
  return kind === 'nats' ? receiveFromNats(random) : receiveByWebhook(random)
}

/**
 * Creates a receiver that follows the list of events with a cursor. Now and then it takes a page without
 * keeping the new cursor, as if its process had ended in between.
 */
async function followByCursor(random: Random, place: () => Place): Promise<FlakySink> {
  const received: string[] = []
  let failed = 0
  let isOver = false
  async function follow(): Promise<void> {
    let kept = '0'
    while (!isOver) {
      const { users, key } = place()
      const limit = 1 + random.below(200)
      const url = `${users}/api/v1/events?limit=${limit}&cursor=${kept}`
      const reply = await send('GET', url, { token: key }).catch(() => undefined)
      if (reply?.status !== 200) {
        await sleep(20)
        continue
      }
      const events = reply.body.data as EventResource[]
      received.push(...events.map(({ id }) => id))
      if (random.below(5) === 0) failed += events.length > 0 ? 1 : 0
      else kept = reply.body.position
      if (events.length === 0) await sleep(10)
    }
  }
  const following = follow()
  return {
    name: 'cursor',
    order: 'all',
    settings: {},
    received,
    get failed() {
      return failed
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      await following
    },
  }
}

/**
 * Starts a NATS broker that now and then loses a published message or its acknowledgement. After each failure
 * the user service waits five seconds.
 */
async function receiveFromNats(random: Random): Promise<FlakySink> {
  let failed = 0
  const broker = await startFakeNats(() => {
    if (random.below(2_000) > 0) return 'stored'
    failed++
    return random.below(2) === 0 ? 'lost' : 'stored unheard'
  })
  return {
    name: 'nats',
    order: 'all',
    settings: { LATCHKEY_NATS_URL: broker.url },
    get received() {
      return broker.published.map(({ id }) => id)
    },
    get failed() {
      return failed
    },
    [Symbol.asyncDispose]: () => broker[Symbol.asyncDispose](),
  }
}

/**
 * Starts a webhook receiver that now and then refuses a delivery, or accepts a delivery without a response.
 */
async function receiveByWebhook(random: Random): Promise<FlakySink> {
  const received: string[] = []
  let failed = 0
  const receiver = await startReceiver()
  receiver.answer = ({ event }, response) => {
    const fails = random.below(100) === 0
    const isTaken = !fails || random.below(2) === 0
    if (isTaken) received.push(event.id)
    if (fails) failed++
    if (fails && isTaken) response.destroy()
    else response.writeHead(fails ? 503 : 204).end()
  }
  return {
    name: 'webhook',
    order: 'each user',
    settings: { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow' },
    received,
    get failed() {
      return failed
    },
    begin: (latchkey) => latchkey(['webhooks', 'create', '--url', receiver.url]),
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  }
}
