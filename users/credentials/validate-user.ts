import { Failure } from '#contract/declaration/failures.ts'
import type { EventData } from '#contract/events/event-types.ts'
import { emailKey, loginNameKey, usernameKey } from '#contract/rules/names.ts'
import { record } from '#runtime/events/record.ts'
import {
  type Credentials,
  findCredentialsByEmail,
  findCredentialsByUsername,
  recordLogin,
} from '../core/credentials-store.ts'
import type { User } from '../core/user.ts'
import { lockUser } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { createToken, lifetimesMs, removeLinksFor } from '../messages/index.ts'
import type { Credentials as CredentialsContext } from './credentials.ts'

interface Presented {
  /** The username or the e-mail address. */
  name: string
  password: string
  /** The network address of the client, as far as it is known. */
  address?: string | undefined
}

/** Returns the user with this username or e-mail address and this password. The reason of a refusal is only in the log. */
export async function validateUser(
  users: Users & Pick<CredentialsContext, 'importAtSignIn'>,
  input: Presented,
): Promise<User> {
  const startedAt = performance.now()
  const first = await check(users, input)
  if (first.user) return first.user
  const hasPassword = first.found?.passwordHash !== undefined
  const { name, password } = input
  const isImported = await users.importAtSignIn?.({ name, password, hasPassword, startedAt })
  const { user, found, reason } = isImported ? await check(users, input) : first
  if (user) return user
  const subject = found?.id ?? null
  // A right password is refused too when it was changed, or the user suspended or deleted, while it was checked.
  const data = { reason: reason ?? 'wrong_password', ...(found && addressOf(input)) }
  // The event `login.failed` is recorded for unknown names too: otherwise the time of the reply tells who exists.
  await record(users.db, { type: 'login.failed', subject, data, at: users.clock.now() })
  throw new Failure('invalid_credentials')
}

/** Checks credentials once. Returns the user when they are right; otherwise `reason` says why they are refused. */
async function check(users: Users, input: Presented) {
  const found = await lookUp(users, input.name)
  // A missing user costs one verification too: otherwise the time of the reply tells who exists.
  const name = loginNameKey(input.name) ?? input.name
  const { matches, isOutdated } = await users.passwords.compare(found?.passwordHash, input.password, name)
  const reason = found ? whyRefused(users, { found, matches }) : 'unknown_name'
  const at = users.clock.now()
  if (found && reason === undefined && found.passwordExpiresAt !== null)
    await requireChange(users, found, input)
  const user =
    found && reason === undefined ? await logInAs(users, found, { ...input, isOutdated, at }) : undefined
  return { user, found, reason }
}

/** Records the login. An outdated hash is replaced by a hash that this service makes now. */
async function logInAs(
  users: Users,
  found: Credentials,
  { password, isOutdated, at }: { password: string; isOutdated: boolean; at: number },
): Promise<User | undefined> {
  const { passwordHash: currentHash } = found
  if (currentHash === undefined || !isOutdated) return recordLogin(users.db, found, { at })
  const newHash = await hashUnlessFull(users, password)
  const rehashed = newHash === undefined ? undefined : { currentHash, newHash }
  return recordLogin(users.db, found, { at, rehashed })
}

/**
 * Hashes the password again. Returns undefined when too many hashes wait: the login succeeds anyway, and the next one tries
 * again.
 */
async function hashUnlessFull({ passwords }: Users, password: string): Promise<string | undefined> {
  try {
    return await passwords.hash(password)
  } catch (error) {
    if (error instanceof Failure && error.code === 'overloaded') return undefined
    throw error
  }
}

function whyRefused(
  users: Users,
  { found, matches }: { found: Credentials; matches: boolean },
): EventData<'login.failed'>['reason'] | undefined {
  if (!matches) return 'wrong_password'
  if (found.status !== 'active') return 'suspended'
  // Admins need no confirmed address: an admin whom no mail reaches must be able to log in and set up the
  // mail server.
  if (users.policy.requiresVerifiedEmail && found.emailVerifiedAt === null && found.role !== 'admin')
    return 'unverified'
  const now = users.clock.now()
  if (found.passwordExpiresAt !== null && found.passwordExpiresAt <= now) return 'temporary_password_expired'
  // The reply is the same as for a wrong password, so that nobody can use an expired hash to find out the right password.
  const { foreignPasswordsUntil } = users.policy
  if (found.isForeignHash && foreignPasswordsUntil !== undefined && foreignPasswordsUntil <= now)
    return 'foreign_password_expired'
  return undefined
}

/**
 * Refuses a login with a temporary password, and returns a token in the failure with which another password can be set and
 * nothing else. A new token voids the one before (I53). No session begins before the password was changed.
 * @throws {Failure} `password_change_required`; `invalid_credentials` when the password was replaced meanwhile
 */
async function requireChange(users: Users, found: Credentials, input: Presented): Promise<never> {
  const token = await users.db.transaction(async (tx) => {
    const user = await lockUser(tx, found.id)
    if (user?.status !== 'active' || user.sessionEpoch !== found.sessionEpoch)
      throw new Failure('invalid_credentials')
    const purpose = 'temporary_password'
    await removeLinksFor(tx, user.id, purpose)
    const created = await createToken(tx, users, { userId: user.id, purpose, email: user.email })
    const at = users.clock.now()
    const data = { reason: purpose, ...addressOf(input) } as const
    await record(tx, { type: 'login.failed', subject: user.id, data, at })
    return created.token
  })
  const expiresInSeconds = lifetimesMs.temporary_password / 1000
  throw new Failure('password_change_required', { resetToken: { token, expiresInSeconds } })
}

/**
 * Returns the network address for an event about a user. An event about an unknown name has no address, because no deletion of a
 * user would ever remove that address.
 */
const addressOf = ({ address }: Presented) => (address === undefined ? {} : { address })

/** Finds credentials by a login name. A username never holds an `@`, so the name is either a username or an address. */
async function lookUp(users: Users, name: string): Promise<Credentials | undefined> {
  if (!name.includes('@')) return findCredentialsByUsername(users.db, usernameKey(name))
  const key = emailKey(name)
  return key === undefined ? undefined : findCredentialsByEmail(users.db, key)
}
