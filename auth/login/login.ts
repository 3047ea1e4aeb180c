import type { MemoryLimit } from '#runtime/limits/memory-limit.ts'
import type { Auth } from '../core/auth.ts'
import type { LoginGate } from './login-gate.ts'
import type { LoginThrottle } from './login-throttle.ts'

/** The context of the use cases that check a password. */
export interface Login extends Auth {
  throttle: LoginThrottle
  gate: LoginGate
  /** Counts how many sessions each user has begun lately, in this process. */
  sessionLimit: MemoryLimit
}
