import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { Failure } from '#contract/failures.ts'
import { Username } from '#contract/fields.ts'
import { systemClock } from '#runtime/clock.ts'
import { createLog } from '#runtime/log.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { checker } from '#runtime/validation.ts'
import { createUser } from '#users/create-user.ts'
import { openUsers } from '#users/service.ts'
import type { User } from '#users/user.ts'
import type { AllSettings } from './all-settings.ts'
import { openDataFolder } from './data-folder.ts'
import type { CommandFlags } from './main.ts'
import { table } from './table.ts'

/** Works on the database itself, so that it also helps when nobody can log in. */
export async function createUserCommand(settings: AllSettings, flags: CommandFlags): Promise<void> {
  const { username, email, role = 'user' } = flags
  if (username === undefined || email === undefined) throw usage('users create needs --username and --email.')
  if (role !== 'user' && role !== 'admin') throw usage('--role is user or admin.')
  const folder = openDataFolder(settings.data)
  const serviceToken = settings.serviceToken?.[0] ?? folder.secret('service-token', { make: false }) ?? ''
  const users = await openUsers({
    databasePath: settings.usersDatabase ?? folder.path('users.db'),
    authUrl: settings.authUrl ?? `http://127.0.0.1:${settings.authPort}`,
    serviceToken,
    signup: settings.signup,
    clock: systemClock,
    log: createLog('silent'),
  })
  const password = flags['password-stdin'] ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined
  const made = password ?? randomBytes(18).toString('base64url')
  try {
    checker(Username, { coerce: false, prefix: '/username' })(username)
    const user = await createUser(users, { username, email, name: flags.name, role, password: made })
    process.stdout.write(describe(user, password === undefined ? made : undefined))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new StartFault(
      error.errors?.map(({ pointer, detail }) => `${pointer}: ${detail}`) ?? [error.message],
      { cause: error },
    )
  } finally {
    await users.db.close()
  }
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
