import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { send } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import type { CampaignOptions, Outcome } from './campaign.ts'
import { damageIn, pagesWaiting } from './databases.ts'
import { brokenPromises } from './kept-promises.ts'
import { createLoad, type Drive, everything, type Load } from './load.ts'
import { type Random, seededRandom } from './random.ts'
import { startReading } from './reading.ts'
import { type DiskKind, mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { type OnData, startOn } from './start-on.ts'

interface Scene extends Pick<Drive, 'weights' | 'metadataBytes'> {
  name: string
  kind: DiskKind
  isAtCheckpoint: boolean
  mustBeRefused: string[]
}

const mebibyte = 1024 * 1024
const diskBytes = 64 * mebibyte
/** The size, in bytes, at which a write-ahead log needs a checkpoint. The full disk has no room for this checkpoint. */
const longLog = 5 * mebibyte
const pagesOfACheckpoint = 1_000
const scenes: Scene[] = (['tmpfs', 'ext4'] as const).flatMap((kind) => [
  {
    name: `${kind}, full at a write`,
    kind,
    isAtCheckpoint: false,
    weights: everything,
    // Without a login there is soon no session left to refresh or to end.
    mustBeRefused: ['create', 'logIn'],
  },
  {
    name: `${kind}, full at a checkpoint`,
    kind,
    isAtCheckpoint: true,
    weights: { ...everything, create: 60 },
    metadataBytes: 7_000,
    mustBeRefused: ['create'],
  },
])
const workers = 16
const calmMs = 1_500
const fullMs = 4_000
/** The time until which a slow machine has sent each kind of write to the full disk. */
const longestFullMs = 60_000
const longestRecoveryMs = 10_000
/**
 * The maximum time between the deletion of a user and the end of the sessions: while the disk is full, the
 * order to end them waits in the outbox.
 */
const outboxMs = 15_000

/**
 * Fills the disk while the services run, and frees it again. Checks the replies meanwhile, and that no
 * acknowledged write is lost.
 */
export async function fillDisk({ seed }: CampaignOptions): Promise<Outcome> {
  const random = seededRandom(seed)
  const outcome: Outcome = { figures: [], violations: [] }
  for (const scene of scenes) {
    using disk = mountSmallDisk(scene.kind, diskBytes)
    const { figures, violations } = await play(scene, disk, random)
    outcome.figures.push([scene.name, ''])
    for (const [what, figure] of figures) outcome.figures.push([`  ${what}`, figure])
    outcome.violations.push(...violations.map((what) => `${scene.name}: ${what}`))
  }
  return outcome
}

async function play(scene: Scene, disk: SmallDisk, random: Random): Promise<Outcome> {
  const data = join(disk.path, 'data')
  const load = createLoad(random)
  const services = await startOn(data)

  const before = await driveFor(calmMs, load, services)
  const full = await whileFull(scene, disk, load, services)
  disk.free()
  const freedAt = performance.now()
  const made = load.people.length
  const weights = { create: 1 }
  const isOver = () => load.people.length > made || performance.now() - freedAt > longestRecoveryMs
  await load.drive({ at: services.at, workers: 1, weights, isOver })
  const recoveryMs = performance.now() - freedAt
  const isRecovered = load.people.length > made
  const after = await driveFor(calmMs, load, services)
  const areReady = async () => (await readiness(services.at)).every((status) => status === 200)
  let isReadyAgain = await areReady()
  while (!isReadyAgain && performance.now() - freedAt < longestRecoveryMs) {
    await sleep(100)
    isReadyAgain = await areReady()
  }

  const violations = [
    ...load.surprises,
    ...full.violations,
    ...(isRecovered ? [] : [`no write was answered in the ${longestRecoveryMs} ms after there was room`]),
    ...[...before, ...after]
      .filter(([what]) => !what.endsWith(': done'))
      .map(([what]) => `with room on the disk, ${what}`),
    ...(isReadyAgain ? [] : [`a service was not ready ${longestRecoveryMs} ms after there was room`]),
    ...(await brokenPromises(load.people, services.at, outboxMs)),
  ]
  await services.end('SIGKILL')
  const again = await startOn(data)
  violations.push(...(await brokenPromises(load.people, again.at)))
  await again.end('SIGTERM')
  violations.push(...damageIn(data))
  return {
    figures: [
      ...full.figures,
      ['first write after there was room', `${recoveryMs.toFixed(0)} ms`],
      ['users asked about', load.people.length],
    ],
    violations,
  }
}

type Tally = Map<string, number>

/** Runs the load for this time. Returns how often each response was given meanwhile. */
async function driveFor(ms: number, load: Load, { at }: OnData): Promise<Tally> {
  const before = new Map(load.tally)
  const end = performance.now() + ms
  await load.drive({ at, workers, weights: everything, isOver: () => performance.now() > end })
  return difference(load.tally, before)
}

async function whileFull(scene: Scene, disk: SmallDisk, load: Load, { at, data }: OnData): Promise<Outcome> {
  const before = new Map(load.tally)
  const sizeOf = (name: string) => statSync(join(data, name)).size
  disk.fill(scene.isAtCheckpoint ? Math.max(0, longLog - sizeOf('users.db-wal')) : 0)
  let isOver = false
  const driven = load.drive({ ...scene, at, workers, isOver: () => isOver })
  const reading = startReading(at)
  await until('a write that is refused', () => load.tally.has('create: 503 database_unavailable'))
  // When SQLite truncates a write-ahead log, the freed space is filled again.
  const ballast = setInterval(() => disk.fill(0), 50)
  await sleep(fullMs)
  const isRefused = (kind: string) => difference(load.tally, before).has(`${kind}: 503 database_unavailable`)
  const slowestAt = performance.now() + longestFullMs
  while (!scene.mustBeRefused.every(isRefused) && performance.now() < slowestAt) await sleep(100)
  const ready = await readiness(at)
  clearInterval(ballast)
  const sizes = `${toMiB(sizeOf('users.db-wal'))} and ${toMiB(sizeOf('users.db'))}`
  const waiting = pagesWaiting(join(data, 'users.db'))
  isOver = true
  await driven
  const reads = await reading.stop()

  const answers = difference(load.tally, before)
  const violations = [...reads.failed]
  if (ready.every((status) => status === 200)) violations.push('no service said that it is not ready')
  if (scene.isAtCheckpoint && waiting < pagesOfACheckpoint) violations.push('no checkpoint was held up')
  for (const kind of scene.mustBeRefused) {
    if (!answers.has(`${kind}: 503 database_unavailable`)) violations.push(`no ${kind} was refused`)
  }
  return {
    figures: [
      ['users.db-wal and users.db while full', sizes],
      ['pages that wait for a checkpoint', waiting],
      ['reads while full', reads.answered],
      ...[...answers].sort(),
    ],
    violations,
  }
}

/** Asks both services whether they are ready, and returns the statuses. */
const readiness = ({ users, auth }: OnData['at']): Promise<number[]> =>
  Promise.all([users, auth].map(async (url) => (await send('GET', `${url}/health/ready`)).status))

const toMiB = (bytes: number): string => `${(bytes / mebibyte).toFixed(1)} MiB`

const difference = (after: Tally, before: Tally): Tally =>
  new Map(
    [...after]
      .map(([what, times]) => [what, times - (before.get(what) ?? 0)] as const)
      .filter(([, times]) => times > 0),
  )
