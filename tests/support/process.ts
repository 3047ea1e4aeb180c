import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

const sourceCommand = new URL('../../cli/latchkey.js', import.meta.url).pathname

/** What the caller of the tests has set for Latchkey, and the tests for themselves, is not for the process that they start. */
export const inherited = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith('LATCHKEY_') && name !== 'NODE_COMPILE_CACHE',
    ),
  )

export const cleanEnvironment = (environment: Record<string, string>) => ({
  ...inherited(),
  // Where two run side by side they must not both want the usual ones.
  LATCHKEY_USERS_OPS_PORT: '0',
  LATCHKEY_AUTH_OPS_PORT: '0',
  LATCHKEY_USERS_GRPC_PORT: '0',
  LATCHKEY_AUTH_GRPC_PORT: '0',
  ...environment,
})

/** Limits of the product that are about time: on a busy machine they would be reached by work that is only slow. */
export const patience = { LATCHKEY_DATABASE_TIMEOUT: '20s', LATCHKEY_PASSWORD_WAIT: '10s' }
/** For what is about those limits, or measures: as an operator has them who sets nothing. */
export const usualPatience = { LATCHKEY_DATABASE_TIMEOUT: '2s', LATCHKEY_PASSWORD_WAIT: '1s' }

/** As `openssl rand -base64 32` makes one. */
export const newMasterKey = (): string => randomBytes(32).toString('base64')

/** One run of the command to its end. */
export function latchkey(args: string[], environment: Record<string, string> = {}, input = '') {
  const run = spawnSync(process.execPath, ['--', sourceCommand, ...args], {
    env: cleanEnvironment({ ...patience, ...environment }),
    input,
    encoding: 'utf8',
    timeout: 90_000,
  })
  return { code: run.status, out: run.stdout, err: run.stderr }
}

/** Its process ends with its scope, also where a test fails half-way. */
export interface Started extends AsyncDisposable {
  users: string
  auth: string
  /** Where gRPC is answered: `127.0.0.1:10000`. */
  usersGrpc: string
  authGrpc: string
  pid: number
  child: ChildProcess
  lines: string[]
  /** Resolves to the exit code, or the name of the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | string>
}

/** A test that fails half-way must not leave any of them running. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** `latchkey start` as a process of its own; resolves once it says that it is ready. */
export async function startProcess(
  args: string[],
  environment: Record<string, string> = {},
  command = sourceCommand,
  nodeArgs: string[] = [],
): Promise<Started> {
  const child = spawn(process.execPath, [...nodeArgs, '--', command, 'start', ...args], {
    env: cleanEnvironment({ ...patience, ...environment }),
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>
  const lines: string[] = []
  const errors: string[] = []
  child.stderr.on('data', (data) => errors.push(String(data)))
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const [code, endedBy] = await exited
    return code ?? endedBy ?? ''
  }
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    const { msg, users, auth, ...grpc } = JSON.parse(line) as Record<string, string>
    if (msg !== 'ready') continue
    child.stdout.resume()
    return {
      users: users ?? '',
      auth: auth ?? '',
      usersGrpc: grpc.users_grpc ?? '',
      authGrpc: grpc.auth_grpc ?? '',
      pid: child.pid ?? 0,
      child,
      lines,
      end,
      [Symbol.asyncDispose]: async () => void (await end('SIGTERM')),
    }
  }
  throw new Error(`It did not start: ${errors.join('')}`)
}

/** Ports that were free a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
