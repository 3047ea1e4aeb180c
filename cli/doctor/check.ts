import type { Deployment } from './deployment.ts'

export type Status = 'ok' | 'warn' | 'fail' | 'skipped'

/** One thing that a check found. Neither text may hold a secret: people paste them into tickets. */
export interface Finding {
  status: Status
  found: string
  /** How to mend it: the exact setting or command. A warning and a failure have it. */
  mend?: string
}

/** One check of `latchkey doctor`. It only reads, may take five seconds, and stops waiting when `signal` is aborted. */
export interface Check {
  /** The name of what is checked, at most 15 characters. */
  name: string
  run(deployment: Deployment, signal: AbortSignal): Promise<Finding[]> | Finding[]
}

export const ok = (found: string): Finding => ({ status: 'ok', found })
export const skipped = (found: string): Finding => ({ status: 'skipped', found })
export const warn = (found: string, mend: string): Finding => ({ status: 'warn', found, mend })
export const fail = (found: string, mend: string): Finding => ({ status: 'fail', found, mend })

/** Returns what is wrong or, if nothing is, one line that all is well. */
export const orElse = (wrong: readonly Finding[], fine: string): Finding[] =>
  wrong.length > 0 ? [...wrong] : [ok(fine)]
