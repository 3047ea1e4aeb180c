import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { createUserEndpoint } from '#contract/users.ts'
import { checker } from '#runtime/validation.ts'
import type { User } from '#users/core/user.ts'
import { createUser } from '#users/sign-up/create-user.ts'
import type { AllSettings } from '../start/all-settings.ts'
import { table } from '../table.ts'
import { withUsers } from '../with-users.ts'

interface NewUser {
  username: string
  email: string
  name: string | undefined
  role: 'user' | 'admin' | undefined
  'password-stdin': boolean
}

export async function createUserCommand(settings: AllSettings, flags: NewUser): Promise<void> {
  const { username, email, role = 'user' } = flags
  const password = flags['password-stdin'] ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined
  const made = password ?? randomBytes(18).toString('base64url')
  const user = { username, email, password: made, ...(flags.name === undefined ? {} : { name: flags.name }) }
  checker(createUserEndpoint.body)(user)
  const created = await withUsers(settings, (users) => createUser(users, { ...user, role, by: null }))
  process.stdout.write(describe(created, password === undefined ? made : undefined))
}

function describe(user: User, password: string | undefined): string {
  const rows = [
    ['id', user.id],
    ['username', user.username],
    ['email', user.email],
    ['role', user.role],
  ]
  if (password !== undefined) rows.push(['password', `${password}   (shown this once)`])
  return table(rows)
}
