import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { browserOfFile, browserVisitor } from '#tests/support/chromium.ts'
import { startLocalServer } from '#tests/support/local-server.ts'
import { metricsText, samplesIn } from '#tests/support/metrics-text.ts'
import { inherited } from '#tests/support/process.ts'
import { registerClient } from '#tests/support/relying-party.ts'
import { repository } from '#tests/support/run-program.ts'
import { startProvider } from '#tests/support/sign-in-app.ts'
import { stillClock } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'

const { inBrowser, browser } = browserOfFile()

/** Starts a system, an API that accepts its access tokens, and the example of a command-line program that calls this API. */
async function startScene() {
  await using stack = new AsyncDisposableStack()
  // This clock does not move, so each poll of the program after the first comes before the interval is over, and is
  // answered with `slow_down`.
  const system = stack.use(await startProvider({ clock: stillClock() }))
  const keys = createRemoteJWKSet(new URL(`${system.authUrl}/.well-known/jwks.json`))
  const api = stack.use(
    await startLocalServer(async ({ headers, url }, reply) => {
      const token = headers.authorization?.replace('Bearer ', '') ?? ''
      const rules = { issuer: system.authUrl, audience: api.url, typ: 'at+jwt' }
      const { payload } = await jwtVerify(token, keys, rules)
      assert.deepEqual([url, payload.scope], ['/notes', 'notes:read'])
      reply.end(JSON.stringify([`A note of ${payload.sub}`]))
    }),
  )
  const { id } = await registerClient(system, {
    name: 'Notes',
    token_endpoint_auth_method: 'none',
    redirect_uris: [],
    grant_types: ['device_code', 'refresh_token'],
    scopes: ['openid', 'profile', 'notes:read'],
    resources: [api.url],
  })
  const home = temporaryFolder()
  stack.defer(() => rmSync(home, { recursive: true, force: true }))
  const env = {
    ...inherited(),
    ISSUER: system.authUrl,
    CLIENT_ID: id,
    API: api.url,
    XDG_CONFIG_HOME: home,
  }
  /** Runs a command of the example. `printed` returns its output so far. */
  function run(command: string, changed: Record<string, string> = {}) {
    const child = spawn(process.execPath, [join(repository, 'examples/command-line/notes.js'), command], {
      env: { ...env, ...changed },
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        printed += part
      })
    const exited = once(child, 'close')
    return {
      printed: () => printed,
      async end() {
        const [code] = await exited
        return { code, printed }
      },
      async userCode() {
        await until('the code is shown', () => {
          assert.equal(child.exitCode, null, printed)
          return /Or open/.test(printed)
        })
        const [, at = '', code = ''] = /^Open +(\S+)\nEnter +(\S+)$/m.exec(printed) ?? []
        return { at, code }
      },
    }
  }
  const moved = stack.move()
  return {
    system,
    run,
    file: join(home, 'notes', 'credentials.json'),
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}

test(
  'a command line signs in with a code, keeps that to itself, refreshes, and takes it back',
  inBrowser,
  async () => {
    await using scene = await startScene()
    const { system, run, file } = scene
    const ada = await system.signUp('ada')
    await using visitor = await browserVisitor(browser())
    assert.deepEqual(await run('list').end(), { code: 1, printed: 'Nobody is signed in. Run: notes login\n' })

    const login = run('login')
    const { at, code } = await login.userCode()
    await until('the command line was told to slow down', async () => {
      const polls = samplesIn(await metricsText(system, ['auth'])).find(
        ({ name, labels }) =>
          name === 'http_server_request_duration_seconds_count' &&
          labels.http_route === '/oidc/token' &&
          labels.http_response_status_code === '400',
      )
      return (polls?.value ?? 0) > 1
    })
    await visitor.open(at)
    await visitor.fill('Code on the device', code)
    await visitor.press('Continue')
    assert.match(await visitor.text(), new RegExp(`Notes.*${code}`, 's'))
    await visitor.press('Connect device')
    await visitor.fill('Username or email address', 'ada')
    await visitor.fill('Password', ada.password)
    await visitor.press('Sign in')
    assert.equal(await visitor.heading(), 'Your device is connected')
    const signedIn = await login.end()
    assert.equal(signedIn.code, 0, signedIn.printed)
    assert.match(signedIn.printed, /Signed in as ada\.\n$/)
    assert.equal(statSync(file).mode & 0o777, 0o600)

    const kept = () => JSON.parse(readFileSync(file, 'utf8'))
    const first = kept()
    const notes = { code: 0, printed: `A note of ${ada.id}\n` }
    assert.deepEqual(await run('list').end(), notes)
    assert.deepEqual(kept(), first, 'the token is still good')
    writeFileSync(file, JSON.stringify({ ...first, expires_at: 0 }))
    assert.deepEqual(await Promise.all([run('list').end(), run('list').end()]), [notes, notes])
    assert.notEqual(kept().refresh_token, first.refresh_token)
    assert.equal(statSync(file).mode & 0o777, 0o600)

    const { refresh_token } = kept()
    assert.deepEqual(await run('logout').end(), { code: 0, printed: 'Signed out.\n' })
    assert.equal(existsSync(file), false)
    writeFileSync(file, JSON.stringify({ refresh_token, expires_at: 0 }))
    assert.deepEqual(await run('list').end(), { code: 1, printed: 'Nobody is signed in. Run: notes login\n' })
    assert.equal(existsSync(file), false, 'a token that is refused is not kept')
    await visitor.open(`${system.authUrl}/account`)
    assert.equal(await visitor.heading(), 'Your account', 'the browser is signed in')
  },
)

test('a command line says why it is not signed in: somebody said no, or nobody came', inBrowser, async () => {
  await using scene = await startScene()
  const { system, run, file } = scene
  await using visitor = await browserVisitor(browser())
  const refused = run('login')
  const { at, code } = await refused.userCode()
  await visitor.open(at)
  await visitor.fill('Code on the device', code)
  await visitor.press('Continue')
  await visitor.press('Cancel')
  const why = ({ code: status, printed }: { code: number; printed: string }) => [
    status,
    printed.trim().split('\n').at(-1),
  ]
  assert.deepEqual(why(await refused.end()), [1, 'You denied access in the browser.'])
  const late = run('login')
  await late.userCode()
  system.clock.advance(601_000)
  assert.deepEqual(why(await late.end()), [1, 'The code has expired. Run the command again.'])
  assert.equal(existsSync(file), false)
})

test('a command line prints the description of an error that it does not know', async () => {
  await using scene = await startScene()
  const { code, printed } = await scene.run('login', { API: 'https://other.example.com' }).end()
  assert.equal(code, 1)
  assert.match(printed, /resource/)
  assert.doesNotMatch(printed, /server responded with an error/)
})
