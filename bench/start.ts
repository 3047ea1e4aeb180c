import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts, latchkey } from '#tests/process.ts'
import { temporaryFolder } from '#tests/system.ts'
import { printFigures } from './figures.ts'

const rounds = 11
const command = new URL('../cli/latchkey.js', import.meta.url).pathname

interface Measured {
  startMs: number
  memoryMiB: number
}

/** From the start of the process to the first 200 of both services, and the memory that they take when idle. */
export async function measureStart(): Promise<void> {
  const data = temporaryFolder()
  const cold = await oneStart(data, { NODE_DISABLE_COMPILE_CACHE: '1' })
  const later: Measured[] = []
  for (let round = 0; round < rounds; round++) later.push(await oneStart(data, {}))
  rmSync(data, { recursive: true })
  const floorMs = bareNodeMs()
  process.stdout.write(`${latchkey(['--version']).out}`)
  process.stdout.write(
    `first answered request, both services, from source; bare Node starts in ${floorMs.toFixed(0)} ms\n`,
  )
  process.stdout.write(`  first start of all, nothing compiled ahead: ${cold.startMs.toFixed(0)} ms\n`)
  printFigures(
    'as installed',
    later.map((one) => one.startMs),
    'ms',
  )
  printFigures(
    'idle memory, both services',
    later.map((one) => one.memoryMiB),
    'MiB',
  )
}

async function oneStart(data: string, environment: Record<string, string>): Promise<Measured> {
  const [usersPort = 0, authPort = 0] = await freePorts(2)
  const args = [
    '--',
    command,
    'start',
    '--data',
    data,
    '--users-port',
    `${usersPort}`,
    '--auth-port',
    `${authPort}`,
    '--users-ops-port',
    '0',
    '--auth-ops-port',
    '0',
    '--users-grpc-port',
    '0',
    '--auth-grpc-port',
    '0',
  ]
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  })
  await Promise.all([answers(usersPort), answers(authPort)])
  const startMs = performance.now() - startedAt
  await sleep(2_000)
  const memoryMiB = residentMiB(child.pid ?? 0)
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
  return { startMs, memoryMiB }
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

const residentMiB = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

function bareNodeMs(): number {
  const figures = Array.from({ length: 5 }, () => {
    const startedAt = performance.now()
    spawnSync(process.execPath, ['-e', '0'])
    return performance.now() - startedAt
  })
  return figures.toSorted((a, b) => a - b)[2] ?? 0
}
