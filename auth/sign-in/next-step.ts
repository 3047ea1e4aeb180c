import { levelOf } from '../core/level-of.ts'
import type { Proof } from './method.ts'
import type { Step } from './pending-login-store.ts'
import type { Demand } from './settings.ts'

/**
 * Decides which step a login still needs; undefined when a session may begin. Every kind of login asks this at its
 * beginning and again at its end. A remembered device replaces the second factor, and never raises the level of the session.
 */
export function nextStep(
  { known, amr, isRemembered }: Pick<Proof, 'known' | 'amr' | 'isRemembered'>,
  demand: Demand,
): Step | undefined {
  if (isRemembered || levelOf(amr) === 'aal2') return undefined
  if (known.second_factors && known.second_factors.factors.length > 0) return 'second_factor'
  const isDemanded = demand === 'all' || (demand === 'admins' && known.user.role === 'admin')
  return isDemanded ? 'enrolment' : undefined
}
