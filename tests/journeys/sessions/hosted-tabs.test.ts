import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWebSession, type WebSession } from '#sdk/server.ts'
import { seededRandom } from '#tests/faults/random.ts'
import {
  cookieName,
  type HostedApp,
  hostedApp,
  storeCookie,
  tokensOf,
  visitorAt,
} from '#tests/support/hosted-app.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { issuer } from '#tests/support/relying-party.ts'
import { startProxy } from '#tests/support/tcp-proxy.ts'

const [second, minute] = [1_000, 60_000]

const isRefresh = (sent: Buffer): boolean =>
  sent.includes('POST /oidc/token ') && sent.includes('grant_type=refresh_token')

onEachEngine((start) => {
  test('two tabs refresh for an hour at two processes while replies are lost, and neither is signed out', async (t) => {
    const seed = Date.now() % 1_000_000
    const random = seededRandom(seed)
    await using system = await start({ settings: { LATCHKEY_ACCESS_TOKEN_LIFETIME: '2m' } })
    const seen = { refreshes: 0, lostByProvider: 0, lostByApp: 0, unavailable: 0 }
    let inARow = 0
    // Latchkey receives every refresh. At random, the connection breaks before the reply.
    await using proxy = await startProxy(system.authUrl, (sent, link) => {
      if (!isRefresh(sent)) return sent
      seen.refreshes++
      if (inARow < 3 && random.next() < 0.5) {
        seen.lostByProvider++
        link.cutAtAnswer()
      }
      return sent
    })
    const app = await hostedApp(system, { authUrl: new URL(proxy.url).origin })
    const visitor = await visitorAt(system, app, 'ada')
    const processes = [app, anotherProcess(app, new URL(proxy.url).origin, system.clock.now)]
    const cookies = new Set([visitor.cookies.get(cookieName)])

    /** Sends the request of a tab, whose reply the browser may not get. Returns who is signed in; undefined if it got no answer. */
    async function ask(isLost: boolean): Promise<string | null | undefined> {
      const before = new Map(visitor.cookies)
      const { answer } = random.pick(processes) ?? app
      const cookie = [...before].map(([name, value]) => `${name}=${value}`).join('; ')
      const reply = await answer(new Request(`${app.origin}/`, { headers: { cookie } }))
      if (isLost) {
        seen.lostByApp++
        return undefined
      }
      for (const set of reply.headers.getSetCookie()) storeCookie(visitor.cookies, set)
      if (reply.status === 503) {
        seen.unavailable++
        return undefined
      }
      return ((await reply.json()) as { username: string } | null)?.username ?? null
    }

    for (let passedMs = 0; passedMs < 60 * minute; ) {
      // A tab that got no answer asks again within seconds, while Latchkey still repeats its own.
      const ms = inARow > 0 ? 5 * second : 15 * second
      system.clock.advance(ms)
      passedMs += ms
      const losses = [0, 1].map(() => inARow < 3 && random.next() < 0.3)
      const [before, lostBefore] = [visitor.cookies.get(cookieName), seen.lostByProvider]
      const found = await Promise.all(losses.map(ask))
      for (const one of found)
        assert.ok(one === undefined || one === 'ada', JSON.stringify({ seed, passedMs, one }))
      const isUnchanged = visitor.cookies.get(cookieName) === before
      const isBehind = isUnchanged && (found.includes(undefined) || seen.lostByProvider > lostBefore)
      inARow = isBehind ? inARow + 1 : 0
      cookies.add(visitor.cookies.get(cookieName))
    }
    const report = JSON.stringify({ seed, ...seen, cookies: cookies.size })
    t.diagnostic(report)
    assert.equal(await visitor.whoAmI(), 'ada', report)
    assert.ok(tokensOf(visitor).idToken, report)
    assert.ok(cookies.size > 20 && seen.lostByProvider > 10 && seen.lostByApp > 20, report)
  })

  test('a refresh whose reply is lost signs nobody out who comes back much later', async () => {
    await using system = await start()
    let refreshes = 0
    await using proxy = await startProxy(system.authUrl, (sent, link) => {
      if (isRefresh(sent) && refreshes++ === 0) link.cutAtAnswer()
      return sent
    })
    const app = await hostedApp(system, { authUrl: new URL(proxy.url).origin })
    const visitor = await visitorAt(system, app, 'ada')
    system.clock.advance(13 * minute)
    const before = visitor.cookies.get(cookieName)
    assert.equal(await visitor.whoAmI(), 'ada')
    assert.equal(refreshes, 2, 'it was repeated')
    assert.notEqual(visitor.cookies.get(cookieName), before)
    system.clock.advance(60 * minute)
    assert.equal(await visitor.whoAmI(), 'ada')
  })
})

/** Makes a second process of an application: it shares the client, and nothing else. */
function anotherProcess({ origin, clientId: id, secret }: HostedApp, authUrl: string, now: () => number) {
  const session: WebSession = createWebSession({
    issuer,
    authUrl,
    origins: origin,
    client: { id, secret },
    now,
  })
  return {
    answer: (request: Request) =>
      session.serve(request, async () => Response.json((await session.caller(request)) ?? null)),
  }
}
