import { Failure } from '#contract/declaration/failures.ts'
import { localPartOf } from '#contract/rules/names.ts'
import { record } from '#runtime/events/record.ts'
import { newId } from '#runtime/ids.ts'
import type { PassedOnBy } from '#runtime/requests/route.ts'
import { requireEmailKey, type User } from '../../core/user.ts'
import { findTaken, raiseFactorsVersion } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { countSignUp, freeUsername, makeUser } from '../../sign-up/index.ts'
import type { Identity, Person } from './identity.ts'
import { findIdentity, insertIdentity } from './identity-store.ts'

/**
 * Creates a user for a person at an identity provider to whom no user is linked yet. The provider has verified the address. If
 * a user has that address already, the person must log in as that user to link the account (I145). The provider cannot set the
 * role or other rights of the user (I150).
 * @throws {Failure} `signup_closed`, `signup_limited`, `identity_taken`, `email_taken`
 */
export async function signUpByIdentity(
  users: Users,
  input: {
    person: Person & { provider: string }
    email: string
    name?: string | undefined
    locale?: string | undefined
    address: string
    passedOnBy: PassedOnBy
  },
): Promise<User> {
  const { person, email } = input
  if (users.policy.signup === 'closed') throw new Failure('signup_closed')
  const emailKey = requireEmailKey(email)
  await countSignUp(users, input)
  return users.db.transaction(async (tx) => {
    const at = users.clock.now()
    if (await findIdentity(tx, person)) throw new Failure('identity_taken')
    if (await findTaken(tx, { usernameKey: '', emailKey }, { now: at })) throw new Failure('email_taken')
    const username = await freeUsername(tx, localPartOf(emailKey), at)
    const user = newUser(input, { username, at })
    await makeUser(tx, users, { user, passwordHash: null, by: user.id, isSentLink: false })
    const identity: Identity = {
      ...person,
      id: newId(at),
      userId: user.id,
      email,
      addedAt: at,
      addedBySession: '',
      lastUsedAt: null,
    }
    if (!(await insertIdentity(tx, identity))) throw new Failure('identity_taken')
    const data = { identity_id: identity.id, provider: identity.provider, by: user.id }
    await record(tx, { type: 'user.identity_linked', subject: user.id, data, at })
    return { ...user, factorsVersion: (await raiseFactorsVersion(tx, user.id)) ?? 0 }
  })
}

const newUser = (
  { email, name, locale }: { email: string; name?: string | undefined; locale?: string | undefined },
  { username, at }: { username: string; at: number },
): User => ({
  id: newId(at),
  username,
  email,
  name: name ?? null,
  locale: locale ?? null,
  role: 'user',
  status: 'active',
  emailVerifiedAt: at,
  hasPassword: false,
  metadata: {},
  sessionEpoch: 0,
  kept: null,
  factorsVersion: 0,
  version: 1,
  createdAt: at,
  updatedAt: at,
  lastLoginAt: at,
})
