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
  /** Resolves to the exit code, or the name of the signal, once the trace is complete. */
  ended: Promise<number | string>
}

export function requireStrace(): void {
  if (spawnSync('strace', ['--version']).status !== 0)
    throw new RequirementMissing('it needs the program strace.')
}

/** `latchkey start` with each of its writes and syncs written down, bytes and all. */
export async function startTraced(options: {
  data: string
  trace: string
  threads?: 'main' | 'all'
  /** For strace: which calls shall fail. */
  faults?: string[]
}): Promise<TracedStart> {
  const { data, trace, threads = 'all', faults = [] } = options
  // The tracer as a grandchild (-D): the process that is spawned is the service, and signals reach it.
  const tracing = ['-D', '-y', '-xx', '-qq', '-s', '1000000', '-e', 'signal=none']
  const child = spawn(
    'strace',
    [
      ...tracing,
      ...(threads === 'all' ? ['-f', '--seccomp-bpf'] : []),
      ...['-e', `trace=${tracedCalls.join(',')}`, ...faults, '-o', trace],
      ...[process.execPath, '--', command, 'start'],
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

/** The tracer holds the pipe too: it is closed when the last line is written. */
async function outcome(child: ChildProcess): Promise<number | string> {
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return code ?? signal ?? ''
}
