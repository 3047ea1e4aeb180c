import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { dearFiles, dearSeconds, type Lane } from '../support/lanes.ts'
import { type Counts, type FileResult, type GroupResult, noCounts } from './run-group.ts'

/** A run that has ended. */
export interface Run {
  lane: Lane | undefined
  /** False when only some files of the lane were asked for. */
  isWhole: boolean
  results: GroupResult[]
  seconds: number
  /** The processor time of all test files and of the servers that they share. */
  processorSeconds: number
}

const recordUrl = new URL('./measured.json', import.meta.url)
/** What the last whole run of a lane ran, by which the rest says what both lanes together have run. */
const runUrl = (lane: Lane) => new URL(`../../node_modules/.cache/tests/${lane}.json`, import.meta.url)

/** Returns the processor seconds of files by their base names, as they were recorded. */
export const readRecord = (): Record<string, number> => JSON.parse(readFileSync(recordUrl, 'utf8'))

/** Files below this are not recorded: their order makes no difference. */
const minRecordedSeconds = 2

/** Replaces the recorded costs of the files that ran. */
export function writeRecord({ results }: Run): void {
  const record = new Map(Object.entries(readRecord()))
  for (const { path, seconds = 0 } of filesOf(results)) {
    if (seconds < minRecordedSeconds) record.delete(basename(path))
    else record.set(basename(path), Math.round(seconds))
  }
  const sorted = [...record].toSorted(([, a], [, b]) => b - a)
  writeFileSync(recordUrl, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`)
}

/** Returns the events by which the reporter prints the counts of the run, and then each failed test once more. */
export function totalsOf({ results, seconds }: Run): TestEvent[] {
  const counts = sumOf(results.map((result) => result.counts))
  const lines = Object.entries({
    tests: counts.tests,
    suites: counts.suites,
    pass: counts.passed,
    fail: counts.failed,
    cancelled: counts.cancelled,
    skipped: counts.skipped,
    todo: counts.todo,
    duration_ms: Math.round(seconds * 1_000),
  })
  const duration_ms = seconds * 1_000
  return [
    ...lines.map(
      ([name, count]): TestEvent => ({
        type: 'test:diagnostic',
        data: { nesting: 0, message: `${name} ${count}`, level: 'info' },
      }),
    ),
    {
      type: 'test:summary',
      data: { success: counts.failed === 0, counts, duration_ms, file: undefined },
    },
  ]
}

function sumOf(all: Counts[]): Counts {
  const sum = { ...noCounts }
  for (const counts of all)
    for (const [name, count] of Object.entries(counts)) sum[name as keyof Counts] += count
  return sum
}

/** Returns what is printed below the counts: why tests were skipped, the dearest files, and what the run took. */
export function summaryOf(run: Run): string {
  const { lane, results, seconds, processorSeconds } = run
  const files = filesOf(results)
  const { tests } = sumOf(results.map(({ counts }) => counts))
  const title = lane === undefined ? 'all tests' : `lane ${lane}`
  const lines = [
    ...skippedLines(files),
    'The dearest files, in seconds of processor time:',
    ...dearestOf(files)
      .slice(0, 10)
      .map((file) => `${file.seconds.toFixed(1).padStart(7)}  ${file.path}`),
    `${title}: ${tests} tests in ${files.length} files, ${seconds.toFixed(0)} s, ${(processorSeconds / 60).toFixed(1)} min of processor time`,
  ]
  return `${lines.join('\n')}\n`
}

/** Returns a line for each reason to skip tests, such as a program that this machine lacks. */
function skippedLines(files: FileResult[]): string[] {
  const byReason = new Map<string, number>()
  for (const { reason } of files.flatMap(({ skipped }) => skipped))
    byReason.set(reason, (byReason.get(reason) ?? 0) + 1)
  return [...byReason].map(([reason, count]) => `skipped ${count}: ${reason}`)
}

const filesOf = (results: GroupResult[]): FileResult[] => results.flatMap(({ files }) => files)

const dearestOf = (files: FileResult[]) =>
  files.map(({ path, seconds = 0 }) => ({ path, seconds })).sort((a, b) => b.seconds - a.seconds)

/** The same file takes up to half more processor time when the machine is busy with other work. */
const busyFactor = 1.5

/**
 * Returns the files that took more processor time than their lane allows, on a busy machine too, and have no reason for it in
 * the list.
 */
export function filesWithoutReason({ lane, results }: Run): string[] {
  if (lane === undefined) return []
  const limit = dearSeconds[lane] * busyFactor
  return dearestOf(filesOf(results))
    .filter(({ path, seconds }) => seconds > limit && !Object.hasOwn(dearFiles, basename(path)))
    .map(
      ({ path, seconds }) =>
        `${path} took ${seconds.toFixed(0)} s of processor time: make it cheaper, or write the reason into dearFiles in tests/support/lanes.ts.\n`,
    )
}

/** Keeps the names of the tests that a whole lane ran. */
export function saveNames({ lane, isWhole, results }: Run): void {
  if (lane === undefined || !isWhole) return
  mkdirSync(new URL('.', runUrl(lane)), { recursive: true })
  writeFileSync(runUrl(lane), JSON.stringify(namesOf(results)))
}

/** Returns how many tests both lanes have, after a whole run of the second one. */
export function bothLanes({ lane, isWhole, results }: Run): string {
  if (lane !== 'rest' || !isWhole || !existsSync(runUrl('first'))) return ''
  const first: string[] = JSON.parse(readFileSync(runUrl('first'), 'utf8'))
  const rest = namesOf(results)
  const all = new Set([...first, ...rest])
  return `both lanes: ${first.length} and ${rest.length} tests, ${all.size} different ones\n`
}

const namesOf = (results: GroupResult[]): string[] =>
  filesOf(results).flatMap(({ path, names }) => names.map((name) => `${path}: ${name}`))
