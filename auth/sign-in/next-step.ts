import type { UserResource } from '#contract/users/user.ts'
import { levelOf } from '../core/level-of.ts'

/**
 * The step that a login still needs: to prove a second factor that the user has, or to add one because the deployment demands it.
 */
export type Step = 'second_factor' | 'enrolment'

/** The users who must have a second factor in this deployment. A user who has one is asked for it in any case. */
export const demands = ['nobody', 'admins', 'all'] as const
export type Demand = (typeof demands)[number]

/**
 * Decides which step a login still needs; undefined when a session may begin. Every kind of login asks this at its
 * beginning and again at its end.
 */
export function nextStep(
  login: {
    user: Pick<UserResource, 'role'>
    /** The methods that were proven so far. */
    amr: readonly string[]
    hasFactors: boolean
    /** True on a remembered device, which replaces the second factor. It never raises the level of the session. */
    isRemembered?: boolean
  },
  demand: Demand,
): Step | undefined {
  if (login.isRemembered || levelOf(login.amr) === 'aal2') return undefined
  if (login.hasFactors) return 'second_factor'
  const isDemanded = demand === 'all' || (demand === 'admins' && login.user.role === 'admin')
  return isDemanded ? 'enrolment' : undefined
}
