import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { createInterface } from 'node:readline'

const sourceCommand = new URL('../../cli/latchkey.js', import.meta.url).pathname

/**
 * The compile cache of the `latchkey` command, for child processes that run its modules in another program. Without it they
 * would compile all modules again.
 */
export const compileCache = new URL('../../node_modules/.cache/latchkey', import.meta.url).pathname

/** Returns the environment for a child process, without settings of Latchkey or of the tests. */
export const inherited = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith('LATCHKEY_') && name !== 'NODE_COMPILE_CACHE',
    ),
  )

export const cleanEnvironment = (environment: Record<string, string>) => ({
  ...inherited(),
  // Port 0 means any free port. The default ports would conflict when two processes run side by side.
  LATCHKEY_USERS_OPS_PORT: '0',
  LATCHKEY_AUTH_OPS_PORT: '0',
  LATCHKEY_USERS_GRPC_PORT: '0',
  LATCHKEY_AUTH_GRPC_PORT: '0',
  ...environment,
})

/**
 * Wider time limits of the product: on a busy machine, work that is only slow would reach the default limits.
 */
export const patience = { LATCHKEY_DATABASE_TIMEOUT: '30s', LATCHKEY_PASSWORD_WAIT: '30s' }
/** The time limits of `patience` with their default values, for tests about them and for measurements. */
export const usualPatience = { LATCHKEY_DATABASE_TIMEOUT: '2s', LATCHKEY_PASSWORD_WAIT: '1s' }

/** Makes a master key, as `openssl rand -base64 32` does. */
export const newMasterKey = (): string => randomBytes(32).toString('base64')

/** Runs the `latchkey` command to its end, synchronously. */
export function latchkey(args: string[], environment: Record<string, string> = {}, input = '') {
  const run = spawnSync(process.execPath, ['--', sourceCommand, ...args], {
    env: cleanEnvironment({ ...patience, ...environment }),
    input,
    encoding: 'utf8',
    timeout: 90_000,
  })
  return { code: run.status, out: run.stdout, err: run.stderr }
}

/** A started node. Its process ends with the scope that uses it, also when a test fails. */
export interface Started extends AsyncDisposable {
  users: string
  auth: string
  /** The gRPC address of the user service, for example `127.0.0.1:10000`. */
  usersGrpc: string
  authGrpc: string
  pid: number
  child: ChildProcess
  lines: string[]
  /** Sends the signal. Resolves with the exit code, or with the name of the signal that ended the process. */
  end(signal: NodeJS.Signals): Promise<number | string>
}

/**
 * The running processes. They are killed when this process exits, so that a failed test leaves none behind.
 */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Runs `latchkey start` as a child process. Resolves once it logs that it is ready. */
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

/**
 * Operating systems use ports above this range for outgoing connections, so that no such connection takes a port before a
 * service listens on it.
 */
const usualPorts = { lowest: 20_000, highest: 32_000 }
/**
 * The ports for servers that are stopped and started again. They are apart from `usualPorts`, so that no other test takes
 * such a port while its server is stopped.
 */
export const lastingPorts = { lowest: 15_000, highest: 19_999 }
const maxTries = 100
/**
 * The last port that was given out of each range. A process gets no port twice, because a client may still keep a
 * connection to the server that listened there before.
 */
const lastPorts = new Map(
  [usualPorts, lastingPorts].map((ports) => [ports, randomInt(ports.lowest, ports.highest)]),
)

/** Finds ports that were free a moment ago. */
export async function freePorts(count: number, among = usualPorts): Promise<number[]> {
  const servers: Server[] = []
  try {
    for (let tries = 0; servers.length < count; tries++) {
      if (tries === maxTries) throw new Error(`Found no ${count} free ports in ${maxTries} tries.`)
      const last = lastPorts.get(among) ?? among.highest
      const port = last < among.highest ? last + 1 : among.lowest
      lastPorts.set(among, port)
      const server = await listenAt(port)
      if (server) servers.push(server)
    }
    return servers.map((server) => (server.address() as { port: number }).port)
  } finally {
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  }
}

const portNames = ['USERS', 'AUTH', 'USERS_GRPC', 'AUTH_GRPC', 'USERS_OPS', 'AUTH_OPS'] as const

/** Finds free ports for a Latchkey that would take the usual ones. Returns the settings, and the URLs of both services. */
export async function freePortSettings(): Promise<{
  settings: Record<string, string>
  users: string
  auth: string
}> {
  const ports = await freePorts(portNames.length)
  return {
    settings: Object.fromEntries(portNames.map((name, at) => [`LATCHKEY_${name}_PORT`, `${ports[at]}`])),
    users: `http://127.0.0.1:${ports[0]}`,
    auth: `http://127.0.0.1:${ports[1]}`,
  }
}

/** Listens on a port. Resolves to undefined when another process uses the port. */
async function listenAt(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1')
  return once(server, 'listening').then(
    () => server,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') return undefined
      throw error
    },
  )
}
