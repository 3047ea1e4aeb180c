import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'
import { signInAsAdmin } from './admin.ts'
import { findAnswers } from './answers.ts'
import type { CampaignOptions, Outcome } from './campaign.ts'
import { damageIn } from './databases.ts'
import { brokenPromises } from './kept-promises.ts'
import { createLoad, everything, type Load } from './load.ts'
import { type Random, seededRandom } from './random.ts'
import { startOn } from './start-on.ts'
import { checkSyncOrder, type SyncOrder } from './sync-order.ts'
import { requireStrace, startTraced } from './traced-start.ts'

/** A sync that strace makes fail. strace counts the calls of each thread separately. */
interface Fault {
  name: string
  /** The name of the file whose sync fails, or undefined for any file. */
  file?: string
  call: 'fdatasync' | 'fsync'
  threads: 'main' | 'all'
  /**
   * The number of the failing call in its thread is drawn from `first` to `first + spread - 1`. The calls
   * during the start of the services have lower numbers.
   */
  first: number
  spread: number
}

const faults: Fault[] = [
  { name: 'of a commit', call: 'fdatasync', threads: 'all', first: 15, spread: 60 },
  {
    name: 'of the database, at a checkpoint',
    file: 'users.db',
    call: 'fsync',
    threads: 'all',
    first: 2,
    spread: 2,
  },
  {
    name: 'of the log, as it begins anew',
    file: 'users.db-wal',
    call: 'fsync',
    threads: 'main',
    first: 2,
    spread: 2,
  },
]
const maxWrites = 4_000
const load = { workers: 16, weights: { ...everything, create: 20 }, metadataBytes: 7_000 }
const fatal = /"level":"fatal".*database sync failed/

/**
 * Makes one sync fail under load. The services must stop, and must not have acknowledged a write that this
 * sync should have made durable.
 */
export async function failSyncs({ seed, rounds = 4 }: CampaignOptions): Promise<Outcome> {
  requireStrace()
  const random = seededRandom(seed)
  const outcome: Outcome = { figures: [], violations: [] }
  for (const fault of faults) {
    const rows: Failed[] = []
    for (let round = 0; round < rounds; round++) rows.push(await failOnce(fault, random))
    const sum = (of: (row: Failed) => number) => rows.reduce((total, row) => total + of(row), 0)
    outcome.figures.push(
      [`a failed sync ${fault.name}`, ''],
      ['  rounds', rounds],
      ['  in which the services stopped', sum((row) => (row.exitCode === 1 ? 1 : 0))],
      ['  writes answered', sum((row) => row.answered)],
      ['  of those, after the failed sync', fault.file ? 'not traced' : sum((row) => row.answeredAfter ?? 0)],
    )
    for (const { violations } of rows) {
      outcome.violations.push(...violations.map((what) => `a failed sync ${fault.name}: ${what}`))
    }
  }
  return outcome
}

interface Failed {
  exitCode: number | string | undefined
  answered: number
  answeredAfter: number | undefined
  violations: string[]
}

async function failOnce(fault: Fault, random: Random): Promise<Failed> {
  const folder = realpathSync(temporaryFolderOnDisk())
  const data = join(folder, 'data')
  const trace = join(folder, 'trace')
  mkdirSync(data)
  const when = fault.first + random.below(fault.spread)
  const started = await startTraced({
    data,
    trace,
    threads: fault.threads,
    faults: [
      ...(fault.file ? ['-P', join(data, fault.file)] : []),
      '-e',
      `inject=${fault.call}:error=EIO:when=${when}`,
    ],
  })
  let exitCode: number | string | undefined
  void started.ended.then((code) => {
    exitCode = code
  })
  const clients = createLoad(random)
  const at = await signInAsAdmin(data, started)
  await clients.drive({ ...load, at, isOver: () => exitCode !== undefined || clients.asked >= maxWrites })
  const violations = [...clients.surprises]
  if (exitCode === undefined) started.kill()
  await started.ended
  if (exitCode !== 1) violations.push(`it ended with ${exitCode} after sync ${when}`)
  if (!started.lines.some((line) => fatal.test(line))) violations.push('no line of the log says so')

  const order = fault.file === undefined ? await orderIn(trace, clients) : undefined
  violations.push(...(order?.late ?? []))

  const again = await startOn(data)
  violations.push(...(await brokenPromises(clients.people, again.at)))
  await again.end('SIGTERM')
  violations.push(...damageIn(data))
  rmSync(folder, { recursive: true })
  const answered = [...clients.tally].reduce(
    (total, [what, times]) => total + (what.endsWith(': done') ? times : 0),
    0,
  )
  return { exitCode, answered, answeredAfter: order?.afterFailure, violations }
}

/**
 * Checks the order of syncs and replies. This needs a recorded trace of the system calls on all files, which
 * exists only for faults without `file`.
 */
async function orderIn(trace: string, clients: Load): Promise<SyncOrder> {
  const { answers } = await findAnswers(trace, clients.people)
  return checkSyncOrder(trace, answers)
}
