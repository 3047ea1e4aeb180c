import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { platform } from 'node:os'

/**
 * Kills each child process that lives longer than a test file may. A test that never returns to the event
 * loop also stops the timer of the test runner, so that nothing else would end it and the run would wait for
 * ever.
 */
export function endHungFiles({ maxMs, everyMs }: { maxMs: number; everyMs: number }): Disposable {
  // The processes that already exist before the first test file are servers for all test files, and are not killed.
  const others = new Set(childrenOf(process.pid))
  const seenAt = new Map<number, number>()
  const timer = setInterval(() => {
    const now = performance.now()
    const alive = childrenOf(process.pid).filter((pid) => !others.has(pid))
    for (const pid of seenAt.keys()) if (!alive.includes(pid)) seenAt.delete(pid)
    for (const pid of alive) {
      const since = seenAt.get(pid) ?? now
      seenAt.set(pid, since)
      if (now - since < maxMs) continue
      process.stderr.write(`A test file ran for longer than ${maxMs / 1000} s, and was ended.\n`)
      process.kill(pid, 'SIGKILL')
    }
  }, everyMs)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

export function childrenOf(pid: number): number[] {
  const listed =
    platform() === 'linux'
      ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      : spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout
  return listed.split(/\s+/).filter(Boolean).map(Number)
}
