import { setTimeout as sleep } from 'node:timers/promises'
import type { CampaignOptions, Outcome } from './campaign.ts'
import { brokenPromises } from './kept-promises.ts'
import { createLoad, everything, type Load } from './load.ts'
import { startBehindNginx } from './nodes-behind-nginx.ts'
import { seededRandom } from './random.ts'
import { startValidating, type Validations } from './validations.ts'

const workers = 16
/** The time of load between two restarts. */
const pauseMs = 3_000
const longestEndMs = 30_000

/** Restarts two nodes behind nginx one after the other, under load. No request may fail, and no acknowledged write be lost. */
export async function restartInTurns({ seed, rounds = 3 }: CampaignOptions): Promise<Outcome> {
  await using nodes = await startBehindNginx()
  const load = createLoad(seededRandom(seed))
  const validations = await startValidating(nodes.at)
  let isOver = false
  const driven = load.drive({ at: nodes.at, workers, weights: everything, isOver: () => isOver })
  await sleep(pauseMs)
  for (let round = 1; round <= rounds; round++)
    for (const node of [0, 1] as const) {
      await nodes.replace(node)
      await sleep(pauseMs)
    }
  isOver = true
  await Promise.all([driven, validations.stop()])
  return {
    figures: [['restarts', 2 * rounds], ...figuresOf(load, validations)],
    violations: [
      ...failuresOf(load),
      ...validations.failed,
      ...(await brokenPromises(load.people, nodes.at, longestEndMs)),
    ],
  }
}

export const figuresOf = (load: Load, validations: Validations): Outcome['figures'] => [
  ['writes asked for', load.asked],
  ['users asked about at the end', load.people.length],
  ['validations', validations.done],
  ...[...load.tally].sort(),
]

/** Returns the requests of a load that were not answered with success. */
export const failuresOf = (load: Load): string[] =>
  [...load.tally].flatMap(([what, times]) => (what.endsWith(': done') ? [] : [`${what}, ${times} times`]))
