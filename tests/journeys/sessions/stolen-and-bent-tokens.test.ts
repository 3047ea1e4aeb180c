import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sealingPurpose } from '#auth/core/keys/rotate-keys.ts'
import { findKeys } from '#auth/core/keys/signing-key-store.ts'
import { unseal } from '#runtime/sealing.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { allRows } from '#tests/support/stored.ts'
import type { HttpReply, System } from '#tests/support/system.ts'
import { startProxy } from '#tests/support/tcp-proxy.ts'
import { until } from '#tests/support/until.ts'

const validate = (system: System, token: string) =>
  system.send('GET', `${system.authUrl}/auth/validate`, { token })
const refresh = (system: System, token: string) =>
  system.send('POST', `${system.authUrl}/auth/refresh`, { body: { refresh_token: token } })
const verdict = ({ status, body }: HttpReply) => [status, body.code, body.reason]

/** Returns texts that a lenient decoder would accept as the same token. */
function bent(token: string): string[] {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const last = signature.at(-1) ?? ''
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  // The last base64url character of a signature of 32 or 64 bytes has unused bits: `twin` differs from it in one of these only.
  const twin = alphabet[alphabet.indexOf(last) ^ 1]
  return [
    `${token}=`,
    `${token}==`,
    `${header}=.${payload}.${signature}`,
    `${token}.`,
    `.${token}`,
    `${token}.${signature}`,
    `${header}.${payload}.${signature.slice(0, -1)}${twin}`,
    token.slice(0, -1),
    token.slice(1),
    `${token}A`,
    `${header}.${payload}.`,
    `${header}.${payload}`,
    `${header}..${signature}`,
    token.toUpperCase(),
    `${header}.${payload}.${signature.replaceAll('-', '+').replaceAll('_', '/')}=`,
    `${header}.${payload}\u200b.${signature}`,
  ].filter((text) => text !== token)
}

onEachEngine((startSystem, engine) => {
  test('I22 a session that ended stays ended for every token it ever gave, in every spelling', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const refreshed = (await refresh(system, ada.refresh_token)).body
    await system.send('POST', `${system.authUrl}/auth/logout`, { token: ada.access_token })
    // The logout used the first access token. The access token of the refresh belongs to the same session, and must be
    // refused as well.
    for (const token of [ada.access_token, refreshed.access_token]) {
      assert.deepEqual(verdict(await validate(system, token)), [401, 'session_ended', 'logout'])
      for (const text of bent(token)) {
        const reply = await system.send('POST', `${system.authUrl}/internal/validate-tokens`, {
          token: system.serviceToken(),
          body: { tokens: [text] },
        })
        assert.deepEqual(reply.body.results, [{ refusal: { code: 'token_invalid' } }], text)
      }
    }
    for (const token of [ada.refresh_token, refreshed.refresh_token])
      assert.deepEqual(verdict(await refresh(system, token)), [401, 'session_ended', 'logout'])
  })

  test('I21 I32 a refresh token in any other spelling matches nothing and ends nothing', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const next = (await refresh(system, ada.refresh_token)).body
    system.clock.advance(31_000)
    // If a changed spelling of the old refresh token were accepted, it would count as a reuse and end the session.
    for (const text of [...bent(ada.refresh_token), ...bent(next.refresh_token)]) {
      assert.deepEqual(verdict(await refresh(system, text)), [401, 'token_invalid', undefined], text)
      const revoked = await system.send('POST', `${system.authUrl}/api/v1/auth/revoke`, {
        body: { token: text },
      })
      assert.equal(revoked.status, 200)
    }
    assert.equal((await validate(system, next.access_token)).status, 200)
    assert.equal((await refresh(system, next.refresh_token)).status, 200)
  })

  test('I35 nothing that stands in the databases is a credential', async () => {
    await using system = await startSystem()
    const { access_token: admin } = await system.admin()
    await system.signUpAndLogIn('ada')
    const made = await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, {
      token: admin,
      body: { name: 'ci', scopes: ['users:read', 'sessions:read', 'keys:write'] },
    })
    assert.equal(made.status, 201)
    const stored = new Set<string>()
    for (const service of ['users', 'auth'] as const) {
      for (const [table, rows] of await allRows(await system.database(service))) {
        if (table === 'migrations') continue
        for (const value of rows.flatMap((row) => Object.values(row as object)))
          if (value !== null && value !== '' && /^[\x21-\x7e]{1,2000}$/.test(String(value)))
            stored.add(String(value))
      }
    }
    assert.ok(stored.size > 40, `there is something to try: ${stored.size}`)
    const { usersUrl, authUrl, send } = system
    for (const text of stored) {
      const tried = await Promise.all([
        validate(system, text),
        refresh(system, text),
        send('GET', `${usersUrl}/api/v1/users`, { token: text }),
        send('GET', `${authUrl}/api/v1/auth/sessions`, { token: text }),
        send('POST', `${authUrl}/internal/validate-tokens`, { token: text, body: { tokens: [text] } }),
      ])
      for (const { status } of tried) assert.equal(status, 401, text)
    }
  })

  test('I49 a sealed key opens as what it was sealed for, and as nothing else', async () => {
    await using system = await startSystem()
    const masterKey = Buffer.from(readFileSync(join(system.data, 'master-key'), 'utf8'), 'base64')
    const keys = await findKeys(await system.database('auth'))
    assert.deepEqual(keys.map(({ purpose }) => purpose).sort(), ['access', 'refresh'])
    for (const { purpose, kid, sealedKey } of keys) {
      assert.ok(unseal([masterKey], sealingPurpose(purpose, kid), sealedKey).length >= 32)
      const others = [
        sealingPurpose(purpose === 'access' ? 'refresh' : 'access', kid),
        ...keys.filter((key) => key.kid !== kid).map((key) => sealingPurpose(purpose, key.kid)),
        '',
      ]
      for (const other of others) assert.throws(() => unseal([masterKey], other, sealedKey), other)
    }
  })

  if (engine === 'postgres')
    test('I27 while the database is away nobody is let in, and nobody is told that their session is over', async () => {
      await using away = await startSystem()
      await using proxy = await startProxy(away.databaseUrl('auth'))
      const settings = { LATCHKEY_AUTH_DATABASE: proxy.url, LATCHKEY_DATABASE_TIMEOUT: '8s' }
      await using system = await startSystem({ data: away.data, settings })
      // The requests before the outage go to the other node, whose timeout is longer, because a busy machine may need more
      // time.
      const ada = await away.signUpAndLogIn('ada')
      assert.equal((await validate(away, ada.access_token)).status, 200)
      proxy.freeze()
      const during = await validate(system, ada.access_token)
      assert.deepEqual([during.status, during.body.code], [503, 'database_unavailable'])
      assert.ok(Number(during.headers.get('retry-after')) >= 1)
      await away.send('POST', `${away.authUrl}/auth/logout`, { token: ada.access_token })
      proxy.thaw()
      let after = during
      await until('an answer', async () => {
        after = await validate(system, ada.access_token)
        return after.status !== 503
      })
      assert.deepEqual(verdict(after), [401, 'session_ended', 'logout'])
    })
})
