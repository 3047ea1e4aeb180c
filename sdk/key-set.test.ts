import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { Failure } from '#contract/declaration/failures.ts'
import {
  paths,
  type ScriptedAuthService,
  startScriptedAuthService,
} from '#tests/support/scripted-auth-service.ts'
import { decodeJwt } from './jwt.ts'
import { createKeySet, type KeySet } from './key-set.ts'

describe('the key set of an application', () => {
  let service: ScriptedAuthService
  let keys: KeySet

  beforeEach(async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.now() })
    service = await startScriptedAuthService()
    keys = createKeySet({ authUrl: service.url, timeoutMs: 1_500 })
  })
  afterEach(async () => {
    mock.timers.reset()
    await service[Symbol.asyncDispose]()
  })

  const fetches = () => service.asked(paths.jwks)
  const kid = () => decodeJwt(service.mint()).header.kid
  const isUnavailable = (error: unknown) =>
    error instanceof Failure && error.code === 'auth_service_unavailable' && error.retryAfterSeconds === 1

  test('whoever waits for the keys shares one fetch', async () => {
    const found = await Promise.all(Array.from({ length: 100 }, () => keys.findNew(kid())))
    assert.ok(found.every((key) => key !== undefined && key === found[0]))
    assert.equal(fetches(), 1)
    assert.equal(keys.find(kid()), found[0])
  })

  for (const [headers, seconds] of [
    [{}, 300],
    [{ 'cache-control': 'public, max-age=60' }, 60],
    [{ 'cache-control': 'max-age=60', age: '40' }, 20],
    [{ 'cache-control': 'max-age=0' }, 10],
    [{ 'cache-control': 'no-store' }, 10],
    [{ 'cache-control': 'max-age=999999999' }, 3600],
    [{ 'cache-control': 'nonsense', age: 'nonsense' }, 300],
  ] as [Record<string, string>, number][]) {
    test(`with ${JSON.stringify(headers)} they are fetched again after ${seconds} s, and not before`, async () => {
      service.jwks.headers = headers
      await keys.findNew(kid())
      mock.timers.tick(seconds * 1000 - 2_000)
      assert.ok(keys.find(kid()))
      mock.timers.tick(2_000)
      assert.equal(keys.find(kid()), undefined)
      assert.ok(await keys.findNew(kid()))
      assert.equal(fetches(), 2)
    })
  }

  test('a key that is published as before stays the same one', async () => {
    const before = await keys.findNew(kid())
    const old = kid()
    service.rotate({ revoke: false })
    await keys.refresh()
    assert.equal(keys.find(old), before)
    assert.ok(keys.find(kid()))
  })

  test('a key that is gone from the set is gone here', async () => {
    const old = kid()
    await keys.findNew(old)
    service.rotate({ revoke: true })
    await keys.refresh()
    assert.equal(keys.find(old), undefined)
  })

  test('1,000 unknown kids cost one fetch in ten seconds', async () => {
    await keys.findNew(kid())
    for (const round of [1, 2]) {
      const asked = Array.from({ length: 1_000 }, (_, at) => keys.findNew(`unknown ${at}`))
      assert.ok((await Promise.all(asked)).every((key) => key === undefined))
      assert.equal(fetches(), 1 + round)
      mock.timers.tick(8_000)
      await keys.findNew('unknown')
      assert.equal(fetches(), 1 + round)
      mock.timers.tick(2_000)
    }
  })

  test('a key that is new is found at once', async () => {
    await keys.findNew(kid())
    service.rotate({ revoke: false })
    assert.ok(await keys.findNew(kid()))
  })

  test('whether an unknown kid is new cannot be told while the service is down', async () => {
    await keys.findNew(kid())
    service.script(paths.jwks, 503)
    await assert.rejects(keys.findNew('unknown'), isUnavailable)
    assert.ok(keys.find(kid()), 'what is known stays good')
    service.script(paths.jwks, 'as usual')
    service.rotate({ revoke: false })
    await assert.rejects(keys.findNew(kid()), isUnavailable)
    assert.equal(fetches(), 2)
    mock.timers.tick(1_000)
    assert.ok(await keys.findNew(kid()), 'a second later it is looked for again')
  })

  test('old keys are used for an hour while there are no newer ones, and no longer', async () => {
    await keys.findNew(kid())
    service.script(paths.jwks, 'cut')
    mock.timers.tick(300_000)
    for (let waitedMs = 0; waitedMs < 3_550_000; waitedMs += 50_000) {
      assert.ok(await keys.findNew(kid()), `${waitedMs} ms after they should have been renewed`)
      mock.timers.tick(50_000)
    }
    mock.timers.tick(60_000)
    await assert.rejects(keys.findNew(kid()), isUnavailable)
    service.script(paths.jwks, 'as usual')
    mock.timers.tick(1_000)
    assert.ok(await keys.findNew(kid()))
  })

  test('a service that is down is not asked for every token', async () => {
    service.script(paths.jwks, 503)
    for (let at = 0; at < 100; at++) await assert.rejects(keys.findNew(kid()), isUnavailable)
    assert.equal(fetches(), 1)
  })

  test('a refresh fetches what is published from now on, also while another fetch is in progress', async () => {
    const first = keys.findNew(kid())
    service.rotate({ revoke: true })
    await Promise.all([first, keys.refresh()])
    assert.equal(fetches(), 2)
    assert.ok(keys.find(kid()))
  })

  const asPublished = async () =>
    (await (await fetch(`${service.url}${paths.jwks}`)).json()) as { keys: object[] }
  for (const [what, body] of [
    ['more than 64 KiB', (usual) => ({ ...usual, filler: 'x'.repeat(65_536) })],
    ['more than 50 keys', ({ keys: usual }) => ({ keys: [...usual, ...Array(50).fill({})] })],
    ['no key of ours', () => ({ keys: [{ kid: 'a', kty: 'oct', k: 'AAAA' }, null, 7] })],
    ['no list', () => ({ keys: {} })],
    ['null', () => null],
    ['no JSON', () => '<html>'],
    ['a name twice', (usual) => JSON.stringify(usual).replace('{', '{"keys":[],')],
  ] as [string, (usual: { keys: object[] }) => unknown][]) {
    test(`${what} is no key set, and takes no key away`, async () => {
      await keys.findNew(kid())
      const changed = body(await asPublished())
      service.jwks.body = typeof changed === 'string' ? changed : JSON.stringify(changed)
      await assert.rejects(keys.refresh(), /no usable key set/)
      assert.ok(keys.find(kid()))
    })
  }

  test('a redirect and a service that does not answer give no keys', async () => {
    service.script(paths.jwks, 302)
    await assert.rejects(keys.refresh())
    assert.equal(service.asked('/elsewhere'), 0)
    service.script(paths.jwks, 'hang')
    await assert.rejects(createKeySet({ authUrl: service.url, timeoutMs: 50 }).refresh())
  })
})
