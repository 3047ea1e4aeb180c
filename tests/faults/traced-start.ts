import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { RequirementMissing } from './campaign.ts'
import { settingsOn } from './start-on.ts'
import { tracedCalls } from './trace.ts'

const command = new URL('../../cli/latchkey.js', import.meta.url).pathname

export interface TracedStart {
  users: string
  auth: string
  lines: string[]
  kill(): void
  /**
   * Resolves with the exit code of the services, or with the name of the signal, when the trace is complete.
   */
  ended: Promise<number | string>
}

export function requireStrace(): void {
  if (spawnSync('strace', ['--version']).status !== 0)
    throw new RequirementMissing('it needs the program strace.')
}

/** Runs `latchkey start` under strace, which records each write and sync with all its bytes. */
export async function startTraced(options: {
  data: string
  trace: string
  threads?: 'main' | 'all'
  /** Arguments for strace that say which calls fail. */
  faults?: string[]
}): Promise<TracedStart> {
  const { data, trace, threads = 'all', faults = [] } = options
  // With -D, strace runs as a grandchild. The spawned process is then the service itself, so that signals
  // reach it.
  const tracing = ['-D', '-y', '-xx', '-qq', '-s', '1000000', '-e', 'signal=none']
  const child = spawn(
    'strace',
    [
      ...tracing,
      ...(threads === 'all' ? ['-f', '--seccomp-bpf'] : []),
      '-e',
      `trace=${tracedCalls.join(',')}`,
      ...faults,
      '-o',
      trace,
      process.execPath,
      '--',
      command,
      'start',
    ],
    { env: { PATH: process.env.PATH, ...settingsOn(data) }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const stop = () => child.kill('SIGKILL')
  process.once('exit', stop)
  const ended = outcome(child).finally(() => process.off('exit', stop))
  const lines: string[] = []
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      const { msg, users, auth } = JSON.parse(line) as { msg: string; users: string; auth: string }
      if (msg === 'ready') resolve({ users, auth, lines, kill: stop, ended })
    })
    ended.then((code) => reject(new Error(`It ended with ${code}: ${lines.join('\n')}`)), reject)
  })
}

/**
 * Waits for the end of the output of a traced process, and resolves with its exit code or signal. strace
 * holds the output pipe too, which closes when the last line of the trace is written.
 */
async function outcome(child: ChildProcess): Promise<number | string> {
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return code ?? signal ?? ''
}
