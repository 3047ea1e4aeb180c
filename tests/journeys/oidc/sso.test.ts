import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { browserOfFile, browserVisitor } from '#tests/support/chromium.ts'
import { ask, whyNot } from '#tests/support/gateways.ts'
import { tokenFor } from '#tests/support/mail.ts'
import { startProvider } from '#tests/support/sign-in-app.ts'
import { findOauth2Proxy, startSsoSite } from '#tests/support/sso-site.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const { inBrowser, browser } = browserOfFile()
const found = findOauth2Proxy()
const program = 'program' in found ? found.program : ''

type Visitor = Awaited<ReturnType<typeof browserVisitor>>

async function confirmAddress(system: System, email: string): Promise<void> {
  const token = await tokenFor(system, email, 'verify-email')
  const reply = await system.send('POST', `${system.authUrl}/api/v1/auth/email/verify`, { body: { token } })
  assert.equal(reply.status, 200)
}

async function signIn(visitor: Visitor, { username, password }: { username: string; password: string }) {
  await visitor.fill('Username or email address', username)
  await visitor.fill('Password', password)
  await visitor.press('Sign in')
}

/** Returns the Cookie header that the browser sends to a site. */
async function cookieFor({ page }: Visitor, origin: string): Promise<string> {
  const cookies = await page.context().cookies(origin)
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

const facts = ['user', 'preferred-username', 'email', 'groups'].map((name) => `x-auth-request-${name}`)

for (const server of ['nginx', 'caddy'] as const)
  describe(`an app without a sign-in, behind ${server} and oauth2-proxy with the files in deploy/sso`, {
    skip: whyNot(server) || ('missing' in found && found.missing) || inBrowser.skip,
  }, () => {
    test('is told who signed in at Latchkey, until they sign out anywhere, and nothing that a client invents', async () => {
      await using system = await startProvider()
      const ada = await system.signUpAndLogIn('ada')
      await confirmAddress(system, ada.user.email)
      await using site = await startSsoSite(server, { system, program })
      const { origin, application } = site
      await using visitor = await browserVisitor(browser())
      const path = '/reports?week=3&filter=a%2Fb&week=4'
      const truth = [ada.user.id, 'ada', 'ada@example.com', 'user']
      // The browser asks for the icon at a moment of its own, also after a later request of the test.
      const lastAsked = () => application.asked.findLast((one) => one.url !== '/favicon.ico')
      const seen = () => {
        const { url, headers } = lastAsked() ?? {}
        return { url, facts: facts.map((name) => headers?.[name]) }
      }

      const invented = {
        'x-auth-request-user': 'somebody',
        'X-Auth-Request-Groups': 'admin',
        x_auth_request_user: 'somebody',
        'x-auth_request-groups': 'admin',
      }
      const stranger = await ask(`${origin}${path}`, invented, { method: 'POST', body: {} })
      assert.equal(stranger.status, 302)
      assert.ok(stranger.headers.location?.startsWith(`${system.authUrl}/oidc/authorize?`))
      assert.equal(application.asked.length, 0, 'the app was not asked')

      await visitor.open(`${origin}${path}`)
      await signIn(visitor, { username: 'ada', password: ada.password })
      await visitor.page.waitForURL(({ href }) => href === `${origin}${path}`)
      assert.deepEqual(seen(), { url: path, facts: truth })

      const cookie = await cookieFor(visitor, origin)
      const bearer = { authorization: 'Bearer of-the-app' }
      assert.equal((await ask(`${origin}/page`, { cookie, ...invented, ...bearer })).status, 200)
      assert.deepEqual(seen(), { url: '/page', facts: truth })
      const { headers = {} } = lastAsked() ?? {}
      assert.equal(headers.authorization, bearer.authorization)
      assert.deepEqual(
        Object.keys(headers).filter((name) => /auth.*_|_.*auth/.test(name)),
        [],
      )

      const db = await system.database('auth')
      await until('the session was renewed again and again', async () => {
        await visitor.open(`${origin}${path}`)
        assert.deepEqual(seen(), { url: path, facts: truth })
        const rows = await db.query<{ generation: number }>`
          SELECT generation FROM oidc_artifacts WHERE model = 'RefreshToken'`
        return rows.some(({ generation }) => generation > 3)
      })

      const before = await cookieFor(visitor, origin)
      const ended = await system.send('POST', `${system.authUrl}/api/v1/auth/sessions/revoke`, {
        token: ada.access_token,
        body: { scope: 'others' },
      })
      assert.equal(ended.status, 200)
      await until('the site asks to sign in', async () => {
        await visitor.open(`${origin}${path}`)
        return visitor.page.url().startsWith(system.authUrl)
      })
      assert.equal((await ask(`${origin}/page`, { cookie: before })).status, 302, 'a copy of the cookie')

      await signIn(visitor, { username: 'ada', password: ada.password })
      await visitor.page.waitForURL(({ href }) => href === `${origin}${path}`)
      await visitor.open(`${origin}/sign-out`)
      assert.equal(await visitor.heading(), 'You’re signed out')
      const left = await ask(`${origin}/oauth2/sign_out`, { cookie })
      assert.match(`${left.headers['set-cookie']}`, /^__Host-sso=; .*Max-Age=0/)
      // A request in progress may have renewed the cookie of the site once more. The login at Latchkey has ended, so the
      // site soon refuses the cookie.
      await until('the site asks to sign in', async () => {
        await visitor.open(`${origin}${path}`)
        return visitor.page.url().startsWith(system.authUrl)
      })
      assert.equal(await visitor.heading(), 'Sign in')

      await signIn(visitor, { username: 'ada', password: ada.password })
      await visitor.page.waitForURL(({ href }) => href === `${origin}${path}`)
      const last = await cookieFor(visitor, origin)
      await system.stop()
      await until('the session could not be renewed', async () => {
        assert.equal((await ask(`${origin}/page`, { cookie: last })).status, 200, 'whoever is in stays in')
        return site.log().includes('Unable to refresh session')
      })
      assert.equal((await ask(`${origin}/page`, {})).status, 302)

      await site.stopSessions()
      const { length } = application.asked
      assert.ok((await ask(`${origin}/page`, { cookie: last })).status >= 500)
      assert.equal(application.asked.length, length, 'nobody is let in while nothing can be asked')
    })

    test('is for admins only where the file says so, and for nobody without a confirmed address', async () => {
      await using system = await startProvider()
      const people = [await system.signUpAndLogIn('ada'), await system.signUpAndLogIn('bob')] as const
      const [ada, bob] = people
      const { access_token: token } = await system.admin()
      const promoted = await system.send('PATCH', `${system.usersUrl}/api/v1/users/${ada.user.id}`, {
        token,
        body: { role: 'admin' },
      })
      assert.equal(promoted.status, 200, JSON.stringify(promoted.body))
      await using site = await startSsoSite(server, {
        system,
        program,
        change: (settings) => settings.replace('# allowed_groups', 'allowed_groups'),
      })
      const { origin, application } = site
      const statusFor = async ({ user, password }: typeof ada) => {
        await using visitor = await browserVisitor(browser())
        await visitor.open(`${origin}/`)
        const answered = visitor.page.waitForResponse(
          (response) => response.url().startsWith(origin) && ![302, 303].includes(response.status()),
        )
        await signIn(visitor, { username: user.username, password })
        return (await answered).status()
      }
      assert.equal(await statusFor(ada), 403, 'the address is not confirmed')
      for (const { user } of people) await confirmAddress(system, user.email)
      assert.equal(await statusFor(bob), 403)
      assert.equal(application.asked.length, 0)
      assert.equal(await statusFor(ada), 200)
      assert.equal(application.asked.at(-1)?.headers['x-auth-request-groups'], 'admin')
    })
  })
