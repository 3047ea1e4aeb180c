import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { logOutEndpoint } from '#contract/auth.ts'
import { call } from '#sdk/call.ts'
import { createTokenValidator, type TokenValidatorOptions } from '#sdk/token-validator.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { paths, startScriptedAuthService } from '#tests/support/scripted-auth-service.ts'
import { startSystem } from '#tests/support/system.ts'
import { startProxy } from '#tests/support/tcp-proxy.ts'
import { until } from '#tests/support/until.ts'

/** Starts an application that validates tokens in another process. `verdict` returns its result for one token. */
function startApplication(options: TokenValidatorOptions) {
  const script = new URL('../../faults/feed-validator.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['--', script, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const verdicts = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async verdict(token: string): Promise<string> {
      child.stdin.write(`${token}\n`)
      return (await verdicts.next()).value as string
    },
    /** Closes the input of the application, which must then exit by itself, and returns its exit code. */
    async end(): Promise<number | null> {
      child.stdin.end()
      return (await exited)[0]
    },
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  }
}

describe('an application that checks tokens by itself', () => {
  test('I19 strict: a logout is refused from the moment that it was answered', async () => {
    await using system = await startSystem()
    const { access_token: token, user } = await system.signUpAndLogIn('ada')
    const common = { issuer: 'https://auth.example.com', audience: 'latchkey', authUrl: system.authUrl }
    const strict = createTokenValidator({ ...common, mode: 'strict' })
    const local = createTokenValidator({ ...common, mode: 'local' })
    assert.equal((await strict.verifyToken(token)).sub, user.id)
    assert.equal((await local.verifyToken(token)).sub, user.id)
    await call(logOutEndpoint, {}, { baseUrl: system.authUrl, bearer: token })
    await assert.rejects(strict.verifyToken(token), { code: 'session_ended', reason: 'logout' })
    assert.ok(await local.verifyToken(token), 'local knows of no logout')
    const refresh = (await system.signUpAndLogIn('grace')).refresh_token
    for (const validator of [strict, local])
      await assert.rejects(validator.verifyToken(refresh), { code: 'token_invalid' })
    await system.stop()
    await assert.rejects(strict.verifyToken(token), { code: 'auth_service_unavailable' })
  })

  test('another process hears of a logout, asks when it hears nothing, and ends when it is told to', async () => {
    await using service = await startScriptedAuthService()
    const options = { issuer: service.url, audience: 'latchkey', credential: 'key', silentAfterMs: 1_500 }
    using application = startApplication({ ...options, mode: 'feed' })
    const ada = service.mint({ sid: 'ada' })
    const grace = service.mint({ sid: 'grace' })
    await service.openFeeds()
    await until('a live feed', async () => {
      service.beat()
      const before = service.asked(paths.validate)
      assert.equal(await application.verdict(ada), 'good')
      return service.asked(paths.validate) === before
    })
    service.tell('ada')
    service.beat()
    await until('the logout', async () => (await application.verdict(ada)) === 'session_ended')
    assert.equal(await application.verdict(grace), 'good')

    service.end('grace')
    await until('the silence', async () => (await application.verdict(grace)) === 'session_ended')
    service.script(paths.validate, 'cut')
    assert.equal(await application.verdict(grace), 'auth_service_unavailable')
    assert.equal(await application.verdict(ada), 'session_ended')
    assert.equal(await application.end(), 0)
  })
})

onEachEngine((startSystem) => {
  test('I19 in another process a logout is refused, and still when the feed is cut', async () => {
    await using system = await startSystem()
    const { password } = await system.signUp('ada')
    let isFeedCut = false
    await using proxy = await startProxy(system.authUrl, (sent, link) => {
      if (!isFeedCut || !sent.includes('/api/v1/auth/revocations')) return sent
      link.cut()
      return undefined
    })
    const credential = system.serviceToken()
    const common = { issuer: 'https://auth.example.com', audience: 'latchkey', credential, allowHttp: true }
    using application = startApplication({ ...common, authUrl: new URL(proxy.url).origin, mode: 'feed' })
    const asked = () =>
      system.log.filter(({ code, endpoint }) => code !== undefined && endpoint === 'validateToken').length

    /**
     * Logs a session out, and resolves once the application refuses its token. `wasAsked` says whether the application had to
     * call the authentication service for this.
     */
    async function logOutOne(): Promise<{ wasAsked: boolean }> {
      const { access_token: token } = await system.logIn('ada', password)
      assert.equal(await application.verdict(token), 'good')
      const before = asked()
      await call(logOutEndpoint, {}, { baseUrl: system.authUrl, bearer: token })
      await until('the refusal', async () => (await application.verdict(token)) === 'session_ended')
      return { wasAsked: asked() > before }
    }

    await until('a live feed', async () => !(await logOutOne()).wasAsked)
    for (let times = 0; times < 15; times++) await logOutOne()
    isFeedCut = true
    proxy.cut()
    // The application trusts the cut feed until it has been silent for too long. From then on it calls the authentication
    // service for each token.
    await logOutOne()
    for (let times = 0; times < 5; times++) assert.ok((await logOutOne()).wasAsked)
    assert.equal(await application.end(), 0)
  })
})
