import { existsSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

const ticksPerSecond = 100

/** True when this system reports the resource use of processes, as Linux does in /proc. */
const isKnown = existsSync('/proc/self/stat')

/**
 * Returns the user and system time of all threads of a process so far, or undefined if the system does not
 * report it.
 */
export const cpuMsOf = (pid: number): number | undefined =>
  isKnown ? parseCpuMs(readFileSync(`/proc/${pid}/stat`, 'utf8')) : undefined

/**
 * Reads the fields 14 and 15 of proc_pid_stat(5). They are counted from the end of the process name, which
 * may contain spaces and brackets.
 */
export function parseCpuMs(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  if (!Number.isSafeInteger(ticks)) throw new Error('The figures of a process have an unknown form.')
  return (ticks * 1_000) / ticksPerSecond
}

export const residentMiBOf = (pid: number): number | undefined =>
  isKnown ? parseResidentMiB(readFileSync(`/proc/${pid}/status`, 'utf8')) : undefined

export function parseResidentMiB(status: string): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  if (kib === undefined) throw new Error('The figures of a process have an unknown form.')
  return Number(kib) / 1_024
}

/**
 * Starts to measure. The returned function gives the share of all cores that was busy since then, including
 * other processes.
 */
export function machineBusy(): () => number {
  const times = () => cpus().map(({ times }) => times)
  const total = () =>
    times().reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0)
  const idle = () => times().reduce((sum, one) => sum + one.idle, 0)
  const [totalBefore, idleBefore] = [total(), idle()]
  return () => 1 - (idle() - idleBefore) / (total() - totalBefore)
}
