import assert from 'node:assert/strict'
import { adminPassword } from './console-visitor.ts'
import { type System, send } from './system.ts'

/** Signs a user in on the account pages, and returns the header `Cookie` of that browser. */
export async function cookieOf(
  system: System,
  { username, password }: { username: string; password: string },
): Promise<string> {
  const { status, headers } = await send('POST', `${system.authUrl}/account/sign-in`, {
    body: new URLSearchParams({ username, password }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: system.authUrl },
  })
  assert.equal(status, 303)
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

export const cookieOfAdmin = (system: System): Promise<string> =>
  cookieOf(system, { username: 'admin', password: adminPassword(system) })
