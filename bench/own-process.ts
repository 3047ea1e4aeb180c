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
  /** What it reads as JSON. */
  input?: object
  environment?: Record<string, string>
}

/** A script of this folder, or one with its whole path, as a process of its own, on the Node that runs this one. */
function start(
  script: string,
  { args = [], input, environment }: Given = {},
): ChildProcess & { stdout: NodeJS.ReadableStream } {
  const path = new URL(script, import.meta.url).pathname
  const child = spawn(process.execPath, ['--', path, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  // One that has ended already reads nothing; why it ended is told by its exit code.
  child.stdin.on('error', () => {})
  if (input) child.stdin.end(JSON.stringify(input))
  return child
}

/** Runs it to its end with what it reads as JSON, and gives the JSON that it wrote. */
export async function runScript<Input extends object, Output>(script: string, input: Input): Promise<Output> {
  const child = start(script, { input })
  const exited = once(child, 'exit')
  const output = await text(child.stdout)
  const [code] = await exited
  if (code !== 0) throw new Error(`${script} failed.`)
  return JSON.parse(output) as Output
}

export interface Server extends AsyncDisposable {
  /** Where it answers: what it wrote first. */
  address: string
  pid: number
  /** What it writes next. */
  nextLine(): Promise<string>
}

/** Starts one that serves until it is stopped. */
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
