import { readFileSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** The variable that names the file in which a test file reports its process and what it cost. */
export const costVariable = 'LATCHKEY_TEST_COST'

export interface Cost {
  pid: number
  /** Processor seconds of the process and of all its children that have ended; undefined while it runs. */
  seconds?: number
  /** The part of each file, where several share the process. What they load is the part of none. */
  files: Record<string, number>
}

const files: Record<string, number> = {}

/** Reports what one of several test files in this process has cost. */
export function reportFile(file: string, seconds: number): void {
  files[file] = seconds
}

const path = process.env[costVariable]
if (path !== undefined && isMainThread) {
  // Programs that the test file starts do not report.
  delete process.env[costVariable]
  const report = (cost: Cost) => writeFileSync(path, JSON.stringify(cost))
  report({ pid: process.pid, files })
  process.once('exit', () => report({ pid: process.pid, seconds: processorSeconds(), files }))
}

/**
 * Returns the processor seconds of this process and of its children that have ended, with their own children. Only Linux
 * tells about children; elsewhere those of this process alone are returned.
 */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + (process.platform === 'linux' ? secondsOfChildren() : 0)
}

function secondsOfChildren(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // The second field is the name of the program in brackets, and may hold spaces. `cutime` and `cstime` are the fields 16
  // and 17 of proc(5), in hundredths of a second on every Linux that Node runs on.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}
