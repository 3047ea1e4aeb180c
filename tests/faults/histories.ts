import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CampaignOptions, Outcome } from './campaign.ts'
import { checkHistory } from './histories/check-history.ts'
import { faultKinds, recoveriesOf } from './histories/faults.ts'
import type { History } from './histories/history.ts'
import { type Recorded, recordHistory } from './histories/record-history.ts'
import { type Scene, startPostgresScene, startSqliteScene } from './histories/scene.ts'
import { inWords, rules, type Violation } from './histories/violation.ts'
import { type Random, seededRandom } from './random.ts'
import { checkOut } from './upgrade.ts'

const maxOperations = 100_000

/** The deployments that have histories, by name. */
const parts: Record<string, (random: Random, folder: string) => Promise<Scene>> = {
  sqlite: startSqliteScene,
  postgres: (random) => startPostgresScene(random),
  versions(random, folder) {
    const before = join(folder, 'before')
    return startPostgresScene(
      random,
      existsSync(before) ? join(before, 'cli/latchkey.js') : checkOut(before).command,
    )
  },
}

/**
 * Records what clients see while nodes are killed and stopped, wires are cut, clocks step and a standby is promoted, and checks the
 * whole histories. `rounds` is the number of histories of each deployment, `seconds` how long clients work on each, and `only` the
 * name of a deployment: `sqlite`, `postgres`, or `versions` for two versions on one PostgreSQL database.
 */
export async function judgeHistories({
  seed,
  rounds = 1,
  seconds = 60,
  only = '',
}: CampaignOptions): Promise<Outcome> {
  const outcome: Outcome = { figures: [], violations: [] }
  // The folder stays when a rule is broken, for a look at the history.
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-histories-'))
  for (const [part, start] of Object.entries(parts)) {
    if (!part.startsWith(only)) continue
    for (let round = 0; round < rounds; round++) {
      const own = seed + 10 * round
      const name = `${part}, seed ${own}`
      const file = join(folder, `${part}-${own}.jsonl`)
      await using scene = await start(seededRandom(own + 2), folder)
      const recorded = await recordHistory(scene, {
        name,
        file,
        seed: own,
        seconds,
        maxOperations,
        print: (line) => process.stdout.write(`${line}\n`),
      })
      const violations = checkHistory(recorded.history)
      outcome.figures.push(
        ...figuresOf(recorded).map(([what, figure]): [string, string | number] => [
          `${name}: ${what}`,
          figure,
        ]),
      )
      for (const rule of rules) {
        const broken = violations.filter((one) => one.rule === rule)
        if (broken.length === 0) continue
        outcome.figures.push([
          `${name}: ${rule} is broken first after`,
          `${operationsUntil(broken, recorded.history)} operations`,
        ])
        outcome.violations.push(...broken.slice(0, 5).map((one) => `${name}: ${inWords(one)}`))
        if (broken.length > 5) outcome.violations.push(`${name}: ${rule}: ${broken.length - 5} more`)
      }
      if (violations.length > 0) outcome.figures.push([`${name}: the history`, file])
    }
  }
  if (outcome.violations.length === 0) rmSync(folder, { recursive: true, force: true })
  return outcome
}

/** Returns how many operations it took until a rule was broken. What is missing in the end is known after the last one. */
const operationsUntil = (broken: readonly Violation[], { operations }: History): number =>
  Math.min(
    ...broken.map(({ rule, shownBy }) =>
      ['C7', 'C8', 'C9'].includes(rule) ? operations.length : 1 + Math.max(...shownBy.map(({ n }) => n)),
    ),
  )

function figuresOf({ history, faults, seconds }: Recorded): [what: string, figure: string | number][] {
  const { operations, events } = history
  const unknown = operations.filter(({ outcome }) => outcome === 'unknown')
  const counted = faultKinds.map((kind) => `${faults.filter((one) => one.kind === kind).length} × ${kind}`)
  const recoveries = [...recoveriesOf(faults, operations)].map(([kind, times]) => {
    const sorted = times.toSorted((one, other) => one - other)
    const [median = 0, slowest = 0] = [sorted[sorted.length >> 1], sorted.at(-1)]
    return `${kind} ${Math.round(median)} ms, slowest ${Math.round(slowest)} ms`
  })
  const kinds = [...Map.groupBy(operations, ({ kind, outcome }) => `${kind} ${outcome}`)]
  return [
    [
      'operations',
      `${operations.length} in ${Math.round(seconds)} s, ${unknown.length} without a known outcome`,
    ],
    ['events', events.length],
    ['faults', counted.join(', ')],
    ['both services again at the node after', recoveries.join('; ')],
    [
      'outcomes',
      kinds
        .map(([name, { length }]) => `${name} ${length}`)
        .toSorted()
        .join(', '),
    ],
  ]
}
