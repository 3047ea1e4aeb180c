import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'

export interface SpawnedAs {
  cwd: string
  env: NodeJS.ProcessEnv
  uid?: number
  gid?: number
}

// This script waits for the end of its input, which ends when the test process ends, also by SIGKILL.
const script = `
read -r _
kill -QUIT "$(head -n 1 data/postmaster.pid)"
tries=100
while [ -e data/postmaster.pid ] && [ $((tries -= 1)) -gt 0 ]; do sleep 0.1; done
rm -rf "$PWD" || { sleep 2; rm -rf "$PWD"; }
`

/**
 * Starts a guard process. Once this process has ended or calls `finish`, the guard ends the PostgreSQL server
 * in a folder and removes the folder.
 */
export function startGuard(as: SpawnedAs, folder: string) {
  const guard = spawn('sh', ['-c', script], {
    ...as,
    cwd: folder,
    // The guard is detached, so that Ctrl-C does not end it before it has cleaned up.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = once(guard, 'exit')
  ended.catch(() => {})
  guard.unref()
  const input = guard.stdin as Socket
  input.unref()
  return {
    async finish(): Promise<void> {
      guard.ref()
      input.end()
      await ended
    },
  }
}
