import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { cleanEnvironment, patience } from './process.ts'

const ownCommand = new URL('../../cli/latchkey.js', import.meta.url).pathname

export interface Ended {
  /** The exit code, or null when a signal ended the command. */
  code: number | null
  out: string
  err: string
}

/**
 * Runs the `latchkey` command to its end. The function `started` runs at the same time and may kill the command. When
 * `started` fails, the command is killed. `command` is the path of the command of another version.
 */
export async function runCommand(
  args: string[],
  environment: Record<string, string> = {},
  started: (child: ChildProcessWithoutNullStreams) => unknown = (child) => child.stdin.end(),
  command = ownCommand,
): Promise<Ended> {
  const child = spawn(process.execPath, ['--', command, ...args], {
    env: cleanEnvironment({ ...patience, ...environment }),
  })
  // A command that refuses its input closes it early, which is not an error of the test.
  child.stdin.on('error', () => {})
  const exited = once(child, 'close')
  try {
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), started(child)])
    const [code] = (await exited) as [number | null]
    return { code, out, err }
  } finally {
    child.kill('SIGKILL')
  }
}
