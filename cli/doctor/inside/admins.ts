import type { Sql } from '#runtime/database/database.ts'
import { hasFactor } from '#users/core/second-factor-store.ts'
import { hasNeverHadUsers } from '#users/core/user-store.ts'
import { type Check, type Finding, fail, ok, skipped, warn } from '../check.ts'
import type { Deployment } from '../deployment.ts'
import { inDatabaseOf } from '../in-databases.ts'

/** The maximum number of admins to check, the oldest first. */
const maxAdmins = 500
const maxNamed = 3

interface Admin {
  username: string
  email: string
  isConfirmed: boolean
  hasFactor: boolean
}

/** Checks the active admins: whether mail reaches them, and whether a password alone is enough to act as one. */
export const adminsCheck: Check = {
  name: 'admins',
  async run(deployment) {
    return inDatabaseOf(deployment, 'users', async (db) => {
      const admins = await findAdmins(db)
      return admins.length > 0 ? judge(admins, deployment) : withoutAdmin(db)
    })
  },
}

async function findAdmins(db: Sql): Promise<Admin[]> {
  const rows = await db.query<{
    username: string
    email: string
    email_verified_at: number | null
    has_factor: number
  }>`
    SELECT username, email, email_verified_at, ${hasFactor} AS has_factor FROM users
    WHERE role = 'admin' AND status = 'active' ORDER BY created_at, id LIMIT ${maxAdmins}`
  return rows.map(({ username, email, email_verified_at, has_factor }) => ({
    username,
    email,
    isConfirmed: email_verified_at !== null,
    hasFactor: Boolean(has_factor),
  }))
}

async function withoutAdmin(db: Sql): Promise<Finding[]> {
  if (await hasNeverHadUsers(db)) return [skipped('the first start creates one')]
  return [
    fail(
      'no active admin: the console cannot be used',
      'latchkey users list --role admin, then users restore; or latchkey users create --role admin',
    ),
  ]
}

function judge(admins: readonly Admin[], { settings }: Deployment): Finding[] {
  const withoutMail = admins.filter(({ email }) => isReserved(email))
  const unconfirmed = admins.filter(({ email, isConfirmed }) => !isConfirmed && !isReserved(email))
  const withoutFactor = admins.filter((one) => !one.hasFactor)
  const found = withoutMail
    .slice(0, maxNamed)
    .map(({ username, email }) =>
      warn(
        `${username} has the address ${email}, which receives no email`,
        `latchkey users update ${username} --email ADDRESS`,
      ),
    )
  if (unconfirmed.length > 0)
    found.push(
      warn(
        `admins with an unconfirmed email address: ${named(unconfirmed)}`,
        `each confirms it by email; or, if you know that it is theirs: latchkey users verify-email ${first(unconfirmed)}`,
      ),
    )
  if (withoutFactor.length > 0)
    found.push(
      warn(
        `admins without a second factor: ${named(withoutFactor)}`,
        settings.requireSecondFactor === 'nobody'
          ? 'LATCHKEY_REQUIRE_SECOND_FACTOR=admins requires one at the next sign-in'
          : `latchkey sessions end ${first(withoutFactor)}: the next sign-in requires one`,
      ),
    )
  return found.length > 0
    ? found
    : [
        ok(
          `${admins.length}, ${admins.length === 1 ? '' : 'each '}with a second factor and a confirmed address`,
        ),
      ]
}

/** True for an address of a domain that never exists (RFC 2606 section 2), such as that of the first admin. */
const isReserved = (email: string): boolean => /\.invalid$/i.test(email)

const first = ([admin]: readonly Admin[]): string => admin?.username ?? ''

function named(admins: readonly Admin[]): string {
  const more = admins.length - maxNamed
  const names = admins.slice(0, maxNamed).map(({ username }) => username)
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
