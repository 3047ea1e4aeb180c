import type { Deployment } from './deployment.ts'

export type Status = 'ok' | 'warn' | 'fail' | 'skipped'

/** One thing that a check found. Its texts must not hold a secret, because people paste them into tickets. */
export interface Finding {
  status: Status
  found: string
  /** The way to correct the fault: the exact setting or command. Every warning and every failure has one. */
  fix?: string
}

/** One check of `latchkey doctor`. A check only reads, may take five seconds, and stops waiting when `signal` is aborted. */
export interface Check {
  /** The name of what is checked, at most 15 characters. */
  name: string
  run(deployment: Deployment, signal: AbortSignal): Promise<Finding[]> | Finding[]
}

export const ok = (found: string): Finding => ({ status: 'ok', found })
export const skipped = (found: string): Finding => ({ status: 'skipped', found })
export const warn = (found: string, fix: string): Finding => ({ status: 'warn', found, fix })
export const fail = (found: string, fix: string): Finding => ({ status: 'fail', found, fix })

/** Returns the findings about faults or, if there are none, one finding that all is well. */
export const orElse = (wrong: readonly Finding[], fine: string): Finding[] =>
  wrong.length > 0 ? [...wrong] : [ok(fine)]
