import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncPath } from '#runtime/database/sync-path.ts'
import { hasNeverHadUsers } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { createUser } from './create-user.ts'

/** Somebody must be able to let the others in. True when the user `admin` was made, its password in the file. */
export async function makeFirstAdmin(users: Users, input: { passwordFile: string }): Promise<boolean> {
  if (!(await hasNeverHadUsers(users.db))) return false
  const password = randomBytes(18).toString('base64url')
  // The file first: after a crash in between there is an unused file, not an admin whom nobody can be.
  writeFileSync(input.passwordFile, `${password}\n`, { mode: 0o600, flush: true })
  syncPath(dirname(input.passwordFile))
  await createUser(users, {
    username: 'admin',
    email: 'admin@latchkey.invalid',
    name: 'Administrator',
    role: 'admin',
    password,
    by: null,
  })
  return true
}
