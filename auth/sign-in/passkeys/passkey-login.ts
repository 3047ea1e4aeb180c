import type { KeyObject } from 'node:crypto'
import type { PasskeyPurpose } from '#contract/sign-in/passkeys.ts'
import type { RelyingParty } from '#contract/sign-in/webauthn.ts'
import { digestOf } from '../../core/opaque-token.ts'
import type { Login } from '../login.ts'

/** The context of the use cases of passkeys. */
export interface PasskeyLogin extends Login {
  /** The site that passkeys belong to; undefined when this installation has no passkeys. */
  relyingParty: RelyingParty | undefined
  challengeKeys: readonly KeyObject[]
}

interface Use {
  purpose: PasskeyPurpose
  boundTo: string
}

/**
 * The purposes that challenges are bound to, so that an answer to a challenge of one purpose is not accepted for
 * another (I103).
 */
export const forLogin: Use = { purpose: 'login', boundTo: '' }
export const forStep = (loginToken: string): Use => ({
  purpose: 'second_factor',
  boundTo: digestOf(loginToken),
})
export const forStepUp = (sessionId: string): Use => ({ purpose: 'step_up', boundTo: sessionId })
