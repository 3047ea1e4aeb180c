import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { type Lane, laneVariable } from './lanes.ts'

export interface RanFile {
  passed: boolean
  names: string[]
  seconds?: number
  /** What the tests and the runner printed. */
  printed: string
}

/**
 * Runs one test file as a lane does, for tests of the runner. The runner is in a process of its own, because Node runs no test
 * file from within another one.
 */
export async function runInLane(
  path: string,
  lane: Lane | undefined,
  { limitMs = 60_000 } = {},
): Promise<RanFile> {
  const { NODE_TEST_CONTEXT: _, [laneVariable]: __, ...env } = process.env
  const folder = temporaryFolder()
  const options = { path, lane, limitMs, costPath: join(folder, 'cost.json') }
  const script = join(folder, 'run.mjs')
  writeFileSync(script, program)
  const flags = ['cli/source-imports.js', 'tests/lanes/report-cost.ts'].flatMap((file) => [
    '--import',
    new URL(`../../${file}`, import.meta.url).href,
  ])
  const child = spawn(process.execPath, [...flags, script, JSON.stringify(options)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [out] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return JSON.parse(out)
}

const program = `
  import { readFileSync } from 'node:fs'
  import { filesOf, laneVariable } from '${new URL('lanes.ts', import.meta.url).href}'
  import { runFile } from '${new URL('run-file.ts', import.meta.url).href}'
  const { path, lane, limitMs, costPath } = JSON.parse(process.argv[2])
  const env = { ...process.env, ...(lane && { [laneVariable]: lane }) }
  const [file] = filesOf(lane, [path], (one) => readFileSync(one, 'utf8'))
  const { passed, names, seconds, events } = await runFile(file, { costPath, env, limitMs })
  const printed = events.map(({ type, data }) => /std/.test(type) ? data.message : '').join('')
  const ran = JSON.stringify({ passed, names, seconds, printed })
  process.stdout.write(ran, () => process.exit())
`
