import { listUsersEndpoint } from '#contract/users/list-users.ts'
import type { UserResource } from '#contract/users/user.ts'
import { readPages } from '../../api/read-pages.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import { printJson } from '../../printable.ts'
import { readCount } from '../../read-count.ts'
import type { AllSettings } from '../../settings/all-settings.ts'
import { table } from '../../table.ts'

interface ListFlags extends Target {
  role: UserResource['role'] | undefined
  status: UserResource['status'] | undefined
  limit: string | undefined
  after: string | undefined
  json: boolean
}

/** The maximum number of users that one command lists, so that it ends on a large database too. */
const maxRows = 10_000

/** Lists users, oldest first, whose username, address or name has a text in it. */
export async function listUsersCommand(
  settings: AllSettings,
  text: string | undefined,
  { role, status, after, json, ...flags }: ListFlags,
): Promise<void> {
  const limit = readCount('--limit', flags.limit, { usual: 50, max: maxRows })
  const query = {
    ...(text === undefined ? {} : { search: text }),
    ...(role === undefined ? {} : { role }),
    ...(status === undefined ? {} : { status }),
  }
  let isPartial = false
  const { rows, nextCursor } = await withApi(settings, flags, (api) =>
    readPages({ limit, cursor: after }, async (page) => {
      const found = await api.call(listUsersEndpoint, { query: { ...query, ...page } })
      isPartial ||= found.search_is_partial === true
      return found
    }),
  )
  if (json) {
    const partial = isPartial ? { search_is_partial: true } : {}
    printJson({ data: rows, next_cursor: nextCursor, ...partial })
    return
  }
  const head = ['USERNAME', 'EMAIL', 'ROLE', 'STATUS', 'LAST SIGN-IN', 'NAME']
  const layout = { flexible: { 0: 14, 1: 20, 5: 8 }, optional: [5] }
  if (rows.length > 0) process.stdout.write(table([head, ...rows.map(toRow)], layout))
  else if (nextCursor === null && !isPartial) process.stdout.write(`${noneFound(text)}\n`)
  if (isPartial) process.stdout.write(`${partialSearch}\n`)
  if (nextCursor !== null) process.stdout.write(`For more, add --after ${nextCursor}\n`)
}

const partialSearch =
  'The search is not complete: names are still being indexed after an upgrade or an import. Try again in a few minutes.'

const noneFound = (text: string | undefined): string =>
  text === undefined || isLong(text)
    ? 'No users found.'
    : 'No users found. One or two characters find only words that begin with them.'

const isLong = (text: string): boolean => [...text.trim()].length > 2

const toRow = (user: UserResource): string[] => [
  user.username,
  user.email,
  user.role,
  stateOf(user),
  user.last_login_at?.slice(0, 10) ?? 'never',
  user.name ?? '',
]

/** Returns the state of a user in one or two words: what prevents a login, or that the address is not confirmed. */
export function stateOf({ status, has_password, email_verified }: UserResource): string {
  if (status === 'suspended') return 'suspended'
  if (!has_password) return 'no password'
  return email_verified ? 'active' : 'unconfirmed'
}
