import { cookieIn, submit } from '#tests/support/account-forms.ts'
import { enrolApp } from '#tests/support/second-factors.ts'
import { startSystem, stillClock } from '#tests/support/system.ts'

/**
 * Starts a system with a user who has an authenticator app and has signed in on the account pages with the password and a
 * code.
 */
export async function startFactorScene(settings: Record<`LATCHKEY_${string}`, string> = {}) {
  await using parts = new AsyncDisposableStack()
  const system = parts.use(await startSystem({ clock: stillClock(), settings }))
  const ada = await system.signUpAndLogIn('ada')
  const { app, recoveryCodes } = await enrolApp(system, ada)
  const begin = async (fields: Record<string, string> = {}, headers: Record<string, string> = {}) => {
    const asked = await submit(system, '/sign-in', { username: 'ada', password: ada.password }, headers)
    const [, login_token = ''] = /name="login_token" value="([^"]+)"/.exec(asked.body) ?? []
    return submit(system, '/second-factor', { login_token, code: app.nextCode(), ...fields }, headers)
  }
  const cookie = cookieIn(await begin())
  const kept = parts.move()
  return {
    system,
    ada,
    app,
    recoveryCodes,
    begin,
    cookie,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
