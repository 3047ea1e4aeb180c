import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { platform } from 'node:os'

export function childrenOf(pid: number): number[] {
  return childrenListOf(pid).split(/\s+/).filter(Boolean).map(Number)
}

function childrenListOf(pid: number): string {
  if (platform() !== 'linux') return spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  } catch {
    // The process has ended.
    return ''
  }
}

/**
 * Kills a process and all that it has started. Children that outlived their parent would keep its standard output open, for
 * which the test runner waits.
 */
export function endTree(pid: number): void {
  // The parent is stopped first, so that it starts nothing while its children are looked for.
  const pids = [pid]
  signal(pid, 'SIGSTOP')
  for (const one of pids) pids.push(...childrenOf(one))
  for (const one of pids) signal(one, 'SIGKILL')
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // A process that ended by itself needs no signal.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
