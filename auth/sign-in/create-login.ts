import type { KeyObject } from 'node:crypto'
import type { RelyingParty } from '#contract/sign-in/webauthn.ts'
import { createMemoryLimit } from '#runtime/limits/memory-limit.ts'
import type { Auth } from '../core/auth.ts'
import { maxCallMs } from '../core/users-over-the-wire.ts'
import { createLoginThrottle } from './limits/login-throttle.ts'
import type { Login } from './login.ts'
import { sessionRate } from './start-session.ts'

/** Creates the context of all logins. `peerTimeoutMs` bounds how long the user service may take to reply. */
export const createLogin = (
  auth: Auth,
  {
    peerTimeoutMs,
    demand = 'nobody',
    relyingParty,
    challengeKeys = [],
  }: {
    peerTimeoutMs?: number | undefined
    demand?: Login['demand'] | undefined
    relyingParty?: RelyingParty | undefined
    challengeKeys?: readonly KeyObject[] | undefined
  },
): Login => ({
  ...auth,
  throttle: createLoginThrottle({ ...auth, maxAttemptMs: maxCallMs(peerTimeoutMs) }),
  gate: { closedUntil: 0 },
  sessionLimit: createMemoryLimit(sessionRate, auth.clock),
  demand,
  relyingParty,
  challengeKeys,
})
