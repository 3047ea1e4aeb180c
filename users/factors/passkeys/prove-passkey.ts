import type { SecondFactorsResource } from '#contract/sign-in/factors.ts'
import type { PasskeyPurpose } from '#contract/sign-in/passkeys.ts'
import type { PasskeyAssertionResource } from '#contract/sign-in/webauthn.ts'
import type { OpenedChallenge } from '#runtime/challenge.ts'
import type { Sql } from '#runtime/database/database.ts'
import { deliverSessionEnds } from '../../core/deliver-session-ends.ts'
import type { User } from '../../core/user.ts'
import { lockUser, noteLogin } from '../../core/user-store.ts'
import { lockUnchanged, type Stood } from '../core/stood.ts'
import { findSecondFactors } from '../second-factors.ts'
import { loggingRefusals, requireAnswer } from './ceremony.ts'
import { disablePasskey } from './disable-passkey.ts'
import type { Passkey, Passkeys } from './passkey.ts'
import { advanceCounter, findPasskeyByCredential } from './passkey-store.ts'
import { takeChallenge } from './used-challenge-store.ts'
import { userHandleOf } from './user-handle.ts'
import { refused } from './verification/refused.ts'
import { verifyAssertion } from './verification/verify-assertion.ts'

export interface PasskeyProof {
  purpose: PasskeyPurpose
  /** The text that the challenge was bound to when it was made, such as the id of a session. */
  boundTo: string
  credential: PasskeyAssertionResource
  /** The id of the user who must own the passkey, known from a password or a session; absent when no user is known yet. */
  userId?: string | undefined
  /** The session epoch and the version of the factors of that user when the password was right. */
  stood?: Stood | undefined
}

export interface ProvenPasskey {
  user: User
  secondFactors: SecondFactorsResource
  amr: string[]
}

/**
 * Checks an assertion of a passkey and uses its challenge up. Every refusal looks the same, whether the passkey is unknown, belongs
 * to somebody else, or has signed something else (I114).
 * @throws {Failure} `passkey_invalid`, `passkeys_off`, `login_expired`
 */
export async function provePasskey(users: Passkeys, input: PasskeyProof): Promise<ProvenPasskey> {
  const { purpose, boundTo, credential } = input
  return loggingRefusals(users, input, async () => {
    const { clientDataJSON } = credential.response
    const use = { purpose, boundTo }
    const { opened, ...answer } = requireAnswer(users, clientDataJSON, { type: 'webauthn.get', use })
    const passkey = await findPasskeyByCredential(users.db, credential.id)
    if (!passkey || passkey.suspectAt !== null) throw refused('there is no such passkey')
    requireOwner(passkey, input)
    const seen = await verifyAssertion(credential, { ...answer, publicKey: passkey.publicKey })
    const proven = await users.db.transaction((tx) => accept(tx, users, { ...input, passkey, opened, seen }))
    if (!proven) {
      // The order to end the user's sessions is sent to the authentication service at once, because there may be a thief.
      await deliverSessionEnds(users, passkey.userId)
      throw refused('the counter of the passkey fell back: there may be a copy of it')
    }
    // The authenticator is not attested: `hwk` only means that the passkey cannot be copied, not that hardware protects its
    // key.
    return { ...proven, amr: [seen.isSynced ? 'swk' : 'hwk', 'user'] }
  })
}

/**
 * Requires that the passkey belongs to the user whom the authenticator names, and to the user who is known already. The
 * WebAuthn library checks neither (I106). If no user is known, the authenticator must name one (WebAuthn section 7.2).
 */
function requireOwner({ userId }: Passkey, proof: PasskeyProof): void {
  const { userHandle } = proof.credential.response
  const isNamed = userHandle !== undefined && userHandle !== null && userHandle !== ''
  if (isNamed ? userHandle !== userHandleOf(userId) : proof.userId === undefined)
    throw refused('the authenticator names another user, or none')
  if (proof.userId !== undefined && proof.userId !== userId) throw refused('the passkey is of another user')
}

/**
 * Accepts a verified assertion. Returns undefined when its signature counter went back; the passkey is then refused from now
 * on.
 */
async function accept(
  tx: Sql,
  users: Passkeys,
  {
    passkey,
    opened,
    seen,
    stood,
    purpose,
  }: Pick<PasskeyProof, 'stood' | 'purpose'> & {
    passkey: Passkey
    opened: OpenedChallenge
    seen: { counter: number; isSynced: boolean }
  },
): Promise<Omit<ProvenPasskey, 'amr'> | undefined> {
  const at = users.clock.now()
  const user = stood ? await lockUnchanged(tx, stood) : await lockForLogin(tx, users, passkey)
  if (!(await takeChallenge(tx, opened))) throw refused('the challenge was used before')
  const { id } = passkey
  if (!(await advanceCounter(tx, { ...seen, id, usedAt: Math.floor(at / dayMs) * dayMs }))) {
    await disablePasskey(tx, users, { user, passkey, at })
    return undefined
  }
  // The time of the login is stored here only for a login by passkey alone: after a password it is stored already, and a step-up
  // is no login.
  if (purpose === 'login') await noteLogin(tx, user.id, at)
  return {
    user: purpose === 'login' ? { ...user, lastLoginAt: at } : user,
    secondFactors: await findSecondFactors(tx, user),
  }
}

const dayMs = 86_400_000

/** Locks the user who logs in with a passkey alone, under the same conditions as a login with a password. */
async function lockForLogin(tx: Sql, users: Passkeys, passkey: Passkey): Promise<User> {
  const user = await lockUser(tx, passkey.userId)
  if (user?.status !== 'active') throw refused('the user is suspended or gone')
  if (users.policy.requiresVerifiedEmail && user.emailVerifiedAt === null && user.role !== 'admin')
    throw refused('the user has not confirmed the address')
  return user
}
