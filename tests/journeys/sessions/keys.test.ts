import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  advanceKeys,
  type KeyContext,
  revokeAllKeys,
  revokeKey,
  rotateKey,
} from '#auth/core/keys/rotate-keys.ts'
import { findKeys } from '#auth/core/keys/signing-key-store.ts'
import { toKeyContext } from '#auth/service.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { latchkey } from '#tests/support/process.ts'
import { startLoad } from '#tests/support/start-load.ts'
import { storedEvents } from '#tests/support/stored.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const validate = (system: System, token: string) =>
  system.send('GET', `${system.authUrl}/auth/validate`, { token })
const refresh = (system: System, token: string) =>
  system.send('POST', `${system.authUrl}/auth/refresh`, { body: { refresh_token: token } })

interface Jwk {
  kid: string
  alg: string
}
const published = async (system: System): Promise<Jwk[]> =>
  (await system.send('GET', `${system.authUrl}/.well-known/jwks.json`)).body.keys
const kids = async (system: System): Promise<string[]> => (await published(system)).map(({ kid }) => kid)
const header = (token: string): { kid: string; alg: string } =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())

/** Opens the signing keys as the command `latchkey keys` does, beside the running services. */
async function keyContextOf(system: System, algorithm: 'EdDSA' | 'ES256' = 'EdDSA'): Promise<KeyContext> {
  const masterKey = Buffer.from(readFileSync(`${system.data}/master-key`, 'utf8'), 'base64')
  const options = {
    clock: system.clock,
    masterKeys: [masterKey],
    policy: { accessTokenMs: 15 * minute, idleMs: 30 * day },
    keyPolicy: { algorithm, rotationMs: 90 * day, publishMs: day },
  }
  return toKeyContext(options, await system.database('auth'))
}

