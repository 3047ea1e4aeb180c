import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { CommandRequest } from './command-host-process.ts'
import { cleanEnvironment, compileCache, patience } from './process.ts'
import type { Ended } from './run-command.ts'

const program = new URL('./command-host-process.ts', import.meta.url)

let host: ChildProcess | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a `latchkey` command to its end in a process that the test file starts once, because a new process for each
 * command would spend most of its time on loading the same modules. Use it for tests of what a command does. Tests of how
 * its process starts, reads its input or ends must use `runCommand`.
 */
export function runInHost(args: string[], environment: Record<string, string> = {}): Promise<Ended> {
  const ended = last.then(() =>
    runNext({ args, environment: cleanEnvironment({ ...patience, ...environment }) }),
  )
  last = ended.catch(() => {})
  return ended
}

async function runNext(request: CommandRequest): Promise<Ended> {
  host ??= fork(program, {
    env: { ...cleanEnvironment({}), NODE_COMPILE_CACHE: compileCache },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const child = host
  // Between two commands the host process must not keep the process of the test file alive, because the host ends only
  // when the test file does.
  child.ref()
  child.channel?.ref()
  const over = new AbortController()
  const { signal } = over
  const died = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`The process that runs commands has ended with ${code}: ${request.args.join(' ')}`)
  })
  try {
    child.send(request)
    const [reply] = (await Promise.race([once(child, 'message', { signal }), died])) as [Ended]
    return reply
  } finally {
    over.abort()
    died.catch(() => {})
    child.unref()
    child.channel?.unref()
  }
}
