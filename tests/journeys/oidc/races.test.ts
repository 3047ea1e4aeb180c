import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import {
  ask,
  logInTo,
  type RelyingParty,
  relyingParty,
  signedInBrowser,
} from '#tests/support/relying-party.ts'
import { type System, startSystem } from '#tests/support/system.ts'

/** Posts a form to the provider as the client, and returns the reply. */
async function post(
  systems: System | string,
  path: string,
  { id, secret }: RelyingParty,
  form: Record<string, string>,
): Promise<{ status: number; body: Record<string, string> }> {
  const base = typeof systems === 'string' ? systems : systems.authUrl
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const response = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams(form),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

const exchangeForm = (url: URL, verifier: string): Record<string, string> => ({
  grant_type: 'authorization_code',
  code: url.searchParams.get('code') ?? '',
  redirect_uri: `${url.origin}${url.pathname}`,
  code_verifier: verifier,
})

const refreshForm = (token = ''): Record<string, string> => ({
  grant_type: 'refresh_token',
  refresh_token: token,
})

onEachEngine((startSystem) => {
  test('I125 of fifty exchanges of one code at once one succeeds, and a later one ends what it gave', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const wiki = await relyingParty(system)
    const browser = await signedInBrowser(system, ada)
    const { url: request, verifier } = await ask(wiki)
    const { url } = await browser.follow(request)
    const form = exchangeForm(url, verifier)
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => post(system, '/oidc/token', wiki, form)),
    )
    const good = replies.filter(({ status }) => status === 200)
    assert.equal(good.length, 1)
    for (const { status, body } of replies)
      if (status !== 200) assert.equal(`${status} ${body.error}`, '400 invalid_grant')
    const replay = await post(system, '/oidc/token', wiki, form)
    assert.equal(replay.body.error, 'invalid_grant')
    const refreshed = await post(system, '/oidc/token', wiki, refreshForm(good[0]?.body.refresh_token))
    assert.equal(refreshed.body.error, 'invalid_grant')
    await assert.rejects(openid.fetchUserInfo(wiki.config, good[0]?.body.access_token ?? '', ada.id))
  })

  test('I128 a refresh that is refused leaves its token as it is', async () => {
    await using system = await startSystem()
    const wiki = await relyingParty(system)
    const browser = await signedInBrowser(system, await system.signUp('ada'))
    const { refresh_token: token = '' } = await logInTo(wiki, browser)
    const form = refreshForm(token)
    const refused = await post(system, '/oidc/token', wiki, { ...form, resource: 'https://api.example.com' })
    assert.equal(`${refused.status} ${refused.body.error}`, '400 invalid_target')
    // The grace window is over now. If the refused refresh had replaced the token, using it again would end the session.
    system.clock.advance(31_000)
    assert.equal((await post(system, '/oidc/token', wiki, form)).status, 200)
  })

  test('I128 of twenty refreshes at once each gets the same successor, and an older token ends the session', async () => {
    await using system = await startSystem()
    const wiki = await relyingParty(system)
    const browser = await signedInBrowser(system, await system.signUp('ada'))
    const { refresh_token: first = '' } = await logInTo(wiki, browser)
    const refresh = (token: string) => post(system, '/oidc/token', wiki, refreshForm(token))
    const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(first)))
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200])
    const successors = new Set(replies.map(({ body }) => body.refresh_token))
    assert.equal(successors.size, 1)
    const [second = ''] = successors
    assert.equal((await refresh(first)).body.refresh_token, second, 'a lost reply is repeated')

    const { body: next } = await refresh(second)
    assert.notEqual(next.refresh_token, second)
    system.clock.advance(31_000)
    assert.equal((await refresh(second)).body.error, 'invalid_grant', 'after the grace window it is a replay')
    assert.equal(
      (await refresh(next.refresh_token ?? '')).body.error,
      'invalid_grant',
      'and ends the session',
    )
    assert.equal((await browser.follow((await ask(wiki)).url)).url.pathname, '/account/sign-in')
  })
})

test('I91 twenty refreshes change neither how nor when the person signed in', async () => {
  await using system = await startSystem()
  const wiki = await relyingParty(system)
  const browser = await signedInBrowser(system, await system.signUp('ada'))
  let tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers = await logInTo(
    wiki,
    browser,
  )
  const first = tokens.claims()
  for (let turn = 0; turn < 20; turn++) {
    system.clock.advance(60_000)
    tokens = await openid.refreshTokenGrant(wiki.config, tokens.refresh_token ?? '')
    const claims = tokens.claims()
    assert.deepEqual(
      [claims?.auth_time, claims?.acr, claims?.amr, claims?.sid],
      [first?.auth_time, first?.acr, first?.amr, first?.sid],
    )
  }
})

test('I125 I128 two nodes on one database give one success to a code, and one successor to a token', async () => {
  await using system = await startSystem({ engine: 'postgres' })
  await using other = await startSystem({ engine: 'postgres', data: system.data })
  const wiki = await relyingParty(system)
  const browser = await signedInBrowser(system, await system.signUp('ada'))
  const { url: request, verifier } = await ask(wiki)
  const { url } = await browser.follow(request)
  const nodes = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? system : other))
  const form = exchangeForm(url, verifier)
  const exchanged = await Promise.all(nodes.map((node) => post(node, '/oidc/token', wiki, form)))
  const good = exchanged.filter(({ status }) => status === 200)
  assert.equal(good.length, 1)
  const { refresh_token: token = '' } = await logInTo(wiki, browser)
  const refreshed = await Promise.all(
    nodes.slice(0, 20).map((node) => post(node, '/oidc/token', wiki, refreshForm(token))),
  )
  assert.deepEqual(
    refreshed.filter(({ status }) => status !== 200).map(({ body }) => body),
    [],
  )
  assert.equal(new Set(refreshed.map(({ body }) => body.refresh_token)).size, 1)
})
