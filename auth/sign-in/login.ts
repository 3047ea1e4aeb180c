import type { MemoryLimit } from '#runtime/limits/memory-limit.ts'
import type { Auth } from '../core/auth.ts'
import type { LoginThrottle } from './limits/login-throttle.ts'
import type { Demand } from './settings.ts'

/** The gate refuses logins for a moment after the user service said that its queue of password hashes is full. */
export interface LoginGate {
  /** The time on the monotonic clock of this process until which logins are refused. */
  closedUntil: number
}

/** The context of the use cases that check a password or a second factor. */
export interface Login extends Auth {
  throttle: LoginThrottle
  gate: LoginGate
  /** Counts in this process how many sessions each user has begun, to limit their rate. */
  sessionLimit: MemoryLimit
  /** The users who must have a second factor in this deployment. */
  demand: Demand
}
