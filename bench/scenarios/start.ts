import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { placeBuiltPackage } from '#tests/support/built-package.ts'
import { cleanEnvironment, freePorts } from '#tests/support/process.ts'
import { temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'
import { figuresOf } from '../figures.ts'
import { check, contestantsOf, inTurns, type Scenario } from '../scenario.ts'

const sourceCommand = new URL('../../cli/latchkey.js', import.meta.url).pathname

export const start: Scenario = {
  name: 'start',
  measures:
    'From the start of the process to the first 200 of both services, from source and from the built package: with the compile cache that the installation fills, and without.',
  async run({ rounds }) {
    const data = temporaryFolderOnDisk()
    const folder = temporaryFolderOnDisk()
    try {
      const { command } = await placeBuiltPackage(folder)
      const samples = await inTurns(rounds, {
        'Node with an empty program': async () => ({ startMs: bareNodeMs() }),
        'latchkey, as installed': async () => ({ startMs: await oneStartMs(data, sourceCommand) }),
        'latchkey, console off': async () => ({
          startMs: await oneStartMs(data, sourceCommand, { LATCHKEY_CONSOLE: 'off' }),
        }),
        'latchkey, built, as installed': async () => ({ startMs: await oneStartMs(data, command) }),
        'latchkey, nothing compiled ahead': async () => ({
          startMs: await oneStartMs(data, sourceCommand, { NODE_DISABLE_COMPILE_CACHE: '1' }),
        }),
      })
      const startMs = figuresOf(samples['latchkey, as installed'], 'startMs')
      const builtMs = figuresOf(samples['latchkey, built, as installed'], 'startMs')
      return {
        contestants: contestantsOf(samples),
        checks: [
          check('first answered request after start, from source', 'ms', startMs, { atMost: 400 }),
          check('first answered request after start, built', 'ms', builtMs, { atMost: 250 }),
        ],
        notes: ['One at a time, on databases that are there already.'],
      }
    } finally {
      rmSync(data, { recursive: true })
      rmSync(folder, { recursive: true })
    }
  },
}

/** Returns the time, in ms, until both services have answered. Only the first call for a data folder creates databases. */
export async function oneStartMs(
  data: string,
  command = sourceCommand,
  environment: Record<string, string> = {},
): Promise<number> {
  const [usersPort = 0, authPort = 0] = await freePorts(2)
  const args = ['--data', data, '--users-port', `${usersPort}`, '--auth-port', `${authPort}`]
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--', command, 'start', ...args], {
    env: cleanEnvironment(environment),
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  await Promise.all([answers(usersPort), answers(authPort)])
  const startMs = performance.now() - startedAt
  child.kill('SIGTERM')
  await exited
  return startMs
}

async function answers(port: number): Promise<void> {
  const deadline = performance.now() + 20_000
  while ((await status(port)) !== 200) {
    if (performance.now() > deadline) throw new Error(`Nothing answers on port ${port}.`)
    await sleep(2)
  }
}

const status = (port: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    request({ host: '127.0.0.1', port, path: '/health', agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', () => resolve(undefined))
      .end()
  })

function bareNodeMs(): number {
  const startedAt = performance.now()
  spawnSync(process.execPath, ['-e', '0'])
  return performance.now() - startedAt
}
