import assert from 'node:assert/strict'
import { type AuthenticatorApp, authenticatorApp, wrongCode } from './authenticator-app.ts'
import type { SignedIn, System } from './system.ts'

type Login = Record<string, unknown>

/**
 * Uses everything about second factors as one user. At the end the user has an authenticator app, another app that was
 * not confirmed, recovery codes, a remembered device and a login that waits for its next step. Moves the clock on by a
 * few minutes. Returns the app.
 */
export async function useFactors(system: System, { user, password }: SignedIn): Promise<AuthenticatorApp> {
  const { usersUrl, authUrl, clock } = system
  const auth = `${authUrl}/api/v1/auth`
  const own = `${usersUrl}/api/v1/users/me`
  const call = async (
    method: string,
    url: string,
    status: number,
    sent: { token?: string; body?: object },
  ) => {
    const reply = await system.send(method, url, sent)
    assert.equal(reply.status, status, `${method} ${url} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const begin = async (more: Login = {}, status = 401) =>
    call('POST', `${auth}/login`, status, { body: { username: user.username, password, ...more } })
  const addApp = async (token: string) => {
    const { secret } = await call('POST', `${own}/factors/totp`, 201, { token })
    const app = authenticatorApp(secret, clock)
    const body = { code: app.nextCode() }
    const { recovery_codes } = await call('POST', `${own}/factors/totp/confirm`, 200, { token, body })
    return { app, codes: recovery_codes as string[] }
  }
  const first = (await begin({}, 200)).access_token
  const { app } = await addApp(first)
  await call('GET', `${own}/factors`, 200, { token: first })

  const byApp = async () => {
    const { login_token } = await begin()
    const body = { login_token, code: app.nextCode(), remember_device: true }
    return call('POST', `${auth}/login/totp`, 200, { body })
  }
  const { access_token: token, device_token } = await byApp()
  await begin({ device_token }, 200)
  const { recovery_codes: codes } = await call('POST', `${own}/recovery-codes`, 201, { token })
  const byCode = { login_token: (await begin()).login_token, code: codes[0] }
  await call('POST', `${auth}/login/recovery-code`, 200, { body: byCode })
  const proof = { password, totp: app.nextCode() }
  const stepped = (await call('POST', `${auth}/step-up`, 200, { token, body: proof })).access_token
  await useDevices(system, { user, token: stepped })
  await call('DELETE', `${own}/factors/totp`, 204, { token: stepped })

  const { app: last } = await addApp(stepped)
  await call('POST', `${own}/factors/totp`, 201, { token: stepped })
  const remembered = {
    login_token: (await begin()).login_token,
    code: last.nextCode(),
    remember_device: true,
  }
  await call('POST', `${auth}/login/totp`, 200, { body: remembered })
  const wrong = { login_token: (await begin()).login_token, code: wrongCode(last) }
  await call('POST', `${auth}/login/totp`, 401, { body: wrong })
  await resetOthers(system)
  return last
}

async function useDevices(
  { authUrl, send }: System,
  { user, token }: { user: SignedIn['user']; token: string },
): Promise<void> {
  const devices = `${authUrl}/api/v1/users/${user.id}/devices`
  const { body } = await send('GET', devices, { token })
  for (const { id } of body.data)
    assert.equal((await send('DELETE', `${devices}/${id}`, { token })).status, 204)
}

/** Resets the second factors of another user, as support staff do. */
async function resetOthers(system: System): Promise<void> {
  const { usersUrl, clock, send } = system
  const { user, access_token: token } = await system.signUpAndLogIn('erin')
  const { secret } = (await send('POST', `${usersUrl}/api/v1/users/me/factors/totp`, { token })).body
  const body = { code: authenticatorApp(secret, clock).code() }
  const confirm = `${usersUrl}/api/v1/users/me/factors/totp/confirm`
  assert.equal((await send('POST', confirm, { token, body })).status, 200)
  const admin = (await system.admin()).access_token
  const reset = await send('DELETE', `${usersUrl}/api/v1/users/${user.id}/factors`, { token: admin })
  assert.equal(reset.status, 204)
}
