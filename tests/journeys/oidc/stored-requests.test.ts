import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { inBatches } from '#tests/support/in-batches.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import {
  ask,
  issuer,
  logInTo,
  plainBrowser,
  type RelyingParty,
  relyingParty,
  signedInBrowser,
  signInOnPage,
} from '#tests/support/relying-party.ts'
import { type System, send } from '#tests/support/system.ts'

/** Somewhat more than an address may have stored of each kind. */
const many = 540
const maxOfAddress = 500
const maxOfGrant = 100
const maxOfClient = 5_000

const rowsOf = async (system: System): Promise<Record<string, number>> => {
  const db = await system.database('auth')
  const rows = await db.query<{ model: string; count: number }>`
    SELECT model, COUNT(*) AS count FROM oidc_artifacts GROUP BY model`
  return Object.fromEntries(rows.map(({ model, count }) => [model, Number(count)]))
}

const atOnce = 8

/** Causes artifacts of which one of sixteen removes what is too much, until it has. */
async function repeatUntilCut(system: System, model: string, one: () => Promise<unknown>): Promise<void> {
  const count = async () => (await rowsOf(system))[model] ?? 0
  for (let times = 0, before = 0; times < 500; times++) {
    await one()
    const now = await count()
    if (now <= before) return
    before = now
  }
  assert.fail(`${await count()} rows of ${model} stay`)
}

