import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Lane, laneVariable } from '../support/lanes.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { filesVariable } from '../support/test-process.ts'

export interface RanFiles {
  passed: boolean
  files: { names: string[]; seconds?: number }[]
  /** What the tests and the runner printed. */
  printed: string
  /** The names of the tests and suites that failed. */
  failed: string[]
}

/**
 * Runs a group of test files as a lane does, for tests of the runner. The runner is in a process of its own, because Node runs no test
 * file from within another one.
 */
export async function runInLane(
  paths: string[],
  lane: Lane | undefined,
  { limitMs = 60_000 } = {},
): Promise<RanFiles> {
  const { NODE_TEST_CONTEXT: _, [laneVariable]: __, [filesVariable]: ___, ...env } = process.env
  const folder = temporaryFolder()
  const options = { paths, lane, limitMs, costPath: join(folder, 'cost.json') }
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
  import { filesOf, laneVariable } from '${new URL('../support/lanes.ts', import.meta.url).href}'
  import { runGroup } from '${new URL('run-group.ts', import.meta.url).href}'
  const { paths, lane, limitMs, costPath } = JSON.parse(process.argv[2])
  const env = { ...process.env, ...(lane && { [laneVariable]: lane }) }
  const [{ names }] = filesOf(lane, paths, (one) => readFileSync(one, 'utf8'))
  const { passed, files, events } = await runGroup({ paths, ...(names && { names }) }, { costPath, env, limitMs })
  const printed = events.map(({ type, data }) => /std/.test(type) ? data.message : '').join('')
  const failed = events.flatMap(({ type, data }) => type === 'test:fail' ? [data.name] : [])
  const ran = JSON.stringify({ passed, files, printed, failed })
  process.stdout.write(ran, () => process.exit())
`
