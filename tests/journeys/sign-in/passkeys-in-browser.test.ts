import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { findChromium, startBrowser } from '#tests/support/chromium.ts'
import { servePages } from '#tests/support/page-server.ts'
import { type HttpReply, type System, send, startSystem } from '#tests/support/system.ts'

const executable = findChromium()
const inBrowser = {
  skip: executable ? false : 'there is no Chromium on this machine; LATCHKEY_TEST_CHROMIUM can name one',
}
const why = ({ status, body }: HttpReply) => [status, body.code]
const invalid = [401, 'passkey_invalid']

/** A page of an application in a real browser, with a virtual authenticator that confirms without a touch. */
interface Scene extends AsyncDisposable {
  system: System
  page: Page
  devtools: CDPSession
  authenticatorId: string
  /**
   * Returns the response of the browser to the passkey options of a service, or the name of the error that the browser
   * throws.
   */
  answer(what: 'create' | 'get', options: object, mediation?: 'conditional'): Promise<object | string>
  post(url: string, body?: object, token?: string): Promise<HttpReply>
}

async function openScene(): Promise<Scene> {
  await using parts = new AsyncDisposableStack()
  const pages = parts.use(await servePages())
  // Browsers allow passkeys only for host names, not for IP addresses, and allow `localhost` without TLS.
  const origin = pages.url.replace('127.0.0.1', 'localhost')
  const settings = { LATCHKEY_PASSKEY_DOMAIN: 'localhost', LATCHKEY_PASSKEY_ORIGINS: origin }
  const system = parts.use(await startSystem({ settings }))
  const browser = parts.use(await startBrowser(executable ?? ''))
  const page = await browser.newPage()
  await page.goto(origin)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const kept = parts.move()
  return {
    system,
    page,
    devtools,
    authenticatorId,
    answer: (what, options, mediation) =>
      page.evaluate<object | string>(`(async () => {
        const json = ${JSON.stringify(options)}
        const publicKey = ${what === 'create'}
          ? PublicKeyCredential.parseCreationOptionsFromJSON(json)
          : PublicKeyCredential.parseRequestOptionsFromJSON(json)
        const more = ${mediation === undefined ? '{}' : JSON.stringify({ mediation })}
        return navigator.credentials.${what}({ publicKey, ...more })
          .then((credential) => credential.toJSON(), (error) => error.name)
      })()`),
    post: (url, body, token) => send('POST', url, { ...(body && { body }), ...(token && { token }) }),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** Adds a passkey with the browser, in a session with a recent login. */
async function add({ system, answer, post }: Scene, token: string): Promise<HttpReply> {
  const url = `${system.usersUrl}/api/v1/users/me/passkeys`
  const { body } = await post(`${url}/options`, undefined, token)
  const credential = await answer('create', body.public_key)
  assert.equal(typeof credential, 'object', String(credential))
  return post(url, { credential, name: 'Browser' }, token)
}

/** Logs in with a passkey alone, with the browser. */
async function logIn({ system, answer, post }: Scene, mediation?: 'conditional'): Promise<HttpReply> {
  const auth = `${system.authUrl}/api/v1/auth/passkey`
  const { body } = await post(`${auth}/options`)
  const credential = await answer('get', body.public_key, mediation)
  assert.equal(typeof credential, 'object', String(credential))
  return post(`${auth}/login`, { credential })
}

test(
  'a real browser adds a passkey, logs in with it, and proves with it who is there',
  inBrowser,
  async () => {
    await using scene = await openScene()
    const { system, answer, post } = scene
    const ada = await system.signUpAndLogIn('ada')
    const added = await add(scene, ada.access_token)
    assert.deepEqual([added.status, added.body.recovery_codes?.length], [201, 10])

    const direct = await logIn(scene)
    assert.deepEqual([direct.status, direct.body.user?.id], [200, ada.user.id], JSON.stringify(direct.body))
    assert.equal((await logIn(scene, 'conditional')).status, 200, 'offered in the field for the username')

    const auth = `${system.authUrl}/api/v1/auth`
    const { login_token } = (await post(`${auth}/login`, { username: 'ada', password: ada.password })).body
    const step = await post(`${auth}/login/passkey/options`, { login_token })
    const second = { login_token, credential: await answer('get', step.body.public_key) }
    assert.equal((await post(`${auth}/login/passkey`, second)).status, 200)

    const token = direct.body.access_token
    const asked = await post(`${auth}/step-up/passkey/options`, undefined, token)
    const credential = await answer('get', asked.body.public_key)
    assert.equal((await post(`${auth}/step-up/passkey`, { credential }, token)).status, 200)

    const own = `${system.usersUrl}/api/v1/users/me/passkeys`
    const again = await post(`${own}/options`, undefined, token)
    assert.equal(await answer('create', again.body.public_key), 'InvalidStateError', 'it has one already')
    assert.equal((await send('DELETE', `${own}/${added.body.passkey.id}`, { token })).status, 204)
    assert.deepEqual(why(await logIn(scene)), invalid, 'the browser does not know that it was removed')
  },
)

test(
  'I105 I109 I111 what an authenticator bends is refused, and what may change is not',
  inBrowser,
  async () => {
    await using scene = await openScene()
    const { system, devtools, authenticatorId } = scene
    const ada = await system.signUpAndLogIn('ada')
    const { body } = await add(scene, ada.access_token)
    assert.equal(body.passkey?.is_synced, false)
    const usual = { authenticatorId, isBogusSignature: false, isBadUV: false, isBadUP: false }
    for (const bent of ['isBogusSignature', 'isBadUV', 'isBadUP'] as const) {
      await devtools.send('WebAuthn.setResponseOverrideBits', { ...usual, [bent]: true })
      assert.deepEqual(why(await logIn(scene)), invalid, bent)
      await devtools.send('WebAuthn.setResponseOverrideBits', usual)
      assert.equal((await logIn(scene)).status, 200, `after ${bent}`)
    }
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
    const credentialId = credentials[0]?.credentialId ?? ''
    const own = { authenticatorId, credentialId }
    for (const [backupEligibility, backupState] of [
      [true, true],
      [true, false],
      [false, false],
    ] as const) {
      await devtools.send('WebAuthn.setCredentialProperties', { ...own, backupEligibility, backupState })
      const reply = await logIn(scene)
      assert.equal(reply.status, 200)
      const [, claims = ''] = reply.body.access_token.split('.')
      const { amr } = JSON.parse(Buffer.from(claims, 'base64url').toString())
      assert.equal(amr[0], backupEligibility ? 'swk' : 'hwk')
    }
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    const { body: asked } = await scene.post(`${system.authUrl}/api/v1/auth/passkey/options`)
    assert.equal(await scene.answer('get', asked.public_key), 'NotAllowedError')
  },
)
