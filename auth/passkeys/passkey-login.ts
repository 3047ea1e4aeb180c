import type { KeyObject } from 'node:crypto'
import type { PasskeyPurpose } from '#contract/login/passkeys.ts'
import type { RelyingParty } from '#contract/login/webauthn.ts'
import { digestOf } from '../core/opaque-token.ts'
import type { Login } from '../login/login.ts'

/** The context of the use cases of passkeys. */
export interface PasskeyLogin extends Login {
  /** Undefined when there are no passkeys here. */
  relyingParty: RelyingParty | undefined
  challengeKeys: readonly KeyObject[]
}

interface Use {
  purpose: PasskeyPurpose
  boundTo: string
}

/** The purpose that each challenge is bound to, so that an answer for one of them counts for no other (I103). */
export const forLogin: Use = { purpose: 'login', boundTo: '' }
export const forStep = (loginToken: string): Use => ({
  purpose: 'second_factor',
  boundTo: digestOf(loginToken),
})
export const forStepUp = (sessionId: string): Use => ({ purpose: 'step_up', boundTo: sessionId })
