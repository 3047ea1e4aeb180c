import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { Failure } from '#contract/failures.ts'
import { createUserEndpoint } from '#contract/users.ts'
import { systemClock } from '#runtime/clock.ts'
import { createLog } from '#runtime/log.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { checker } from '#runtime/validation.ts'
import { createUser, type NewUser } from '#users/create-user.ts'
import { openUsers } from '#users/service.ts'
import type { User } from '#users/user.ts'
import { type AllSettings, databaseUrls } from './all-settings.ts'
import { lookingIn, makeDataFolder, readSecret } from './data-folder.ts'
import type { CommandFlags } from './main.ts'
import { table } from './table.ts'

/** Works on the database itself, so that it also helps when nobody can log in. */
export async function createUserCommand(settings: AllSettings, flags: CommandFlags): Promise<void> {
  const { username, email, role = 'user' } = flags
  if (username === undefined || email === undefined) throw usage('users create needs --username and --email.')
  if (role !== 'user' && role !== 'admin') throw usage('--role is user or admin.')
  const password = flags['password-stdin'] ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined
  const made = password ?? randomBytes(18).toString('base64url')
  const user = { username, email, password: made, ...(flags.name === undefined ? {} : { name: flags.name }) }
  try {
    checker(createUserEndpoint.body, { coerce: false, prefix: '' })(user)
    makeDataFolder(settings.data)
    const created = await createOn(settings, { ...user, role })
    process.stdout.write(describe(created, password === undefined ? made : undefined))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const faults = error.errors?.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`)
    throw new StartFault(faults ?? [error.message], { cause: error })
  }
}

async function createOn(settings: AllSettings, user: NewUser): Promise<User> {
  const users = await openUsers({
    databaseUrl: databaseUrls(settings).users,
    database: lookingIn,
    authUrl: settings.authUrl ?? `http://127.0.0.1:${settings.authPort}`,
    serviceToken: settings.serviceToken?.[0] ?? readSecret(settings.data, 'service-token') ?? '',
    signup: settings.signup,
    clock: systemClock,
    log: createLog('silent'),
  })
  try {
    return await createUser(users, user)
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
