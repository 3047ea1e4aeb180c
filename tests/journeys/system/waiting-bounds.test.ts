import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginLogin } from '#tests/support/federated.ts'
import { providerSettings, startProvider } from '#tests/support/identity-provider.ts'
import { inBatches } from '#tests/support/in-batches.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { ask, issuer, plainBrowser, relyingParty } from '#tests/support/relying-party.ts'
import { type System, stillClock } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

/** Copies the only artifact of a model until there are `count`, each of which expires a millisecond after the one before. */
async function copyArtifact(
  system: System,
  { model, count, source }: { model: string; count: number; source: string },
): Promise<void> {
  const db = await system.database('auth')
  await inBatches(count - 1, (from, to) =>
    db.execute(`
      WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to})
      INSERT INTO oidc_artifacts (model, digest, payload, grant_id, user_code, generation, expires_at, source)
      SELECT model, digest || n, payload, grant_id, user_code || n, generation, expires_at + n, ${source}
      FROM oidc_artifacts, numbers WHERE model = '${model}' AND LENGTH(digest) = 43`),
  )
}

const digestsOf = async (system: System, model: string): Promise<string[]> => {
  const db = await system.database('auth')
  const rows = await db.query<{ digest: string }>`
    SELECT digest FROM oidc_artifacts WHERE model = ${model} ORDER BY expires_at`
  return rows.map(({ digest }) => digest)
}

onEachEngine((startSystem) => {
  test('a network has 500 logins at other providers that wait: the oldest makes room', async () => {
    await using provider = await startProvider()
    const entry = { name: 'example', issuer: provider.url }
    const settings = {
      ...providerSettings(temporaryFolder(), [entry]),
      LATCHKEY_RETURN_ORIGINS: 'https://app.example.com',
    }
    await using system = await startSystem({ settings })
    const db = await system.database('auth')
    await beginLogin(system, 'example')
    const copy = (network: string, name: string, count: number) =>
      db.execute(`
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
        INSERT INTO federated_logins (digest, browser, provider, purpose, user_id, session_id, secrets, return_to,
          client_return, created_at, network, expires_at)
        SELECT '${name} ' || n, browser, provider, purpose, user_id, session_id, secrets, return_to, client_return,
          created_at - n, ${network}, expires_at
        FROM federated_logins, numbers WHERE digest NOT LIKE '% %'`)
    await copy("'another network'", 'other', 3)
    await copy('network', 'waiting', 499)
    await beginLogin(system, 'example')
    const rows = await db.query<{ digest: string }>`SELECT digest FROM federated_logins`
    const left = rows.map(({ digest }) => digest)
    assert.equal(left.filter((digest) => !digest.startsWith('other ')).length, 500)
    assert.deepEqual([left.includes('waiting 499'), left.includes('waiting 498')], [false, true])
    assert.equal(
      left.filter((digest) => digest.startsWith('other ')).length,
      3,
      'none of another network goes',
    )
  })

  test('a client that has authenticated has 5,000 pushed requests and 5,000 device codes: the oldest goes', async () => {
    await using system = await startSystem({ clock: stillClock() })
    const tv = await relyingParty(system, {
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['authorization_code', 'refresh_token', 'device_code'],
    })
    const credentials = { client_id: tv.id, client_secret: tv.secret ?? '' }
    const request = {
      redirect_uri: tv.redirectUri,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    }
    for (const [model, path, fields] of [
      ['PushedAuthorizationRequest', '/oidc/par', request],
      ['DeviceCode', '/oidc/device/authorize', { scope: 'openid' }],
    ] as const) {
      const post = () =>
        system.send('POST', `${system.authUrl}${path}`, {
          body: String(new URLSearchParams({ ...credentials, ...fields })),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      assert.ok((await post()).status < 300)
      const [oldest] = await digestsOf(system, model)
      await copyArtifact(system, { model, count: 5_000, source: 'source' })
      system.clock.advance(10_000)
      assert.ok((await post()).status < 300)
      const left = await digestsOf(system, model)
      assert.equal(left.length, 5_000, model)
      assert.ok(!left.includes(oldest ?? ''), model)
    }
  })

  test('a network has 500 sign-in pages that no request removes, and a page beyond them makes room like the rest', async () => {
    await using system = await startSystem()
    const wiki = await relyingParty(system)
    const heldOf = async () => {
      const db = await system.database('auth')
      const rows = await db.query`SELECT digest FROM oidc_artifacts WHERE source LIKE 'held %'`
      return rows.length
    }
    const openPage = async () => {
      const { url } = await plainBrowser(system).follow((await ask(wiki)).url)
      assert.equal(url.pathname, '/account/sign-in')
    }
    await fetch((await ask(wiki)).url.replace(issuer, system.authUrl), { redirect: 'manual' })
    await copyArtifact(system, { model: 'Interaction', count: 500, source: "'held ' || source" })
    assert.equal(await heldOf(), 499)
    await openPage()
    assert.equal(await heldOf(), 500)
    await openPage()
    assert.equal(await heldOf(), 500)
  })
})