onEachEngine((startSystem) => {
  test('I44 I45 a key is published a day before it signs, and the one before stays good as long as its tokens', async () => {
    await using system = await startSystem()
    const { password } = await system.signUp('ada')
    const first = await system.logIn('ada', password)
    const [firstKid = ''] = await kids(system)
    assert.equal(header(first.access_token).kid, firstKid)

    system.clock.advance(89 * day - minute)
    await sleep(1_200)
    assert.equal((await kids(system)).length, 1, 'not before its time')
    system.clock.advance(minute)
    await until('the next key', async () => (await kids(system)).length === 2)
    const before = await system.logIn('ada', password)
    assert.equal(header(before.access_token).kid, firstKid, 'published, and not signing yet')

    system.clock.advance(day - minute)
    const last = await system.logIn('ada', password)
    assert.equal(header(last.access_token).kid, firstKid)
    system.clock.advance(minute)
    await until(
      'the next key to sign',
      async () => header((await system.logIn('ada', password)).access_token).kid !== firstKid,
    )
    assert.equal((await validate(system, last.access_token)).status, 200)

    system.clock.advance(13 * minute)
    assert.equal((await validate(system, last.access_token)).status, 200)
    assert.deepEqual((await kids(system)).length, 2)
    system.clock.advance(9 * minute)
    assert.ok(!(await kids(system)).includes(firstKid), 'its last token is over')
    assert.equal((await validate(system, last.access_token)).body.code, 'token_invalid')
    assert.equal((await refresh(system, last.refresh_token)).status, 200, 'no session ends by it')
  })

  test('nodes that find a key due at the same moment publish one, and make one sign', async () => {
    await using system = await startSystem()
    const context = await keyContextOf(system)
    const advance = () =>
      Promise.all(Array.from({ length: 8 }, async () => advanceKeys(context, await findKeys(context.db))))
    const standing = async () =>
      (await findKeys(context.db)).filter(({ purpose }) => purpose === 'access').map(({ status }) => status)
    system.clock.advance(89 * day)
    await advance()
    assert.deepEqual(await standing(), ['active', 'next'])
    system.clock.advance(day)
    await advance()
    assert.deepEqual(await standing(), ['retired', 'active'])
  })

  test('I46 a revoked key is refused with the very next request, and a new one signs', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const context = await keyContextOf(system)
    assert.equal((await validate(system, ada.access_token)).status, 200)
    assert.equal(await revokeKey(context, { kid: header(ada.access_token).kid }), true)
    assert.equal((await validate(system, ada.access_token)).body.code, 'token_invalid')
    assert.ok(!(await kids(system)).includes(header(ada.access_token).kid))
    const next = await refresh(system, ada.refresh_token)
    assert.equal(next.status, 200, 'no session ends by it')
    assert.equal((await validate(system, next.body.access_token)).status, 200)
    assert.equal(await revokeKey(context, { kid: 'none' }), false)
  })

  test('each change of the keys is one event and one line: published, signing, revoked', async () => {
    await using system = await startSystem()
    const users = await system.database('users')
    const told = async (count: number) => {
      await until(`${count} events`, async () => (await storedEvents(users, 'keys.rotated')).length >= count)
      return (await storedEvents(users, 'keys.rotated')).map(({ data }) => data)
    }
    const [first = ''] = await kids(system)
    system.clock.advance(89 * day)
    await until('the next key', async () => (await kids(system)).length === 2)
    const next = (await kids(system)).find((kid) => kid !== first)
    const published = { purpose: 'access', kid: first, next_kid: next, revoked: [] }
    assert.deepEqual(
      (await told(1)).filter(({ purpose }) => purpose === 'access'),
      [published],
    )

    const context = await keyContextOf(system)
    assert.equal(await revokeKey(context, { kid: first }), true)
    assert.equal(await revokeKey(context, { kid: first }), true, 'a second time changes nothing')
    const signing = { purpose: 'access', kid: next, next_kid: null, revoked: [first] }
    const both = async () => (await told(2)).filter(({ purpose }) => purpose === 'access')
    await until('the revocation', async () => (await both()).length >= 2)
    assert.deepEqual(await both(), [published, signing])
    const lines = system.log.filter((line) => line.event === 'keys.rotated' && line.purpose === 'access')
    assert.equal(lines.length, 1, 'the command has no log')
    assert.partialDeepStrictEqual(lines[0], { level: 'info', service: 'auth', kid: first, next_kid: next })

    await revokeAllKeys(context)
    const gone = { purpose: 'access', kid: null, next_kid: null, revoked: [next] }
    const recorded = (await storedEvents(context.db, 'keys.rotated')).map(({ data }) => data)
    assert.deepEqual(
      recorded.filter(({ kid, purpose }) => kid === null && purpose === 'access'),
      [gone],
    )
  })

  test('a revoked refresh key ends what it signed, and only that', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const context = await keyContextOf(system)
    await rotateKey(context, { purpose: 'refresh', isNow: true })
    const second = await refresh(system, ada.refresh_token)
    assert.equal(second.status, 200, 'the key before is still good')
    assert.notEqual(header(second.body.refresh_token).kid, header(ada.refresh_token).kid)
    await revokeKey(context, { kid: header(ada.refresh_token).kid })
    assert.equal((await refresh(system, ada.refresh_token)).body.code, 'token_invalid')
    assert.equal((await refresh(system, second.body.refresh_token)).status, 200)
  })

  test('I45 keys that change again and again under load refuse no valid token', async () => {
    await using system = await startSystem()
    const { password } = await system.signUp('ada')
    const context = await keyContextOf(system)
    let pair = await system.logIn('ada', password)
    const refused: unknown[] = []
    let validated = 0
    const used = new Set<string>()
    {
      await using _ = startLoad(4, async () => {
        const reply = await validate(system, pair.access_token)
        if (reply.status === 200) validated++
        else refused.push(reply.body)
      })
      for (let turn = 0; turn < 6; turn++) {
        await rotateKey(context, { purpose: 'access', isNow: true })
        const before = validated
        await until('validations by the key before', () => refused.length > 0 || validated > before + 10)
        const reply = await refresh(system, pair.refresh_token)
        if (reply.status === 200) pair = reply.body
        else refused.push(reply.body)
        used.add(header(pair.access_token).kid)
        const after = validated
        await until('validations by the new key', () => refused.length > 0 || validated > after + 10)
      }
    }
    assert.deepEqual(refused, [])
    assert.ok(used.size > 1, `${used.size} keys`)
  })

  test('the metadata of the issuer name what is there, and nothing that is not', async () => {
    await using system = await startSystem()
    const { status, body } = await system.send(
      'GET',
      `${system.authUrl}/.well-known/oauth-authorization-server`,
    )
    assert.equal(status, 200)
    assert.equal(body.issuer, 'https://auth.example.com')
    const here = (url: string) => url.replace(body.issuer, system.authUrl)
    assert.equal((await system.send('GET', here(body.jwks_uri))).body.keys.length, 1)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const ask = (url: string) => system.send('POST', here(url), { body: 'token=x', headers: form })
    assert.equal((await ask(body.revocation_endpoint)).status, 200)
    assert.equal((await ask(body.introspection_endpoint)).status, 401)
    assert.equal(body.token_endpoint, `${body.issuer}/oidc/token`)
  })

  test('a restart with another algorithm moves to it without refusing a token', async () => {
    const data = temporaryFolder()
    const settings = (algorithm: string) => ({ LATCHKEY_SIGNING_ALGORITHM: algorithm })
    await using first = await startSystem({ data, settings: settings('EdDSA') })
    const ada = await first.signUpAndLogIn('ada')
    await first.stop()
    for (const algorithm of ['ES256', 'RS256']) {
      await using system = await startSystem({ data, clock: first.clock, settings: settings(algorithm) })
      await until('its key', async () => (await published(system)).some(({ alg }) => alg === algorithm))
      system.clock.advance(day)
      await until(
        'a token by it',
        async () => header((await system.logIn('ada', ada.password)).access_token).alg === algorithm,
      )
      const { access_token: token } = await system.logIn('ada', ada.password)
      assert.equal((await validate(system, token)).status, 200)

      // Verifies the token with the published key and Node alone, as a client can that knows only the standards.
      const jwk = (await published(system)).find(({ kid }) => kid === header(token).kid)
      const key = createPublicKey({ key: jwk as never, format: 'jwk' })
      const [head, body, signature = ''] = token.split('.')
      const signed = Buffer.from(`${head}.${body}`)
      const options = { key, dsaEncoding: 'ieee-p1363' } as const
      assert.equal(verify('sha256', signed, options, Buffer.from(signature, 'base64url')), true)
    }
    rmSync(data, { recursive: true })
  })
})

