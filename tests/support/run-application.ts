import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { acceptsConnections } from './accepts-connections.ts'
import { inherited } from './process.ts'
import { until } from './until.ts'

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
  try {
    await until(`${program} listens`, () => {
      if (child.exitCode !== null) throw new Error(`It did not start: ${output()}`)
      return acceptsConnections(port, 'localhost')
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { output, [Symbol.asyncDispose]: stop }
}
