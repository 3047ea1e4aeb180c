import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { addUserEndpoint } from '#contract/users.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import { printJson } from '../../printable.ts'
import type { AllSettings } from '../../settings/all-settings.ts'
import { table } from '../../table.ts'

interface CreateFlags extends Target {
  username: string
  email: string
  name: string | undefined
  role: 'user' | 'admin' | undefined
  'password-stdin': boolean
  json: boolean
}

/** Makes a user, also the first of an empty database. The password is read from the standard input, or made and shown once. */
export async function createUserCommand(settings: AllSettings, flags: CreateFlags): Promise<void> {
  const { username, email, name = username, role = 'user', json } = flags
  const given = flags['password-stdin'] ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined
  const password = given ?? randomBytes(18).toString('base64url')
  const body = { username, email, name, role, password }
  const user = await withApi(settings, flags, (api) => api.call(addUserEndpoint, { body }), { mayMake: true })
  const made = given === undefined ? { password } : {}
  if (json) {
    printJson({ ...user, ...made })
    return
  }
  const rows = [
    ['id', user.id],
    ['username', user.username],
    ['email', user.email],
    ['role', user.role],
    ...(given === undefined ? [['password', `${password}   (shown only once)`]] : []),
  ]
  process.stdout.write(table(rows))
}
