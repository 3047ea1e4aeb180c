import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Fastify from 'fastify'
import { authEndpoints } from '#contract/auth.ts'
import { userEndpoints } from '#contract/users.ts'
import { mapHeadings } from '#tests/documents/map-headings.ts'
import { docsPages } from './docs-pages.ts'
import { readDoors } from './doors.ts'
import { readGuides } from './guides.ts'

const routes = [...userEndpoints, ...authEndpoints].map((endpoint) => ({ endpoint }))

function serveDocs() {
  const app = Fastify()
  docsPages(app, { title: 'Latchkey', routes })
  return app
}

const resultsIn = (page: string): string[] =>
  [...page.matchAll(/<li><a href="([^"]+)"/g)].map(([, path = '']) => path)

describe('the search of the documentation', () => {
  /** What readers type, and a page that must be among the first three results. */
  const asked = {
    'redirect uri': '/docs/guide/openid-clients',
    'reset password': '/docs/guide/email-links',
    'forgot password': '/docs/guide/email-links',
    'rotate keys': '/docs/guide/rotating-secrets',
    backup: '/docs/guide/keeping-and-moving',
    nginx: '/docs/guide/proxies',
    postgres: '/docs/guide/databases',
    passkey: '/docs/guide/passkeys',
    'webhook signature': '/docs/guide/webhooks',
    'rate limit': '/problems/',
    'export user': '/docs#exportUsers',
    cors: '/docs/guide/browsers',
    'logout everywhere': '/docs/explanation/revocation',
    'import from keycloak': '/docs/guide/moving-in',
    mfa: '/docs/guide/second-factors',
    'google login': '/docs/guide/federated-login',
    'refresh token': '/docs#refresh',
    healthcheck: '/docs/guide/deploying',
    upgrade: '/docs/guide/upgrading',
    docker: '/docs/guide/deploying',
    'api key': '/docs/guide/api-keys',
    'How do I rotate a secret?': '/docs/guide/rotating-secrets',
    session_ended: '/problems/session_ended',
    LATCHKEY_SMTP_URL: '/docs/guide/mail',
    sso: '/docs/guide/sso-for-any-app',
    oauth: '/docs/guide/openid-clients',
    '2fa': '/docs/guide/second-factors',
    jwt: '/docs/guide/checking-tokens',
    ldap: '/docs/explanation/what-it-is-not-for',
    saml: '/docs/explanation/what-it-is-not-for',
    'client secret': '/docs/guide/openid-clients',
    webhook: '/docs/guide/webhooks',
    kubernetes: '/docs/guide/deploying',
    'migrate keycloak': '/docs/guide/moving-in',
    passkeys: '/docs/guide/passkeys',
    'magic link': '/docs/explanation/what-it-is-not-for',
  }

  test('finds pages by the words that readers type', async () => {
    await using app = serveDocs()
    const missed: Record<string, string[]> = {}
    for (const [query, path] of Object.entries(asked)) {
      const { body } = await app.inject({ url: '/docs', query: { q: query } })
      const first = resultsIn(body).slice(0, 3)
      if (!first.some((one) => one.startsWith(path))) missed[query] = first
    }
    assert.deepEqual(missed, {})
  })

  test('is a form that works without a script, on every page', async () => {
    await using app = serveDocs()
    for (const path of ['/docs', '/docs/guide/mail', '/docs?q=mail']) {
      const { body, headers } = await app.inject(path)
      assert.match(body, /<form action="\/docs"[^>]*>.*<input id="q" name="q"/, path)
      assert.match(String(headers['content-security-policy']), /form-action 'self'/, path)
    }
  })

  test('shows what was typed as text, and says when nothing is found', async () => {
    await using app = serveDocs()
    const { body } = await app.inject({ url: '/docs', query: { q: '"><script>xyzzy' } })
    assert.doesNotMatch(body, /<script/)
    assert.match(body, /value="&quot;&gt;&lt;script&gt;xyzzy"/)
    assert.match(body, /No results\./)
  })

  test('shows the documentation when nothing was typed, or the parameter is there twice', async () => {
    await using app = serveDocs()
    const { body } = await app.inject('/docs')
    for (const query of ['q=', 'q=%20', 'q=a&q=b', 'x=1'])
      assert.equal((await app.inject(`/docs?${query}`)).body, body, query)
  })

  test('reads the beginning of a long query only, and its results are not stored', async () => {
    await using app = serveDocs()
    const { body, headers } = await app.inject({
      url: '/docs',
      query: { q: `nginx ${' '.repeat(100)}xyzzy` },
    })
    assert.ok(resultsIn(body).includes('/docs/guide/proxies#nginx'))
    assert.equal(headers['cache-control'], 'no-store')
  })
})

test('the documentation opens with eight groups, each with a line and its pages, and no page is missing', async () => {
  const doors = await readDoors()
  assert.deepEqual(
    doors.map(({ title }) => title),
    mapHeadings,
  )
  for (const { title, line } of doors) assert.match(line, /^\p{Lu}.*\.$/u, title)
  await using app = serveDocs()
  const { body } = await app.inject('/docs')
  const groups = body.slice(body.indexOf('class="doors"'), body.indexOf('id="api"'))
  for (const path of (await readGuides()).keys()) assert.ok(groups.includes(`href="${path}"`), path)
  for (const [, item = ''] of groups.matchAll(/<li>(.*?)<\/li>/g)) assert.match(item, /<a href="/)
})
