import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { send } from '#tests/support/system.ts'
import type { Addresses } from './requests.ts'

/** Logs in as the admin whom the first start created. Returns the given addresses and the access token. */
export async function signInAsAdmin(data: string, at: { users: string; auth: string }): Promise<Addresses> {
  const password = readFileSync(join(data, 'admin-password'), 'utf8').trim()
  const { status, body } = await send('POST', `${at.auth}/auth/login`, {
    body: { username: 'admin', password },
  })
  if (status !== 200) throw new Error(`The admin cannot log in: ${status} ${body.code}`)
  return { users: at.users, auth: at.auth, token: body.access_token }
}
