import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { logOutEndpoint } from '#contract/auth.ts'
import { call } from '#sdk/call.ts'
import type { Sample } from '../figures.ts'
import { type Server, startScript } from '../own-process.ts'
import { cpuMsOf, residentMiBOf } from '../process-figures.ts'
import { type Product, startProduct } from '../product.ts'
import { contestantsOf, inTurns, type Scenario } from '../scenario.ts'

const count = 1_000

export const streams: Scenario = {
  name: 'streams',
  measures:
    'A thousand open streams of revocations on SQLite: memory, processor time while only heartbeats are sent, and the time from a logout until all of them were told.',
  async run({ rounds, seconds }) {
    // Each round ends one session, also the first round, which is only a warm-up and is not counted.
    await using product = await startProduct({ sessions: rounds + 1 })
    await sleep(2_000)
    const before = residentMiBOf(product.pid) ?? Number.NaN
    // Only the service token may open this many streams at the same time.
    const reader = readFileSync(join(product.environment.LATCHKEY_DATA ?? '', 'service-token'), 'utf8').trim()
    await using listening = await startScript('loads/streams.ts', {
      args: [product.auth, reader, `${count}`],
    })
    const samples = await inTurns(rounds, {
      '1,000 streams': (round: number) => oneRound(product, listening, { round, seconds, before }),
    })
    return {
      contestants: contestantsOf(samples),
      checks: [],
      notes: ['The reader of all streams is one process on the same machine, and parses each event of each.'],
    }
  },
}

async function oneRound(
  product: Product,
  listening: Server,
  { round, seconds, before }: { round: number; seconds: number; before: number },
): Promise<Sample> {
  const cpuBefore = cpuMsOf(product.pid) ?? Number.NaN
  const restedAt = performance.now()
  await sleep(seconds * 1_000)
  const cpuMs = (cpuMsOf(product.pid) ?? Number.NaN) - cpuBefore
  const idleCpuShare = cpuMs / (performance.now() - restedAt)

  const { access_token, session_id } = product.population.tokensOf(round)
  const endedAt = performance.timeOrigin + performance.now()
  await call(logOutEndpoint, {}, { baseUrl: product.auth, bearer: access_token })
  const [sessionId, first, last] = (await listening.nextLine()).split(' ')
  if (sessionId !== session_id) throw new Error('The streams tell of another session.')
  return {
    openedMiB: (residentMiBOf(product.pid) ?? Number.NaN) - before,
    idleCpuShare,
    reachedFirstMs: Number(first) - endedAt,
    reachedAllMs: Number(last) - endedAt,
  }
}
