import { Failure } from '#contract/declaration/failures.ts'
import type { User } from '../../core/user.ts'
import { lockUser, noteLogin } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import type { Person } from './identity.ts'
import { findIdentity, noteIdentityUse } from './identity-store.ts'

const dayMs = 86_400_000

/**
 * Returns the user to whom an account at another provider is linked, for a login, or for a step-up of a known user. The user is
 * found by issuer and subject only, never by the address (I141). A user who may not log in is reported as not found.
 * @throws {Failure} `identity_not_found`
 */
export async function proveIdentity(
  users: Users,
  { person, purpose, userId }: { person: Person; purpose: 'login' | 'step_up'; userId?: string | undefined },
): Promise<User> {
  return users.db.transaction(async (tx) => {
    const at = users.clock.now()
    // The identity is read again after the user was locked: otherwise one that is removed at the same moment could still be
    // used.
    const known = await findIdentity(tx, person)
    const user = known && (await lockUser(tx, known.userId))
    const identity = known && (await findIdentity(tx, person))
    if (!user || !identity || user.status !== 'active' || identity.userId !== (userId ?? user.id))
      throw new Failure('identity_not_found')
    if (users.policy.requiresVerifiedEmail && user.emailVerifiedAt === null && user.role !== 'admin')
      throw new Failure('identity_not_found')
    const day = Math.floor(at / dayMs) * dayMs
    if (identity.lastUsedAt !== day) await noteIdentityUse(tx, identity.id, day)
    if (purpose === 'step_up') return user
    await noteLogin(tx, user.id, at)
    return { ...user, lastLoginAt: at }
  })
}
