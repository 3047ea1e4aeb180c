import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { run } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { endTree } from '#tests/support/process-tree.ts'
import { filesVariable } from '../support/test-process.ts'
import type { Group } from './groups.ts'
import { type Cost, costVariable } from './report-cost.ts'

const runTogether = fileURLToPath(new URL('./run-together.ts', import.meta.url))

/** What one process of a run did: it ran one test file, or a group of them. */
export interface GroupResult {
  passed: boolean
  files: FileResult[]
  /** Everything that the tests reported, in order, without the counts of the process. */
  events: TestEvent[]
  counts: Counts
}

export interface FileResult {
  path: string
  /** The names of the tests that ran, each after the names of its suites. */
  names: string[]
  skipped: { name: string; reason: string }[]
  /** Processor seconds of the file and the programs that it started. They are not known where the process was killed. */
  seconds: number | undefined
}

export type Counts = Record<
  'tests' | 'suites' | 'passed' | 'failed' | 'cancelled' | 'skipped' | 'todo' | 'topLevel',
  number
>

export interface RunGroupOptions {
  /** The path of a new file, in which the process reports its cost. */
  costPath: string
  env: NodeJS.ProcessEnv
  /** A group is killed with all that it started, and has failed, when one of its files runs for longer than this. */
  limitMs: number
}

/** Runs the test files of a group in a process of its own, and resolves when the process has ended. */
export async function runGroup(
  { paths, names }: Group,
  { costPath, env, limitMs }: RunGroupOptions,
): Promise<GroupResult> {
  const events: TestEvent[] = []
  let [passed, counts] = [false, noCounts]
  let wasKilled = false
  const kill = () => {
    const pid = readCost(costPath)?.pid
    if (pid !== undefined) endTree(pid)
  }
  // A run that is interrupted leaves no file behind that goes on. This comes before the removal of the folder with `costPath`.
  process.prependOnceListener('exit', kill)
  const ending = new AbortController()
  const timer = setTimeout(() => {
    wasKilled = true
    kill()
    // The run would otherwise wait for a child that outlived the process and holds its output open.
    ending.abort()
  }, limitMs)
  const isGroup = paths.length > 1
  const beginsFile = ({ type, data }: TestEvent) => isGroup && type === 'test:dequeue' && data.nesting === 0
  const stream = run({
    files: isGroup ? [runTogether] : paths,
    concurrency: 1,
    signal: ending.signal,
    env: { ...env, [costVariable]: costPath, [filesVariable]: JSON.stringify(paths) },
    ...(names && { testNamePatterns: [names] }),
  })
  for await (const event of stream as AsyncIterable<TestEvent>) {
    // The limit is that of one file.
    if (beginsFile(event) && !wasKilled) timer.refresh()
    if (event.type !== 'test:summary') events.push(event)
    // The summary that names a file is without the failure of its process, which the one of the run counts.
    else if (event.data.file === undefined)
      [passed, counts] = [event.data.success, { ...noCounts, ...event.data.counts }]
  }
  clearTimeout(timer)
  process.off('exit', kill)
  const cost = readCost(costPath)
  rmSync(costPath, { force: true })
  const own = isGroup ? withoutFiles(events) : events
  const files = paths.map((path) => ({
    path,
    seconds: isGroup ? cost?.files[path] : cost?.seconds,
    ...readNames(isGroup ? eventsOf(path, events) : events),
  }))
  if (wasKilled) own.push(notice(fileUnderWay(paths, events), limitMs, lastLineOf(own)))
  if (isGroup) counts = { ...counts, suites: counts.suites - paths.length }
  return { passed, files, events: own.filter(isNoCount), counts }
}

export const noCounts: Counts = {
  tests: 0,
  suites: 0,
  passed: 0,
  failed: 0,
  cancelled: 0,
  skipped: 0,
  todo: 0,
  topLevel: 0,
}

function readCost(path: string): Cost | undefined {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/** Returns what the reporter prints about a file that was killed, or a group that was killed at it. */
function notice(path: string, limitMs: number, lastLine: string): TestEvent {
  const name = relative(process.cwd(), path)
  const message = `${name} ran for longer than ${limitMs / 1000} s and was ended. The last line: ${lastLine}\n`
  return { type: 'test:stderr', data: { file: path, message } }
}

/** Returns the last thing that is known of a file: the name of a test, or a line that it printed. */
function lastLineOf(events: TestEvent[]): string {
  const lines = events.flatMap((event) => {
    if (event.type === 'test:stdout' || event.type === 'test:stderr')
      return event.data.message.trim().split('\n')
    return event.type === 'test:pass' || event.type === 'test:dequeue' ? [event.data.name] : []
  })
  return lines.filter(Boolean).at(-1) ?? '(nothing)'
}

/** Returns the events of a group without the suite that each of its files is in, unless the file failed by itself. */
function withoutFiles(events: TestEvent[]): TestEvent[] {
  return events.flatMap((event) => {
    if (event.data === undefined || !('nesting' in event.data)) return [event]
    const { nesting } = event.data
    if (nesting > 0) return [{ ...event, data: { ...event.data, nesting: nesting - 1 } } as TestEvent]
    const isOfFile = event.type === 'test:fail' && failureType(event.data.details.error) !== 'subtestsFailed'
    return isOfFile || event.type === 'test:diagnostic' ? [event] : []
  })
}

const failureType = (error: unknown): unknown => (error as { failureType?: unknown }).failureType

/** Returns the events that tell about the tests of one file of a group, one suite less deep. */
function eventsOf(path: string, events: TestEvent[]): TestEvent[] {
  let isOfFile = false
  const ofFile = events.filter((event) => {
    if (event.type === 'test:start' && event.data.nesting === 0) isOfFile = event.data.name === path
    return isOfFile
  })
  return withoutFiles(ofFile)
}

const fileUnderWay = (paths: readonly string[], events: TestEvent[]): string =>
  events
    .flatMap((event) => (event.type === 'test:dequeue' && event.data.nesting === 0 ? [event.data.name] : []))
    .findLast((name) => paths.includes(name)) ?? paths.join(', ')

function readNames(events: TestEvent[]): Pick<FileResult, 'names' | 'skipped'> {
  const path: string[] = []
  const names: string[] = []
  const skipped: FileResult['skipped'] = []
  for (const event of events) {
    if (event.type === 'test:start') path.splice(event.data.nesting, path.length, event.data.name)
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    const { nesting, skip, details } = event.data
    const name = path.slice(0, nesting + 1).join(' > ')
    if (details.type !== 'suite') names.push(name)
    if (skip !== undefined && skip !== false)
      skipped.push({ name, reason: typeof skip === 'string' ? skip : 'no reason is given' })
  }
  return { names, skipped }
}

/** Returns whether an event is none of the eight lines with which a run counts its tests. */
function isNoCount(event: TestEvent): boolean {
  if (event.type !== 'test:diagnostic' || event.data.nesting !== 0) return true
  return !/^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/.test(event.data.message)
}