/** Sends a request many times, a few at once, each time as a stranger without a cookie. */
async function repeat(times: number, one: () => Promise<unknown>): Promise<void> {
  let left = times
  const work = async () => {
    while (left-- > 0) await one()
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

const get = (system: System, url: string) =>
  fetch(url.replace(issuer, system.authUrl), { redirect: 'manual' }).then((response) => response.text())

const post = (system: System, path: string, body: Record<string, string>) =>
  send('POST', `${system.authUrl}${path}`, {
    body: String(new URLSearchParams(body)),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

/** Stores as many copies of the only row of a kind as its source may have. */
async function copyRow(system: System, model: string): Promise<void> {
  const db = await system.database('auth')
  await inBatches(maxOfClient, (from, to) =>
    db.execute(`
      WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to})
      INSERT INTO oidc_artifacts (model, digest, payload, grant_id, user_code, generation, expires_at, source)
      SELECT model, digest || n, payload, grant_id, user_code, generation, expires_at, source
      FROM oidc_artifacts, numbers WHERE model = '${model}' AND LENGTH(digest) = 43`),
  )
}

const pushed = (wiki: RelyingParty) => ({
  client_id: wiki.id,
  ...(wiki.secret !== undefined && { client_secret: wiki.secret }),
  redirect_uri: wiki.redirectUri,
  response_type: 'code',
  scope: 'openid',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
})

onEachEngine((startSystem) => {
  test('a stranger fills no database: each address has a limit on what it causes to be stored', async () => {
    await using system = await startSystem()
    const app = await relyingParty(system, {
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token', 'device_code'],
    })
    const { url } = await ask(app)
    await repeat(many, () => get(system, url))
    await repeat(many, () => get(system, `${issuer}/oidc/logout?state=x`))
    await repeat(many, () => get(system, `${issuer}/oidc/device`))
    await repeat(many, () => post(system, '/oidc/par', pushed(app)))
    await repeat(many, () => post(system, '/oidc/device/authorize', { client_id: app.id, scope: 'openid' }))
    const rows = await rowsOf(system)
    // Requests that arrive together do not see one another's rows, so a few more may stay until the next one.
    for (const model of ['Interaction', 'Session', 'PushedAuthorizationRequest', 'DeviceCode'])
      assert.ok((rows[model] ?? 0) <= maxOfAddress + atOnce, `${model} of ${JSON.stringify(rows)}`)
    assert.equal(Object.keys(rows).length, 4)
  })

  test('a person who has come to the sign-in page goes on, however many requests come from the same network', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const wiki = await relyingParty(system)
    const browser = plainBrowser(system)
    const asked = await ask(wiki)
    const { url: signIn } = await browser.follow(asked.url)
    assert.equal(signIn.pathname, '/account/sign-in')
    const { url } = await ask(wiki)
    await repeat(many, () => get(system, url))
    await signInOnPage(system, browser, ada)
    const { page } = await browser.follow(`${issuer}/account/${signIn.searchParams.get('return_to')}`)
    const [, goesOnAt = ''] =
      /href="(https:\/\/auth\.example\.com\/oidc\/authorize\/[\w-]+)"/.exec(page ?? '') ?? []
    const { url: back } = await browser.follow(goesOnAt)
    assert.equal(`${back.origin}${back.pathname}`, wiki.redirectUri)
    assert.ok(back.searchParams.get('code'))
  })

  test('a person who reads what an application asks for is not interrupted by others of the same network', async () => {
    await using system = await startSystem()
    const wiki = await relyingParty(system, { first_party: false })
    const browser = await signedInBrowser(system, await system.signUp('ada'))
    const { url: consent, page } = await browser.follow((await ask(wiki)).url)
    assert.match(page ?? '', /Allow access\?/)
    const { url } = await ask(wiki)
    await repeat(many, () => get(system, url))
    assert.match((await browser.follow(consent.href)).page ?? '', /Allow access\?/)
  })

  test('a client that has authenticated has room for all people whom it asks for', async () => {
    await using system = await startSystem()
    const wiki = await relyingParty(system, { token_endpoint_auth_method: 'client_secret_post' })
    await repeat(many, () => post(system, '/oidc/par', pushed(wiki)))
    assert.equal((await rowsOf(system)).PushedAuthorizationRequest, many)
  })

  test('a user stores no more at an application, however often they sign in to it, and the newest tokens are good', async () => {
    await using system = await startSystem()
    const wiki = await relyingParty(system)
    const browser = await signedInBrowser(system, await system.signUp('ada'))
    const scope = 'openid offline_access'
    const first = await logInTo(wiki, browser, { scope })
    const db = await system.database('auth')
    const more = 2 * maxOfGrant
    // The copies are newer than the first tokens by one millisecond only: those of each later login are newer than the copies, also
    // on a fast machine.
    await db.execute(`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${more})
      INSERT INTO oidc_artifacts (model, digest, payload, grant_id, user_code, generation, expires_at, source)
      SELECT model, digest || n, payload, grant_id, user_code, generation, expires_at + 1, source
      FROM oidc_artifacts, numbers WHERE source LIKE '% of grant %'`)
    // One of sixteen insertions removes what is too much.
    const isCut = async () => {
      const rows = await rowsOf(system)
      return ['AuthorizationCode', 'AccessToken', 'RefreshToken'].every((model) => (rows[model] ?? 0) < more)
    }
    for (let logins = 0; logins < 500 && !(await isCut()); logins++) await logInTo(wiki, browser, { scope })
    assert.ok(await isCut(), JSON.stringify(await rowsOf(system)))
    const last = await logInTo(wiki, browser, { scope })
    const refreshOf = ({ refresh_token: token = '' }) => openid.refreshTokenGrant(wiki.config, token)
    await assert.rejects(refreshOf(first), { error: 'invalid_grant' })
    assert.ok((await refreshOf(last)).access_token, 'a token that was removed ends no session')
  })

  test('a client stores no more tokens of its own, however many it asks for', async () => {
    await using system = await startSystem()
    const robot = await relyingParty(system, {
      redirect_uris: [],
      grant_types: ['client_credentials'],
      scopes: ['openid'],
    })
    const newToken = () => openid.clientCredentialsGrant(robot.config)
    await newToken()
    await copyRow(system, 'ClientCredentials')
    await repeatUntilCut(system, 'ClientCredentials', newToken)
    const { access_token: token } = await newToken()
    assert.equal((await openid.tokenIntrospection(robot.config, token)).active, true)
  })

  test('proofs of keys that strangers make fill no database either', async () => {
    await using system = await startSystem()
    const app = await relyingParty(system, { token_endpoint_auth_method: 'none' })
    const DPoP = openid.getDPoPHandle(app.config, await openid.randomDPoPKeyPair())
    const { client_id: _, ...parameters } = pushed(app)
    const push = () => openid.buildAuthorizationUrlWithPAR(app.config, parameters, { DPoP })
    await push()
    await copyRow(system, 'ReplayDetection')
    await repeatUntilCut(system, 'ReplayDetection', push)
  })

  test('parameters that no application needs to be so long are refused, and nothing is stored', async () => {
    await using system = await startSystem()
    const wiki = await relyingParty(system)
    const long = 'x'.repeat(2_049)
    const { url } = await ask(wiki)
    for (const [what, address] of [
      ['state', url.replace(/state=[^&]*/, `state=${long}`)],
      ['nonce', url.replace(/nonce=[^&]*/, `nonce=${long}`)],
      ['login_hint', `${url}&login_hint=${long}`],
      ['all together', `${url}&ui_locales=${'de '.repeat(2_800)}`],
      ['state of a logout', `${issuer}/oidc/logout?state=${long}`],
    ] as const) {
      const response = await fetch(address.replace(issuer, system.authUrl), { redirect: 'manual' })
      const location = response.headers.get('location') ?? ''
      const isRefused = response.status === 400 || /[?&]error=invalid_request&/.test(location)
      assert.ok(isRefused, `${what}: ${response.status} ${location.slice(0, 200)}`)
    }
    assert.deepEqual(await rowsOf(system), {})
  })
})
