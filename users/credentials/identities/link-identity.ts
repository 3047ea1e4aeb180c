import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { emailKey } from '#contract/rules/names.ts'
import { newId } from '#runtime/ids.ts'
import { lockOwn, timeOfChange } from '../../core/lock-own.ts'
import type { User } from '../../core/user.ts'
import { raiseFactorsVersion } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { type Identity, maxIdentities, type Person } from './identity.ts'
import { findIdentities, insertIdentity } from './identity-store.ts'
import { recordIdentityChange } from './record-identity-change.ts'

/** A person whom an identity provider has just authenticated. */
export interface AuthenticatedIdentity extends Person {
  provider: string
  email: string | null
  /** Whether the address counts as verified, according to the rule for this provider. */
  emailVerified: boolean
}

/**
 * Links an account at another provider to the caller, who has just logged in to both accounts. An account that is linked to
 * another user is refused, not moved (I145). A user without a confirmed address is refused, because the address may belong to
 * somebody else: when its owner recovers the user later, the linked account would still give a stranger access (I120).
 * @throws {Failure} `forbidden`, `user_not_found`, `reauthentication_required`, `identity_taken`, `too_many_identities`,
 * `email_unverified`
 */
export async function linkIdentity(
  users: Users,
  input: { userId: string; caller: Caller; person: AuthenticatedIdentity },
): Promise<Identity> {
  const { userId, caller, person } = input
  const { issuer, subject, provider, email } = person
  return users.db.transaction(async (tx) => {
    const user = await lockOwn(tx, users, input)
    if (!isAddressProven(user, person)) throw new Failure('email_unverified')
    const at = timeOfChange(users, caller)
    const identity: Identity = {
      issuer,
      subject,
      provider,
      email,
      id: newId(at),
      userId,
      addedAt: at,
      addedBySession: caller.sessionId ?? '',
      lastUsedAt: null,
    }
    if ((await findIdentities(tx, userId)).length >= maxIdentities) throw new Failure('too_many_identities')
    if (!(await insertIdentity(tx, identity))) throw new Failure('identity_taken')
    await raiseFactorsVersion(tx, userId)
    await recordIdentityChange(tx, users, { user, type: 'user.identity_linked', identity, at })
    return identity
  })
}

/** Returns whether the address of a user is confirmed, or is the one that the provider has verified for the same person. */
const isAddressProven = (user: User, { email, emailVerified }: AuthenticatedIdentity): boolean =>
  user.emailVerifiedAt !== null ||
  (emailVerified && email !== null && emailKey(email) === emailKey(user.email))
