import assert from 'node:assert/strict'
import type { Engine } from '#tests/support/engines.ts'
import {
  type ScriptedUser,
  type ScriptedUserService,
  startScriptedUserService,
} from '#tests/support/scripted-user-service.ts'
import {
  type HttpReply,
  type System,
  startSystem,
  stillClock,
  type TestClock,
} from '#tests/support/system.ts'

export const post = (system: System, path: string, body: object, token?: string): Promise<HttpReply> =>
  system.send('POST', `${system.authUrl}/api/v1/auth/${path}`, { body, ...(token ? { token } : {}) })
export const logIn = (system: System, { username, password }: ScriptedUser, more = {}) =>
  post(system, 'login', { username, password, ...more })
export const byTotp = (system: System, login_token: string, code: string, more = {}) =>
  post(system, 'login/totp', { login_token, code, ...more })
export const byRecoveryCode = (system: System, login_token: string, code: string) =>
  post(system, 'login/recovery-code', { login_token, code })
export const why = ({ status, body }: HttpReply) => [status, body.code]

/**
 * Returns a code that the authenticator app does not show. A fixed code could be right by chance, because the codes of
 * the scripted user service are random.
 */
export const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000')

/** Reads the claims of an access token. */
export function claimsOf(token: string) {
  const [, payload = ''] = token.split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

/** An authentication service with a scripted user service, and a user ada who has second factors. */
export interface LoginScene extends AsyncDisposable {
  system: System
  users: ScriptedUserService
  clock: TestClock
  ada: ScriptedUser
  /** Logs ada in with the password, and returns the `login_token`. */
  begin(): Promise<string>
}

export async function startLoginScene(
  engine: Engine,
  settings: Record<`LATCHKEY_${string}`, string> = {},
): Promise<LoginScene> {
  await using parts = new AsyncDisposableStack()
  const users = parts.use(await startScriptedUserService())
  const clock = stillClock()
  const system = parts.use(
    await startSystem({ engine, services: 'auth', settings: { ...users.settings, ...settings }, clock }),
  )
  const ada = users.addUser('ada')
  users.addFactors(ada)
  const kept = parts.move()
  return {
    system,
    users,
    clock,
    ada,
    async begin() {
      const reply = await logIn(system, ada)
      assert.deepEqual(why(reply), [401, 'second_factor_required'])
      return reply.body.login_token
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
