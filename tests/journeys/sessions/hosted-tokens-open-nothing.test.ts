import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostedApp, tokensOf, visitorAt } from '#tests/support/hosted-app.ts'
import { noteRoutes } from '#tests/support/mounted-routes.ts'
import { startSystem } from '#tests/support/system.ts'

/** A text in the form of a signed token, which no key has signed. */
const nonsense =
  `${btoa('{"alg":"EdDSA","kid":"x","typ":"at+jwt"}')}.${btoa('{}')}.${'A'.repeat(86)}`.replaceAll('=', '')

const statusOf = async (url: string, method: string, token: string): Promise<number> => {
  const hasBody = !['GET', 'HEAD'].includes(method)
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    body: hasBody ? '{}' : null,
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
  })
  await response.body?.cancel()
  return response.status
}

test('I138 no token of a sign-in through the hosted pages opens a route of either service', async () => {
  const noted = noteRoutes()
  await using system = await startSystem({ settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' } })
  const places = noted.stop()
  const app = await hostedApp(system)
  const visitor = await visitorAt(system, app, 'ada')
  const { access_token: own } = await system.logIn('ada', visitor.password)
  const { refreshToken, accessToken, idToken } = tokensOf(visitor)
  let opened = 0
  let asked = 0
  for (const { port, path, methods } of places) {
    const url = `http://127.0.0.1:${port}${path
      .replace(/(:id\b|\{id\})/, 'me')
      .replace(/:\w+|\{\w+\}/g, '0190b6a5-7e3c-7c3e-8f2a-3c1d5b7a9e10')
      .replace('*', 'x')}`
    for (const method of methods) {
      if (method === 'HEAD' || method === 'OPTIONS') continue
      const refused = await statusOf(url, method, nonsense)
      for (const [name, token] of Object.entries({ accessToken, idToken, refreshToken })) {
        asked++
        assert.equal(await statusOf(url, method, token), refused, `${method} ${url} with the ${name}`)
      }
      if (method === 'GET' && refused === 401 && !/stream|watch|events|revocations/.test(path))
        if ((await statusOf(url, method, own)) === 200) opened++
    }
  }
  assert.ok(asked > 300, `${asked} requests`)
  assert.ok(opened > 5, `a token of Latchkey itself opens ${opened} of them`)
  assert.equal(await visitor.whoAmI(), 'ada', 'the tokens were good all the time')
})
