import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '#tests/support/until.ts'
import { startReceiver } from '#tests/support/webhook-receiver.ts'
import { seededRandom } from '../random.ts'
import { createClients } from './clients.ts'
import { type Fault, startFaults } from './faults.ts'
import { createRecorder, type History } from './history.ts'
import type { Scene } from './scene.ts'
import { countEvents, readEvents, readWaiting } from './stored-events.ts'

export interface Recorded {
  history: History
  faults: readonly Fault[]
  seconds: number
}

const clients = 12
const scopes = 'users:read,users:write,users:delete,events:read'
const progressMs = 15_000

/** Lets clients work while faults happen, and records everything, in a file of JSON lines too. */
export async function recordHistory(
  scene: Scene,
  options: {
    name: string
    file: string
    seed: number
    seconds: number
    maxOperations: number
    print(line: string): void
  },
): Promise<Recorded> {
  const { name, file, seed, seconds, maxOperations, print } = options
  using recorder = createRecorder(file)
  await using receiver = await startReceiver()
  const random = seededRandom(seed)
  const delivered: string[] = []
  receiver.answer = ({ event }, response) => {
    // Now and then the receiver refuses an event, or takes it without a reply, so that it must come again.
    const turn = random.below(50)
    if (turn > 0) delivered.push(event.id)
    if (turn === 1) response.destroy()
    else response.writeHead(turn === 0 ? 503 : 204).end()
  }
  const apiKey = /lk_\w+/.exec(
    await scene.run(['api-keys', 'create', '--name', 'histories', '--scopes', scopes]),
  )?.[0]
  if (apiKey === undefined) throw new Error('There is no API key.')
  await scene.run(['webhooks', 'create', '--url', receiver.url])
  const before = await countEvents(scene.databases())
  const clientsOf = createClients({ scene, recorder, random, apiKey, prefix: `h${seed}` })
  const promoteAfterMs = scene.promote && (0.4 + 0.3 * random.next()) * seconds * 1_000
  // The faults have numbers of their own, so that they do not depend on how many operations there were between them.
  const faults = startFaults({ scene, recorder, random: seededRandom(seed + 1), promoteAfterMs })
  const startedAt = recorder.now()
  const isOver = () => recorder.now() - startedAt > seconds * 1_000
  const progress = setInterval(() => {
    const at = Math.round((recorder.now() - startedAt) / 1_000)
    print(`  ${name}: ${at} s, ${recorder.operations.length} operations, ${faults.happened.length} faults`)
  }, progressMs)
  try {
    await clientsOf.run({ clients, maxOperations, isOver })
    await faults.stop()
    await isReady(scene)
    await clientsOf.lookAtAll()
    await sleep(100)
    const events = await readEvents(scene.databases(), before)
    const isNew = (id: string) => !before.has(id)
    const history = { operations: recorder.operations, events, delivered: delivered.filter(isNew) }
    for (const fault of faults.happened) appendFileSync(file, `${JSON.stringify({ fault })}\n`)
    for (const event of events) appendFileSync(file, `${JSON.stringify({ event })}\n`)
    for (const waiting of await readWaiting(scene.databases()))
      appendFileSync(file, `${JSON.stringify({ waiting })}\n`)
    return { history, faults: faults.happened, seconds: (recorder.now() - startedAt) / 1_000 }
  } finally {
    clearInterval(progress)
    await faults.stop()
  }
}

const isReady = ({ nodes }: Scene): Promise<void> =>
  until('both services to be ready at each node', async () => {
    const replies = nodes.flatMap(({ urls }) =>
      Object.values(urls).map((url) => fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(3_000) })),
    )
    return Promise.all(replies).then(
      (all) => all.every(({ ok }) => ok),
      () => false,
    )
  })
