import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { placeBuiltPackage } from '#tests/support/built-package.ts'
import { startProcess } from '#tests/support/process.ts'
import { temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'
import { figuresOf } from '../figures.ts'
import { httpLoad } from '../load.ts'
import { residentMiBOf } from '../process-figures.ts'
import { startProduct } from '../product.ts'
import { check, contestantsOf, inTurns, type Scenario } from '../scenario.ts'
import { proxied } from '../visitors.ts'

const restMs = 2_000

export const memory: Scenario = {
  name: 'memory',
  measures:
    'Resident memory of one process with both services on SQLite: two seconds after its start, and two seconds after validations, logins and refreshes.',
  async run({ rounds, seconds }) {
    const folder = temporaryFolderOnDisk()
    const { command } = await placeBuiltPackage(folder)
    const samples = await inTurns(rounds, {
      idle: async () => ({ idleMiB: await idleMiB() }),
      'idle, console off': async () => ({ idleMiB: await idleMiB({ LATCHKEY_CONSOLE: 'off' }) }),
      'idle, built': async () => ({ idleMiB: await idleMiB({}, command) }),
      loaded: async () => ({ afterLoadMiB: await loadedMiB(seconds) }),
    })
    rmSync(folder, { recursive: true })
    return {
      contestants: contestantsOf(samples),
      checks: [check('idle, both services', 'MiB', figuresOf(samples.idle, 'idleMiB'), { atMost: 130 })],
      notes: ['Each round starts the process anew.'],
    }
  },
}

/** Returns the resident memory of a process with both services, two seconds after its start. */
export async function idleMiB(settings: Record<string, string> = {}, command?: string): Promise<number> {
  const data = temporaryFolderOnDisk()
  const ports = { LATCHKEY_USERS_PORT: '0', LATCHKEY_AUTH_PORT: '0' }
  const started = await startProcess([], { LATCHKEY_DATA: data, ...ports, ...settings }, command)
  await sleep(restMs)
  const resident = residentMiBOf(started.pid)
  await started.end('SIGTERM')
  rmSync(data, { recursive: true })
  return known(resident)
}

/**
 * Returns the resident memory of a process with both services, two seconds after validations, logins and
 * refreshes.
 */
export async function loadedMiB(seconds: number, command?: string): Promise<number> {
  await using product = await startProduct({
    sessions: 64,
    settings: proxied.settings,
    ...(command !== undefined && { command }),
  })
  const { people, password, tokensOf, sessions } = product.population
  const pairs = Array.from({ length: sessions }, (_, at) => tokensOf(at))
  const load = { url: product.auth, connections: 64, seconds, expect: 200 }
  await httpLoad([product], {
    ...load,
    requests: pairs.map(({ access_token }) => ({
      path: '/auth/validate',
      headers: { authorization: `Bearer ${access_token}` },
    })),
  })
  await httpLoad([product], {
    ...load,
    connections: 8,
    requests: people.map(({ username }, number) => ({
      method: 'POST',
      path: '/auth/login',
      headers: proxied.headers(number),
      body: { username, password },
    })),
  })
  await httpLoad([product], {
    ...load,
    requests: pairs.map(({ refresh_token }) => ({
      method: 'POST',
      path: '/auth/refresh',
      body: { refresh_token },
    })),
    carry: 'refresh_token',
  })
  await sleep(restMs)
  return known(residentMiBOf(product.pid))
}

function known(figure: number | undefined): number {
  if (figure === undefined) throw new Error('This system does not tell the memory of a process in /proc.')
  return figure
}
