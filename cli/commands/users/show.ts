import type { UserResource } from '#contract/user.ts'
import { findNamedUser } from '../../api/find-user.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import { printableJson } from '../../printable.ts'
import type { AllSettings } from '../../start/all-settings.ts'
import { table } from '../../table.ts'

/** Shows everything about one user. */
export async function showUserCommand(
  settings: AllSettings,
  name: string,
  { json, ...target }: Target & { json: boolean },
): Promise<void> {
  const user = await withApi(settings, target, (api) => findNamedUser(api, name))
  printUser(user, json)
}

/** Prints a user after a change, or because it was asked for. `rows` are added for people only. */
export function printUser(user: UserResource, json: boolean, rows: string[][] = []): void {
  process.stdout.write(json ? printableJson(user) : table([...describe(user), ...rows]))
}

const describe = (user: UserResource): string[][] => [
  ['id', user.id],
  ['username', user.username],
  ['email', `${user.email} (${user.email_verified ? 'confirmed' : 'not confirmed'})`],
  ...(user.name === null ? [] : [['name', user.name]]),
  ['role', user.role],
  ['status', user.status],
  ['password', user.has_password ? 'set' : 'none'],
  ...(user.locale === null ? [] : [['language', user.locale]]),
  ['made', user.created_at],
  ['changed', user.updated_at],
  ['last login', user.last_login_at ?? 'never'],
  ...(Object.keys(user.metadata).length === 0 ? [] : [['metadata', JSON.stringify(user.metadata)]]),
]