test('I46 a key that one node revokes is refused at the other with the very next request', async () => {
  const data = temporaryFolder()
  await using one = await startSystem({ engine: 'postgres', data })
  await using two = await startSystem({ engine: 'postgres', data })
  const context = await keyContextOf(one)
  const { password } = await one.signUp('ada')
  for (let round = 0; round < 5; round++) {
    const pair = await one.logIn('ada', password)
    assert.equal((await validate(two, pair.access_token)).status, 200)
    await revokeKey(context, { kid: header(pair.access_token).kid })
    assert.equal((await validate(two, pair.access_token)).body.code, 'token_invalid')
    // The first node signs with the new key at once. The second node learns of this key when a token signed with it arrives.
    const next = await refresh(one, pair.refresh_token)
    assert.equal((await validate(two, next.body.access_token)).status, 200)
  }
  await one.stop()
  await two.stop()
  rmSync(data, { recursive: true })
})

test('the master key is changed by naming both for one start', async () => {
  const data = temporaryFolder()
  const key = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
  const [former, later] = [key(), key()]
  const start = (...keys: string[]) =>
    startSystem({ data, settings: { LATCHKEY_MASTER_KEY: keys.join(',') } })
  const first = await start(former)
  const ada = await first.signUpAndLogIn('ada')
  await first.stop()
  await assert.rejects(start(later), /LATCHKEY_MASTER_KEY is not the key/)
  const both = await start(later, former)
  assert.equal((await validate(both, ada.access_token)).status, 200)
  await both.stop()
  const last = await start(later)
  assert.equal((await validate(last, ada.access_token)).status, 200)
  assert.equal((await refresh(last, ada.refresh_token)).status, 200)
  await last.stop()
  await assert.rejects(start(former), /LATCHKEY_MASTER_KEY is not the key/)
  rmSync(data, { recursive: true })
})

test('no signing key is made under a master key that has not sealed the others', async () => {
  const data = temporaryFolder()
  const key = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
  const [right, wrong] = [key(), key()]
  const environment = (masterKey: string) => ({ LATCHKEY_DATA: data, LATCHKEY_MASTER_KEY: masterKey })
  const first = await startSystem({ data, settings: { LATCHKEY_MASTER_KEY: right } })
  await first.stop()
  const listed = () => latchkey(['keys', 'list'], environment(wrong)).out
  const before = listed()
  const [, kid = ''] = /^(\S+) +access/m.exec(before) ?? []
  for (const command of [
    ['rotate', '--now'],
    ['revoke', '--kid', kid],
  ]) {
    const { code, err } = latchkey(['keys', ...command], environment(wrong))
    assert.equal(code, 1, err)
    assert.match(err, /^latchkey: LATCHKEY_MASTER_KEY is not the key/)
  }
  assert.equal(listed(), before)
  assert.equal(latchkey(['keys', 'rotate', '--now'], environment(right)).code, 0)
  rmSync(data, { recursive: true })
})

test('the id of a key may begin with a dash on a command line', () => {
  const data = temporaryFolder()
  const { code, err } = latchkey(['keys', 'revoke', '--kid', '-abc', '--data', data])
  assert.deepEqual({ code, err }, { code: 1, err: 'latchkey: There is no key -abc.\n' })
  rmSync(data, { recursive: true })
})
