import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'
import { signInAsAdmin } from './admin.ts'
import { findAnswers } from './answers.ts'
import type { CampaignOptions, Outcome } from './campaign.ts'
import { createLoad, type Drive, everything, type Load } from './load.ts'
import { cutPower, type TracedRun } from './power-cuts.ts'
import { type Random, seededRandom } from './random.ts'
import { checkSyncOrder } from './sync-order.ts'
import { type Call, isSync } from './trace.ts'
import { requireStrace, startTraced } from './traced-start.ts'

/**
 * Records every write and sync of the services under load. Then checks that each reply was sent after the
 * sync of its write, and that a power cut at any of many moments would not have lost an acknowledged write.
 */
export async function losePower(options: CampaignOptions): Promise<Outcome> {
  requireStrace()
  const random = seededRandom(options.seed)
  const folder = realpathSync(temporaryFolderOnDisk())
  const run = { folder, data: join(folder, 'data'), trace: join(folder, 'trace') }
  mkdirSync(run.data)
  const load = await driveTraced(run, random)

  const found = await findAnswers(run.trace, load.people)
  const isForgotten = (call: Call) => options.forgetSyncs && isSync(call)
  const order = await checkSyncOrder(run.trace, found.answers, isForgotten)
  const { images } = options
  const cuts = await cutPower(run, load.people, found, { random, images, isForgotten })
  const wrong = [...cuts.wrong].map(
    ([what, at]) => `${what}: at ${at.length} power cuts, first at line ${at[0]}`,
  )
  const violations = [...load.surprises, ...order.late, ...wrong]
  if (violations.length === 0) rmSync(folder, { recursive: true })
  return {
    figures: [
      ['lines of the trace', found.lines],
      ['writes asked for', load.asked],
      ['answers checked', order.checked],
      ['syncs of the logs', order.syncs],
      ['answers for each sync', (order.checked / order.syncs).toFixed(1)],
      ['logs begun anew', order.restarts],
      ['power cuts', images],
      ['  within the first start', cuts.inTheFirstStart],
      ['  within a checkpoint', cuts.inCheckpoints],
      ['  after which the next start failed', cuts.withoutStart],
      ['  after which an answered write was lost', cuts.withoutWrites],
      ['  after which a file beside the databases was lost', cuts.withoutSecrets],
      ...(violations.length > 0 ? [['trace and data kept in', folder] as [string, string]] : []),
    ],
    violations,
  }
}

const phases: (Pick<Drive, 'workers' | 'weights' | 'metadataBytes'> & { writes: number })[] = [
  { writes: 300, workers: 64, weights: { create: 1 }, metadataBytes: 7_000 },
  { writes: 250, workers: 64, weights: everything },
  { writes: 50, workers: 1, weights: everything },
]
const repeats = 5

async function driveTraced({ data, trace }: TracedRun, random: Random): Promise<Load> {
  const started = await startTraced({ data, trace })
  const at = await signInAsAdmin(data, started)
  const load = createLoad(random)
  for (const { writes, ...phase } of Array.from({ length: repeats }, () => phases).flat()) {
    const end = load.asked + writes
    await load.drive({ at, ...phase, isOver: () => load.asked >= end })
  }
  started.kill()
  await started.ended
  return load
}
