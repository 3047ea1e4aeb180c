import { getUserLockEndpoint, type UserLockResource } from '#contract/sign-in/locks.ts'
import type { UserResource } from '#contract/users/user.ts'
import { getLoginStateEndpoint, type LoginStateResource } from '#contract/users/user-support.ts'
import { findNamedUser } from '../../api/find-user.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import { printableJson, printJson } from '../../printable.ts'
import type { AllSettings } from '../../settings/all-settings.ts'
import { table } from '../../table.ts'

const layout = { flexible: { 1: 20 }, wraps: true }

/** Shows everything about one user, including what prevents the user from logging in. */
export async function showUserCommand(
  settings: AllSettings,
  name: string,
  { json, ...target }: Target & { json: boolean },
): Promise<void> {
  const [user, state, lock] = await withApi(settings, target, async (api) => {
    const found = await findNamedUser(api, name)
    const params = { id: found.id }
    const state = await api.call(getLoginStateEndpoint, { params })
    return [found, state, await api.call(getUserLockEndpoint, { params })] as const
  })
  if (json) printJson({ ...user, login_state: state, lock })
  else process.stdout.write(table([...describe(user), ...describeAccess(user, state, lock)], layout))
}

/** Prints a user after a change. */
export function printUser(user: UserResource, json: boolean): void {
  process.stdout.write(json ? printableJson(user) : table(describe(user), layout))
}

const describe = (user: UserResource): string[][] => [
  ['id', user.id],
  ['username', user.username],
  ['email', `${user.email} (${user.email_verified ? 'confirmed' : 'not confirmed'})`],
  ...(user.name === null ? [] : [['name', user.name]]),
  ['role', user.role],
  ...(user.locale === null ? [] : [['language', user.locale]]),
  ['created', user.created_at],
  ['updated', user.updated_at],
  ['last sign-in', user.last_login_at ?? 'never'],
  ...(Object.keys(user.metadata).length === 0 ? [] : [['metadata', JSON.stringify(user.metadata)]]),
]

const passwords: Record<LoginStateResource['password'], string> = {
  none: 'none',
  set: 'set',
  temporary: 'temporary, must be changed at the next sign-in',
  temporary_expired: 'temporary, expired',
}

function describeAccess(
  { status }: UserResource,
  { suspension, password, temporary_until, sessions_pending_since }: LoginStateResource,
  lock: UserLockResource,
): string[][] {
  const until = temporary_until === null ? '' : ` (until ${temporary_until})`
  const wrong = lock.wrong_passwords.reduce((sum, { count }) => sum + count, 0)
  const last = lock.wrong_passwords
    .map(({ last_at }) => last_at)
    .toSorted()
    .at(-1)
  return [
    ['status', suspension === null ? status : `suspended since ${suspension.at ?? 'an unknown time'}`],
    ...(suspension?.reason ? [['reason', suspension.reason]] : []),
    ['password', `${passwords[password]}${until}`],
    ...sessionsOf(sessions_pending_since),
    ['locked', lock.locked_until === null ? 'no' : `until ${lock.locked_until}`],
    ...(last === undefined ? [] : [['wrong passwords', `${wrong}, the last at ${last}`]]),
  ]
}

/**
 * Returns the row that says since when sessions have not ended everywhere. `since` is undefined for a user service of an earlier
 * version.
 */
const sessionsOf = (since: string | null | undefined): string[][] =>
  since ? [['sessions', `not ended everywhere since ${since}`]] : []
