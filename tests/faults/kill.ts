import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'
import type { CampaignOptions, Outcome } from './campaign.ts'
import { damageIn } from './databases.ts'
import { brokenPromises } from './kept-promises.ts'
import { createLoad, everything } from './load.ts'
import { seededRandom } from './random.ts'
import { startOn } from './start-on.ts'

const longestStartMs = 2_000
const workers = 32

/**
 * Kills both services again and again. After each start, checks that everything that was acknowledged before
 * is still there.
 */
export async function killAtRandom({ seed, rounds = 20 }: CampaignOptions): Promise<Outcome> {
  const random = seededRandom(seed)
  const data = temporaryFolderOnDisk()
  const load = createLoad(random)
  const violations: string[] = []
  const startMs: number[] = []
  let unanswered = 0

  let started = await startOn(data)
  for (let round = 1; round <= rounds; round++) {
    const { at, end } = started
    let isKilled = false
    const driven = load.drive({ at, workers, weights: everything, isOver: () => isKilled })
    await sleep(100 + random.below(1_500))
    const killed = end('SIGKILL')
    isKilled = true
    await Promise.all([killed, driven])

    unanswered += load.people.filter(({ uncertain }) => uncertain).length
    started = await startOn(data)
    startMs.push(started.startMs)
    const broken = await brokenPromises(load.people, started.at)
    violations.push(...broken.map((what) => `after kill ${round}: ${what}`))
  }
  await started.end('SIGTERM')

  violations.push(...load.surprises, ...damageIn(data))
  const slow = startMs.filter((ms) => ms > longestStartMs)
  violations.push(...slow.map((ms) => `a start after a kill took ${ms.toFixed(0)} ms`))
  if (violations.length === 0) rmSync(data, { recursive: true })
  return {
    figures: [
      ['kills', rounds],
      ['writes asked for', load.asked],
      ['changes under way at a kill', unanswered],
      ['users asked about at the end', load.people.length],
      ['slowest start after a kill', `${Math.max(...startMs).toFixed(0)} ms`],
      ...[...load.tally].sort(),
    ],
    violations,
  }
}
