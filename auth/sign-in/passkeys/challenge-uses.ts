import type { PasskeyPurpose } from '#contract/sign-in/passkeys.ts'
import { digestOf } from '../../core/opaque-token.ts'

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
