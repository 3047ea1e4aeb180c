import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { spec, type TestEvent } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { runFolder } from '#tests/support/run-folder.ts'
import { globalSetup, globalTeardown } from '../global-setup.ts'
import { filesOf, findTestFiles, fromRoot, type Lane, laneVariable, readLane } from '../support/lanes.ts'
import { type Group, groupsOf } from './groups.ts'
import { processorSeconds } from './report-cost.ts'
import { type GroupResult, runGroup } from './run-group.ts'
import {
  bothLanes,
  filesWithoutReason,
  type Run,
  readRecord,
  saveNames,
  summaryOf,
  totalsOf,
  writeRecord,
} from './summary.ts'

// This program runs the tests of a lane: `npm test` and `npm run test:rest`; without a lane, `npm run test:full`.

const usage = `npm test                 runs every test once, each journey on one database engine
npm run test:rest        runs the journeys on their other engine, and what takes long
npm run test:full        runs all tests on both engines
npm test -- WORD…        runs the test files whose path contains one of the words
npm test -- --record     also writes down what each file costs, for the order of later runs`

/** Several times what the longest group of test files needs on a machine that is busy with other work. */
const limitMs = 15 * 60_000
/** The memory of a group of test files with two services and a browser. */
const groupBytes = 600 * 2 ** 20
/** More groups in flight would need more connections than the PostgreSQL server of the run allows. */
const maxInFlight = 24

function readArguments() {
  try {
    return parseArgs({
      options: { lane: { type: 'string' }, record: { type: 'boolean' }, help: { type: 'boolean' } },
      allowPositionals: true,
    })
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}\n`)
    process.exit(2)
  }
}

async function runLane(lane: Lane | undefined, words: string[], isRecording: boolean): Promise<boolean> {
  const startedAt = performance.now()
  const planned = filesOf(lane, findPaths(words), (path) => readFileSync(fromRoot(path), 'utf8'))
  if (planned.length === 0) {
    process.stderr.write(`No test file of this lane has ${words.join(' or ')} in its path.\n`)
    return false
  }
  await globalSetup()
  const events = new PassThrough({ objectMode: true })
  const printed = events.compose(new spec())
  printed.pipe(process.stdout, { end: false })
  const results = await runGroups(lane, groupsOf(planned, { lane, record: readRecord() }), (event) =>
    events.write(event),
  )
  await globalTeardown()
  const run: Run = {
    lane,
    isWhole: words.length === 0,
    results,
    seconds: (performance.now() - startedAt) / 1_000,
    // The servers of the run have ended, so that their processor time counts too.
    processorSeconds: processorSeconds(),
  }
  for (const event of totalsOf(run)) events.write(event)
  events.end()
  await once(printed, 'end')
  saveNames(run)
  process.stdout.write(summaryOf(run) + bothLanes(run))
  if (isRecording) writeRecord(run)
  // Elsewhere than in CI, the machine may be many times slower.
  const tooDear = process.env.CI ? filesWithoutReason(run) : []
  for (const line of tooDear) process.stderr.write(line)
  return tooDear.length === 0 && results.every(({ passed }) => passed)
}

const findPaths = (words: string[]): string[] =>
  findTestFiles().filter((path) => words.length === 0 || words.some((word) => path.includes(word)))

/** Runs groups of files, as many at a time as the machine has processors and memory for. */
async function runGroups(
  lane: Lane | undefined,
  groups: Group[],
  report: (event: TestEvent) => void,
): Promise<GroupResult[]> {
  const folder = runFolder() ?? ''
  const env = { ...process.env, ...(lane && { [laneVariable]: lane }) }
  const results: GroupResult[] = []
  const waiting = groups.map((group, place) => ({ group, costPath: join(folder, `cost-${place}.json`) }))
  const inFlight = Math.max(
    1,
    Math.min(4 * availableParallelism(), maxInFlight, Math.floor(process.availableMemory() / groupBytes)),
  )
  // Each group adds listeners to this process.
  process.setMaxListeners(0)
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const result = await runGroup(next.group, { costPath: next.costPath, env, limitMs })
      results.push(result)
      for (const event of result.events) report(event)
      result.events.length = 0
    }
  }
  await Promise.all(Array.from({ length: inFlight }, work))
  return results
}

// By default a signal ends this process without the event `exit`, by which the files in flight are ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const { values, positionals } = readArguments()
if (values.help) {
  process.stdout.write(`${usage}\n`)
  process.exit()
}
const passed = await runLane(readLane(values.lane), positionals, values.record === true)
// A program that outlived its test file may still hold the output of the file open, for which this process would wait.
process.stdout.write('', () => process.exit(passed ? 0 : 1))
