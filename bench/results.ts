import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import type { Extent, Outcome, Result, Scenario } from './scenario.ts'

export const recorded = new URL('results/', import.meta.url).pathname

/** Builds the record of a run. About the machine, it holds only what the figures depend on. */
export const resultOf = (scenario: Scenario, extent: Extent, outcome: Outcome): Result => ({
  scenario: scenario.name,
  measures: scenario.measures,
  date: new Date().toISOString().slice(0, 10),
  node: process.versions.node,
  cores: availableParallelism(),
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  rounds: extent.rounds,
  seconds: extent.seconds,
  contestants: outcome.contestants,
  checks: outcome.checks,
  notes: outcome.notes,
})

export function keep(result: Result, folder: string): void {
  const ofNode = join(folder, `node-${majorOf(result)}`)
  mkdirSync(ofNode, { recursive: true })
  writeFileSync(join(ofNode, `${result.scenario}.json`), `${JSON.stringify(rounded(result), null, 2)}\n`)
}

/** Reads all recorded results, sorted by the version of Node and by name. */
export const readResults = (folder: string): Result[] =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Result)
    .sort((a, b) => majorOf(a) - majorOf(b) || (a.scenario < b.scenario ? -1 : 1))

export const majorOf = ({ node }: Result): number => Number(node.split('.')[0])

/** Rounds all figures of a result to four significant digits, because no measurement is more precise. */
const rounded = (result: Result): Result =>
  JSON.parse(JSON.stringify(result), (_key, value) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value,
  ) as Result
