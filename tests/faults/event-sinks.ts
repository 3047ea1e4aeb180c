import { setTimeout as sleep } from 'node:timers/promises'
import type { EventResource } from '#contract/events.ts'
import { startFakeNats } from '#tests/support/fake-nats.ts'
import { send } from '#tests/support/system.ts'
import { startReceiver } from '#tests/support/webhook-receiver.ts'
import type { Random } from './random.ts'

/** Somebody whom the events reach, and who fails now and then. */
export interface FlakySink extends AsyncDisposable {
  name: string
  /** What the services must be told of it. */
  settings: Record<string, string>
  /** The id of everything that it took, in that order, what came again included. */
  received: string[]
  /** How often it failed so that something had to come again. */
  readonly failed: number
  /** What keeps its order: everything, or what is about one user. */
  order: 'all' | 'each user'
  /** Once the services run, and before anything is changed. */
  begin?(latchkey: (args: string[]) => void): void
}

/** Where the services are at the moment; they move with every start. */
export interface Place {
  users: string
  key: string
}

/** Every kind of sink that there is. */
export const sinkKinds = ['cursor', 'nats', 'webhook'] as const
export type SinkKind = (typeof sinkKinds)[number]

export function openSink(kind: SinkKind, random: Random, place: () => Place): Promise<FlakySink> {
  if (kind === 'cursor') return followByCursor(random, place)
  return kind === 'nats' ? receiveFromNats(random) : receiveByWebhook(random)
}

/** Follows the list, and is gone now and then after it has taken a page and before it has kept its cursor. */
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

/** Loses what is published now and then, or the answer to it. After each the service waits for five seconds. */
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

/** Refuses now and then, or takes a delivery and does not say so. */
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
