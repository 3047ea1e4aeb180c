import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncPath } from '#runtime/database/sync-path.ts'
import { hasNeverHadUsers } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { noteFirstAdmin } from '../setup/index.ts'
import { createUser } from './create-user.ts'

/**
 * Creates the user `admin` if there has never been a user, because an admin is needed to make other admins. Returns true when it
 * has created the user, whose password is then in `passwordFile`.
 */
export async function makeFirstAdmin(users: Users, input: { passwordFile: string }): Promise<boolean> {
  if (!(await hasNeverHadUsers(users.db))) return false
  const password = randomBytes(18).toString('base64url')
  // The file is written first: a crash in between leaves an unused file, not an admin whose password nobody knows.
  writeFileSync(input.passwordFile, `${password}\n`, { mode: 0o600, flush: true })
  syncPath(dirname(input.passwordFile))
  const { id } = await createUser(users, {
    username: 'admin',
    email: 'admin@latchkey.invalid',
    name: 'Administrator',
    role: 'admin',
    password,
    by: null,
  })
  await noteFirstAdmin(users, { id })
  return true
}
