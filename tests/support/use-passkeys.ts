import assert from 'node:assert/strict'
import type { AuthenticatorApp } from './authenticator-app.ts'
import { addPasskey, passkeySite, showPasskey } from './passkey-user.ts'
import type { HttpReply, SignedIn, System } from './system.ts'

/**
 * Uses everything about passkeys as one user who has an authenticator app. At the end the user has a passkey and a
 * remembered device. Returns the access token of the last login.
 */
export async function usePasskeys(
  system: System,
  { user, password, app }: Pick<SignedIn, 'user' | 'password'> & { app: AuthenticatorApp },
): Promise<string> {
  const auth = `${system.authUrl}/api/v1/auth`
  const own = `${system.usersUrl}/api/v1/users/me/passkeys`
  const begin = async (): Promise<string> => {
    const body = { username: user.username, password }
    return (await system.send('POST', `${auth}/login`, { body })).body.login_token
  }
  const byApp = { login_token: await begin(), code: app.nextCode() }
  const loggedIn = await system.send('POST', `${auth}/login/totp`, { body: byApp })
  const { passkey: shown } = await addPasskey(system, loggedIn.body.access_token)
  const { access_token: token } = (await showPasskey(system, 'passkey/login', { shown })).body
  const other = await addPasskey(system, token)
  const url = `${own}/${other.id}`
  const replies: HttpReply[] = [
    await showPasskey(system, 'login/passkey', { shown, body: { login_token: await begin() } }),
    await showPasskey(system, 'step-up/passkey', { shown, token }),
    await system.send('GET', own, { token }),
    await system.send('PATCH', url, { token, body: { name: 'Phone' } }),
    await system.send('DELETE', url, { token }),
  ]
  for (const { status, body } of replies) assert.ok(status < 300, JSON.stringify(body))
  // The device is remembered last, because adding or removing a passkey makes all remembered devices forgotten.
  const remembered = { login_token: await begin(), code: app.nextCode(), remember_device: true }
  const last = await system.send('POST', `${auth}/login/totp`, { body: remembered })
  assert.equal(last.status, 200)
  await copyPasskey(system)
  return last.body.access_token
}

/** Simulates that the passkey of another user was copied: the lower counter of the copy is refused. */
async function copyPasskey(system: System): Promise<void> {
  const { access_token: token } = await system.signUpAndLogIn('frank')
  const { passkey } = await addPasskey(system, token, { counter: 5 })
  const shown = (challenge: string) => passkey.get({ challenge, ...passkeySite }, { counter: 5 })
  assert.equal((await showPasskey(system, 'passkey/login', { shown })).status, 401)
}
