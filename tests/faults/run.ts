import { parseArgs } from 'node:util'
import { type Campaign, type CampaignOptions, type Outcome, RequirementMissing } from './campaign.ts'
import { cancelWaitsInRounds } from './cancelled-wait.ts'
import { setClocksAhead } from './clock-ahead.ts'
import { cutWires } from './cut-wire.ts'
import { tellOnEachEngine } from './events.ts'
import { killAtFactorCommits } from './factor-kills.ts'
import { failSyncs } from './failed-sync.ts'
import { failover } from './failover.ts'
import { fillDisk } from './full-disk.ts'
import { judgeHistories } from './histories.ts'
import { killAtRandom } from './kill.ts'
import { stormOnEachEngine } from './logout-storm.ts'
import { loseStandby } from './lost-standby.ts'
import { leaveNodesBehind } from './old-primary.ts'
import { loseDatabase } from './outage.ts'
import { pauseNodes } from './paused-node.ts'
import { losePower } from './power-loss.ts'
import { killAtProviderCommits } from './provider-kills.ts'
import { raceOnEachEngine } from './refresh-races.ts'
import { restartInTurns } from './rolling-restart.ts'
import { rotateOnEachEngine } from './rotation.ts'
import { upgradeOnEachEngine } from './upgrade.ts'
import { askWhoIsHere } from './who-is-here.ts'

const campaigns: Record<string, Campaign> = {
  'power-loss': losePower,
  'failed-sync': failSyncs,
  'full-disk': fillDisk,
  kill: killAtRandom,
  failover,
  outage: loseDatabase,
  'logout-storm': stormOnEachEngine,
  rotation: rotateOnEachEngine,
  'refresh-races': raceOnEachEngine,
  'paused-node': pauseNodes,
  'old-primary': leaveNodesBehind,
  'lost-standby': loseStandby,
  'cancelled-wait': cancelWaitsInRounds,
  'clock-ahead': setClocksAhead,
  'cut-wire': cutWires,
  events: tellOnEachEngine,
  'factor-kills': killAtFactorCommits,
  'provider-kills': killAtProviderCommits,
  'rolling-restart': restartInTurns,
  upgrade: upgradeOnEachEngine,
  histories: judgeHistories,
  'who-is-here': askWhoIsHere,
}
const longestMs = 60 * 60_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    images: { type: 'string', default: '1000' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
    only: { type: 'string', default: '' },
    'forget-syncs': { type: 'boolean', default: false },
  },
})
const options: CampaignOptions = {
  seed: Number(values.seed ?? Date.now() % 1_000_000),
  images: Number(values.images),
  rounds: values.rounds === undefined ? undefined : Number(values.rounds),
  seconds: values.seconds === undefined ? undefined : Number(values.seconds),
  engine: values.engine === 'postgres' ? 'postgres' : 'sqlite',
  only: values.only,
  forgetSyncs: values['forget-syncs'],
}
const print = (line: string) => process.stdout.write(`${line}\n`)

const names = positionals.length > 0 ? positionals : Object.keys(campaigns)
let exitCode = 0
for (const name of names) exitCode = worse(exitCode, await run(name))
process.exit(exitCode)

async function run(name: string): Promise<number> {
  const campaign = campaigns[name]
  if (!campaign) {
    print(`There is no campaign ${name}; there are: ${Object.keys(campaigns).join(', ')}.`)
    return 2
  }
  print(`${name}, seed ${options.seed}`)
  const startedAt = performance.now()
  const tooLong = setTimeout(() => {
    print(`  not over after ${longestMs / 60_000} minutes`)
    process.exit(1)
  }, longestMs)
  try {
    const outcome = await campaign(options)
    outcome.figures.push(['seconds', ((performance.now() - startedAt) / 1000).toFixed(0)])
    printOutcome(outcome)
    return outcome.violations.length > 0 ? 1 : 0
  } catch (error) {
    if (!(error instanceof RequirementMissing)) throw error
    print(`  not run: ${error.message}`)
    return 2
  } finally {
    clearTimeout(tooLong)
  }
}

function printOutcome({ figures, violations }: Outcome): void {
  const width = Math.max(...figures.map(([what]) => what.length))
  for (const [what, figure] of figures) print(`  ${what.padEnd(width)}  ${figure}`)
  print(`  ${'violations'.padEnd(width)}  ${violations.length}`)
  for (const violation of violations.slice(0, 20))
    print(`    ${violation.replaceAll('\n', ' ').slice(0, 300)}`)
}

/**
 * Returns the more important of two exit codes: a violation (1), then a campaign that could not be run (2),
 * then success.
 */
function worse(one: number, other: number): number {
  return one === 1 || other === 1 ? 1 : Math.max(one, other)
}
