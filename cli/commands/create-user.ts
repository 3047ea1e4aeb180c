import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { createUserEndpoint } from '#contract/users.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { checker } from '#runtime/validation.ts'
import { createUser } from '#users/sign-up/create-user.ts'
import type { User } from '#users/user/user.ts'
import type { CommandFlags } from '../main.ts'
import type { AllSettings } from '../start/all-settings.ts'
import { table } from '../table.ts'
import { withUsers } from '../with-users.ts'

export async function createUserCommand(settings: AllSettings, flags: CommandFlags): Promise<void> {
  const { username, email, role = 'user' } = flags
  if (username === undefined || email === undefined) throw usage('users create needs --username and --email.')
  if (role !== 'user' && role !== 'admin') throw usage('--role is user or admin.')
  const password = flags['password-stdin'] ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined
  const made = password ?? randomBytes(18).toString('base64url')
  const user = { username, email, password: made, ...(flags.name === undefined ? {} : { name: flags.name }) }
  checker(createUserEndpoint.body, { coerce: false, prefix: '' })(user)
  const created = await withUsers(settings, (users) => createUser(users, { ...user, role, by: null }))
  process.stdout.write(describe(created, password === undefined ? made : undefined))
}

const usage = (fault: string): StartFault => new StartFault([fault], { exitCode: 2 })

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
