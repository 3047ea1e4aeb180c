import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

interface Given {
  args?: string[]
  /** The JSON that the script reads from its standard input. */
  input?: object
  environment?: Record<string, string>
}

/**
 * Starts a script (a path relative to this folder, or an absolute path) as a process of its own on the same
 * version of Node.
 */
function start(
  script: string,
  { args = [], input, environment }: Given = {},
): ChildProcess & { stdout: NodeJS.ReadableStream } {
  const path = new URL(script, import.meta.url).pathname
  const before = ['--import', new URL('fast-ticks.ts', import.meta.url).pathname]
  const child = spawn(process.execPath, [...before, '--', path, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  // Writing to a process that has already ended fails. The exit code says why the process ended.
  child.stdin.on('error', () => {})
  if (input) child.stdin.end(JSON.stringify(input))
  return child
}

/** Runs a script to its end with JSON as input, and returns the JSON that it wrote. */
export async function runScript<Input extends object, Output>(script: string, input: Input): Promise<Output> {
  const child = start(script, { input })
  const exited = once(child, 'exit')
  const output = await text(child.stdout)
  const [code] = await exited
  if (code !== 0) throw new Error(`${script} failed.`)
  return JSON.parse(output) as Output
}

export interface Server extends AsyncDisposable {
  /** The address of the server, which is the first line that it writes. */
  address: string
  pid: number
  /** Returns the next line that the server writes. */
  nextLine(): Promise<string>
}

/** Starts a script that serves until it is stopped. */
export async function startScript(script: string, given?: Given): Promise<Server> {
  const child = start(script, given)
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  async function nextLine(): Promise<string> {
    const { value, done } = await lines.next()
    if (done) throw new Error(`${script} ended.`)
    return value
  }
  return {
    address: await nextLine(),
    pid: child.pid ?? 0,
    nextLine,
    async [Symbol.asyncDispose]() {
      child.kill()
      await exited
    },
  }
}
