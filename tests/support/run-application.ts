import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { inherited } from './process.ts'

export interface RunningApplication extends AsyncDisposable {
  /** Returns everything that the application has printed so far. */
  output(): string
}

/** Runs a program in a folder, which serves `http://localhost:PORT`. Resolves once it accepts connections at this port. */
export async function runApplication(
  folder: string,
  program: string,
  {
    port,
    environment = {},
    args = [],
  }: { port: number; environment?: Record<string, string>; args?: readonly string[] },
): Promise<RunningApplication> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...inherited(), ...environment, PORT: String(port) },
  })
  const killed = () => void child.kill('SIGKILL')
  process.once('exit', killed)
  const chunks: unknown[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
  const output = () => chunks.join('')
  const exited = once(child, 'exit')
  async function stop(): Promise<void> {
    process.off('exit', killed)
    child.kill('SIGTERM')
    await exited
  }
  while (!(await takesConnections(port))) {
    if (child.exitCode !== null) throw new Error(`It did not start: ${output()}`)
    await setTimeout(50)
  }
  return { output, [Symbol.asyncDispose]: stop }
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect({ port, host: 'localhost' })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
