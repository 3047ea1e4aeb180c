import assert from 'node:assert/strict'
import type { TokenPairResource } from '#contract/sign-in/token-pair.ts'
import { type AuthenticatorApp, authenticatorApp } from '#tests/support/authenticator-app.ts'
import type { HttpReply, System } from '#tests/support/system.ts'

/** Adds an authenticator app to the user of a session with a recent login, and returns the app and the recovery codes. */
export async function enrolApp(
  system: System,
  { access_token: token }: Pick<TokenPairResource, 'access_token'>,
): Promise<{ app: AuthenticatorApp; recoveryCodes: string[] }> {
  const at = `${system.usersUrl}/api/v1/users/me/factors/totp`
  const begun = await system.send('POST', at, { token })
  assert.equal(begun.status, 201, JSON.stringify(begun.body))
  const app = authenticatorApp(begun.body.secret, system.clock)
  const confirmed = await system.send('POST', `${at}/confirm`, { token, body: { code: app.code() } })
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body))
  return { app, recoveryCodes: confirmed.body.recovery_codes }
}

/** Sends the username and password of a user as a login. */
export const givePassword = (
  system: System,
  { username, password }: { username: string; password: string },
  more = {},
): Promise<HttpReply> =>
  system.send('POST', `${system.authUrl}/api/v1/auth/login`, { body: { username, password, ...more } })

/** Sends a code of the authenticator app for a login that has begun. */
export const giveCode = (
  system: System,
  { login_token, code }: { login_token: string; code: string },
  more = {},
): Promise<HttpReply> =>
  system.send('POST', `${system.authUrl}/api/v1/auth/login/totp`, { body: { login_token, code, ...more } })

/** Logs a user in with the password and the next code of the app. */
export async function logInWithApp(
  system: System,
  user: { username: string; password: string },
  app: AuthenticatorApp,
): Promise<TokenPairResource & { device_token?: string }> {
  const begun = await givePassword(system, user)
  assert.equal(begun.body.code, 'second_factor_required')
  const { login_token } = begun.body
  const done = await giveCode(system, { login_token, code: app.nextCode() }, { remember_device: true })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  return done.body
}
