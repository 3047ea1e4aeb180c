import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { PostgresPrograms } from './postgres-programs.ts'
import { childrenOf } from './process-tree.ts'
import { until } from './until.ts'

export interface PostgresProcess {
  /** Kills every process of the server at once: clients get no notice, and the next start has to recover. */
  kill(): Promise<void>
  /** Ends the server with SIGQUIT: without a checkpoint, but its clients get a notice. */
  quit(): Promise<void>
}

/** Runs the server on the data folder `folder`/data. Resolves once the server accepts connections. */
export async function launchPostgres(
  { postgres, as }: PostgresPrograms,
  folder: string,
  port: number,
): Promise<PostgresProcess> {
  const logFile = join(folder, 'log')
  const log = openSync(logFile, 'a')
  const flags = ['-D', join(folder, 'data'), '-h', '127.0.0.1', '-p', String(port), '-k', '']
  // The server is detached, so that Ctrl-C ends the tests first, which may need the server to clean up.
  const postmaster = spawn(postgres, flags, { ...as, detached: true, stdio: ['ignore', log, log, 'pipe'] })
  closeSync(log)

  // All processes of the server hold the other end of this pipe. `close` is emitted once the last of them is
  // gone.
  const pipe = postmaster.stdio[3] as Socket
  pipe.resume()
  const pidFile = join(folder, 'data/postmaster.pid')
  let isGone = false
  const gone = once(postmaster, 'close').finally(() => {
    isGone = true
    rmSync(pidFile, { force: true })
  })
  gone.catch(() => {})
  // The server must not keep the process of a test file alive: the file ends, and the guard then ends the
  // server.
  postmaster.unref()
  pipe.unref()

  const pid = postmaster.pid ?? 0
  const statusLines = () => (existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : [])
  await until('PostgreSQL to start', () => {
    if (isGone) throw new Error(`PostgreSQL did not start:\n${readFileSync(logFile, 'utf8')}`)
    const [writtenBy, , , , , , , status] = statusLines()
    return writtenBy === String(pid) && /^(ready|standby)/.test(status ?? '')
  })

  async function end(signal: () => void): Promise<void> {
    if (isGone) return
    postmaster.ref()
    pipe.ref()
    signal()
    await gone
  }
  return {
    async kill() {
      const sharedMemory = statusLines()[6]?.trim().split(/\s+/)[1] ?? ''
      await end(() => {
        // The postmaster is stopped first, so that it starts no more processes.
        process.kill(pid, 'SIGSTOP')
        // Each process has its own process group, so one signal cannot reach them all.
        for (const child of childrenOf(pid)) process.kill(child, 'SIGKILL')
        process.kill(pid, 'SIGKILL')
      })
      // The shared memory segment outlives the processes, and a machine has room for only a few thousand of them.
      spawnSync('ipcrm', ['-m', sharedMemory])
    },
    quit: () => end(() => process.kill(pid, 'SIGQUIT')),
  }
}
