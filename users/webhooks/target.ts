import { Failure } from '#contract/declaration/failures.ts'
import { addressesOf, resolveHost, TargetRefused, type Targets } from '#runtime/targets/targets.ts'
import type { Users } from '../core/users.ts'

export const targetsOf = ({ policy }: Pick<Users, 'policy'>): Targets => ({
  allowPrivate: policy.allowsPrivateTargets,
  resolve: resolveHost,
})

/**
 * Requires a URL that webhooks may connect to.
 * @throws {Failure} `invalid_request` with the reason
 */
export async function requireTarget(targets: Targets, url: string): Promise<void> {
  try {
    await addressesOf(targets, url)
  } catch (cause) {
    if (!(cause instanceof TargetRefused)) throw cause
    const errors = [{ pointer: '/url', code: cause.code, detail: cause.message }]
    throw new Failure('invalid_request', { cause, errors })
  }
}
