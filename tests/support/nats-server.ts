import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { freePorts } from './process.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { until } from './until.ts'

const program = process.env.LATCHKEY_TEST_NATS ?? 'nats-server'

export const hasNatsServer = spawnSync(program, ['--version']).status === 0

export interface NatsServer extends AsyncDisposable {
  address: string
  start(): Promise<void>
  /** Kills the server: it flushes nothing, and its clients get no notice. */
  kill(): Promise<void>
}

/**
 * Prepares a real NATS server with JetStream. It keeps its port and its folder when it is killed and started
 * again.
 */
export async function newNatsServer(credentials: { user: string; pass: string }): Promise<NatsServer> {
  const [port] = await freePorts(1)
  const folder = temporaryFolder()
  const { user, pass } = credentials
  let child: ChildProcess | undefined
  async function kill(): Promise<void> {
    if (!child) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    child = undefined
  }
  return {
    address: `127.0.0.1:${port}`,
    async start() {
      const where = ['-a', '127.0.0.1', '-p', `${port}`, '-js', '-sd', folder]
      child = spawn(program, [...where, '--user', user, '--pass', pass], { stdio: 'ignore' })
      await until('the NATS server', () => answers(port ?? 0))
    },
    kill,
    async [Symbol.asyncDispose]() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const say = (isThere: boolean) => () => {
      socket.destroy()
      resolve(isThere)
    }
    // A NATS server sends INFO to a new connection once it is ready.
    socket.once('data', say(true)).once('error', say(false))
  })
