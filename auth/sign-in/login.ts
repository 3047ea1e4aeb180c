import type { KeyObject } from 'node:crypto'
import type { RelyingParty } from '#contract/sign-in/webauthn.ts'
import type { MemoryLimit } from '#runtime/limits/memory-limit.ts'
import type { Auth } from '../core/auth.ts'
import type { LoginThrottle } from './limits/login-throttle.ts'
import type { Demand } from './settings.ts'

/** The gate refuses logins for a moment after the user service said that its queue of password hashes is full. */
export interface LoginGate {
  /** The time on the monotonic clock of this process until which logins are refused. */
  closedUntil: number
}

/** The context of the use cases that sign people in. */
export interface Login extends Auth {
  throttle: LoginThrottle
  gate: LoginGate
  /** Counts in this process how many sessions each user has begun, to limit their rate. */
  sessionLimit: MemoryLimit
  /** The users who must have a second factor in this deployment. */
  demand: Demand
  /** The site that passkeys belong to; undefined when this installation has no passkeys. */
  relyingParty: RelyingParty | undefined
  /** The keys of the challenges of passkeys, which both services know. */
  challengeKeys: readonly KeyObject[]
}
