import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { run } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import { endTree } from '#tests/support/process-tree.ts'
import type { PlannedFile } from './lanes.ts'
import { type Cost, costVariable } from './report-cost.ts'

export interface FileResult {
  path: string
  passed: boolean
  /** Everything that the tests of the file reported, in order, without the counts of the file. */
  events: TestEvent[]
  counts: Counts
  /** The names of the tests that ran, each after the names of its suites. */
  names: string[]
  skipped: { name: string; reason: string }[]
  /** Processor seconds of the process and its children. They are not known of a process that was killed. */
  seconds: number | undefined
}

export type Counts = Record<
  'tests' | 'suites' | 'passed' | 'failed' | 'cancelled' | 'skipped' | 'todo' | 'topLevel',
  number
>

export interface RunFileOptions {
  /** The path of a new file, in which the process reports its cost. */
  costPath: string
  env: NodeJS.ProcessEnv
  /** A file that runs for longer than this is killed with all that it started, and has failed. */
  limitMs: number
}

/** Runs one test file in a process of its own, and resolves when the process has ended. */
export async function runFile(
  { path, names }: PlannedFile,
  { costPath, env, limitMs }: RunFileOptions,
): Promise<FileResult> {
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
  const stream = run({
    files: [path],
    concurrency: 1,
    signal: ending.signal,
    env: { ...env, [costVariable]: costPath },
    ...(names && { testNamePatterns: [names] }),
  })
  for await (const event of stream as AsyncIterable<TestEvent>) {
    if (event.type !== 'test:summary') events.push(event)
    // The summary that names a file is without the failure of its process, which the one of the run counts.
    else if (event.data.file === undefined)
      [passed, counts] = [event.data.success, { ...noCounts, ...event.data.counts }]
  }
  clearTimeout(timer)
  process.off('exit', kill)
  const seconds = readCost(costPath)?.seconds
  rmSync(costPath, { force: true })
  if (wasKilled) events.push(notice(path, limitMs, lastLineOf(events)))
  return { path, passed, events: events.filter(isNoCount), counts, ...readNames(events), seconds }
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

/** Returns what the reporter prints about a file that was killed. */
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
