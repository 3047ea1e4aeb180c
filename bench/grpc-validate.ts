import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { logInEndpoint } from '#contract/auth.ts'
import { createUserEndpoint } from '#contract/users.ts'
import { call } from '#sdk/call.ts'
import { startProcess } from '#tests/process.ts'
import { temporaryFolder } from '#tests/system.ts'
import { printFigures } from './figures.ts'

const rounds = 7
const roundSeconds = 3

/** ValidateToken of the product, strict and on SQLite, beside a bare grpc-js server, in turns; the load comes from a third process. */
export async function measureGrpcValidate(): Promise<void> {
  const data = temporaryFolder()
  const product = await startProcess([], {
    LATCHKEY_DATA: data,
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
    LATCHKEY_ACCESS_TOKEN_LIFETIME: '1h',
  })
  const floor = spawn(process.execPath, ['--', script('grpc-floor.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const token = await logIn(product.users)
    const [port] = await once(createInterface({ input: floor.stdout }), 'line')
    const servers = [
      {
        name: 'bare grpc-js',
        address: `127.0.0.1:${port}`,
        process: floor,
        perSecond: [] as number[],
        cpuUs: [] as number[],
      },
      {
        name: 'latchkey',
        address: product.authGrpc,
        process: product.child,
        perSecond: [] as number[],
        cpuUs: [] as number[],
      },
    ]
    for (let round = 0; round <= rounds; round++) {
      for (const server of servers) {
        const before = cpuMs(server.process)
        const perSecond = await load(server.address, token)
        // The first round is for the compilers.
        if (round === 0) continue
        server.perSecond.push(perSecond)
        server.cpuUs.push(((cpuMs(server.process) - before) * 1000) / (perSecond * roundSeconds))
      }
    }
    for (const { name, perSecond, cpuUs } of servers) {
      printFigures(`${name}: calls`, perSecond, '/s')
      printFigures(`${name}: CPU of the server for each`, cpuUs, 'µs')
    }
    // Each round with its neighbour: the machine is seldom the same for long.
    const [bare = [], own = []] = servers.map(({ perSecond }) => perSecond)
    const ratios = own.map((calls, round) => calls / (bare[round] ?? Number.NaN))
    printFigures('of the bare server', ratios, 'x')
  } finally {
    floor.kill()
    await product.end('SIGTERM')
    rmSync(data, { recursive: true })
  }
}

async function logIn(baseUrl: string): Promise<string> {
  const body = { username: 'ada', email: 'ada@example.com', password: 'a long password' }
  await call(createUserEndpoint, { body }, { baseUrl })
  const { username, password } = body
  return (await call(logInEndpoint, { body: { username, password } }, { baseUrl })).access_token
}

async function load(address: string, token: string): Promise<number> {
  const child = spawn(process.execPath, ['--', script('grpc-load.ts'), address, token, `${roundSeconds}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return Number(await text(child.stdout))
}

const script = (name: string): string => new URL(name, import.meta.url).pathname

/** User and system time of a process so far, in the hundredths of a second that Linux counts in. */
function cpuMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
