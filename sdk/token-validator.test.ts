import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { Failure } from '#contract/declaration/failures.ts'
import {
  paths,
  type ScriptedAuthService,
  startScriptedAuthService,
} from '#tests/support/scripted-auth-service.ts'
import { until } from '#tests/support/until.ts'
import type { FeedFault } from './revocations/revocation-feed.ts'
import { createTokenValidator, type TokenValidator, type TokenValidatorOptions } from './token-validator.ts'

describe('checking tokens in an application', () => {
  let service: ScriptedAuthService
  let validators: TokenValidator[]
  let faults: FeedFault[]

  beforeEach(async () => {
    service = await startScriptedAuthService()
    validators = []
    faults = []
  })
  afterEach(async () => {
    await service[Symbol.asyncDispose]()
    await Promise.all(validators.map((validator) => validator.close()))
    mock.timers.reset()
  })

  function create(
    mode: TokenValidatorOptions['mode'],
    more: Partial<TokenValidatorOptions> = {},
  ): TokenValidator {
    const validator = createTokenValidator({
      issuer: service.url,
      audience: 'latchkey',
      mode,
      credential: 'an API key',
      // These timeouts are longer than a busy machine takes. A test about one of them sets its own.
      timeoutMs: 30_000,
      silentAfterMs: 10_000,
      onFault: (fault) => void faults.push(fault),
      ...more,
    })
    validators.push(validator)
    return validator
  }

  test('I117 a token can be asked for a level and a fresh proof, which its age and a refresh are not', async () => {
    const validator = create('local')
    const now = Math.floor(Date.now() / 1000)
    const wanted = { acr: 'aal2', maxAgeSeconds: 300 } as const
    const good = { acr: 'aal2', amr: ['pwd', 'otp', 'mfa'], auth_time: now - 200 }
    assert.equal((await validator.verifyToken(service.mint(good), wanted)).sub, 'user')
    const lacking: Record<string, unknown>[] = [
      { ...good, auth_time: now - 400 },
      { ...good, acr: 'aal1' },
      { ...good, acr: undefined },
      { ...good, acr: 'aal9' },
    ]
    for (const claims of lacking) {
      const token = service.mint(claims)
      await assert.rejects(validator.verifyToken(token, wanted), (error: unknown) => {
        assert.ok(error instanceof Failure)
        assert.deepEqual([error.code, error.acr], ['reauthentication_required', 'aal2'])
        assert.deepEqual(error.headers, {
          'www-authenticate':
            'Bearer error="insufficient_user_authentication", acr_values="aal2", max_age="300"',
        })
        return true
      })
      await validator.verifyToken(token)
    }
    await validator.verifyToken(service.mint({ auth_time: now - 200 }), { maxAgeSeconds: 300 })
    await validator.verifyToken(service.mint({ auth_time: now - 90_000 }), { acr: 'aal1' })
    await refuses(validator.verifyToken('x', wanted), 'token_invalid')
  })

  const questions = () => service.asked(paths.validate)
  const refuses = (asking: Promise<unknown>, code: string) =>
    assert.rejects(asking, (error: unknown) => error instanceof Failure && error.code === code)

  /**
   * Sends heartbeats until a token is accepted without a request to the service, as with the feed of a
   * healthy service.
   */
  async function goLive(validator: TokenValidator): Promise<void> {
    await service.openFeeds()
    await until('a live feed', async () => {
      service.beat()
      const before = questions()
      const isGood = await validator.verifyToken(service.mint()).then(
        () => true,
        () => false,
      )
      return isGood && questions() === before
    })
  }

  async function createLive(more: Partial<TokenValidatorOptions> = {}): Promise<TokenValidator> {
    const validator = create('feed', more)
    await goLive(validator)
    return validator
  }

  for (const mode of ['local', 'feed', 'strict'] as const) {
    test(`${mode}: forged, foreign and expired tokens cost no request`, async () => {
      const validator = create(mode)
      await validator.verifyToken(service.mint())
      const before = questions()
      const fetches = service.asked(paths.jwks)
      const good = service.mint()
      const seconds = Math.floor(Date.now() / 1000)
      const bad = [
        `${good.slice(0, -8)}AAAAAAA${good.at(-1)}`,
        'a.b.c',
        'x'.repeat(100_000),
        service.mint({ iss: 'https://other.example.com' }),
        service.mint({ aud: 'other' }),
        service.mint({}, { typ: 'rt+jwt' }),
        service.mint({}, { alg: 'none' }),
      ]
      for (const token of bad) await refuses(validator.verifyToken(token), 'token_invalid')
      await refuses(
        validator.verifyToken(service.mint({ iat: seconds - 900, exp: seconds - 1 })),
        'token_expired',
      )
      assert.equal(questions(), before)
      assert.equal(service.asked(paths.jwks), fetches)
    })

    test(`${mode}: 1,000 tokens of unknown keys cost one fetch of the keys and no other request`, async () => {
      const validator = create(mode)
      await validator.verifyToken(service.mint())
      const before = { questions: questions(), fetches: service.asked(paths.jwks) }
      const forged = Array.from({ length: 1_000 }, () => service.mint({}, { kid: randomUUID() }))
      await Promise.all(forged.map((token) => refuses(validator.verifyToken(token), 'token_invalid')))
      assert.deepEqual({ questions: questions(), fetches: service.asked(paths.jwks) - 1 }, before)
    })
  }

  test('local sends no request about a token, and lives through an outage of the service', async () => {
    const validator = create('local')
    const { sub, role } = await validator.verifyToken(service.mint())
    assert.deepEqual([sub, role], ['user', 'user'])
    for (const path of Object.values(paths)) service.script(path, 'cut')
    await validator.verifyToken(service.mint())
    assert.deepEqual([questions(), service.asked(paths.feed)], [0, 0])
  })

  test('strict validates each token by a request, every time, with the token itself', async () => {
    const validator = create('strict', { headers: () => ({ 'x-request-id': 'r-1' }) })
    const token = service.mint({ sid: 'ada' })
    await Promise.all([
      validator.verifyToken(token),
      validator.verifyToken(token),
      validator.verifyToken(token),
    ])
    assert.equal(questions(), 3)
    const { headers } = service.requests.at(-1) ?? assert.fail()
    assert.deepEqual([headers.authorization, headers['x-request-id']], [`Bearer ${token}`, 'r-1'])
    service.end('ada')
    await assert.rejects(validator.verifyToken(token), { code: 'session_ended', reason: 'logout' })
  })

  for (const how of [500, 404, 429, 302, 'cut', 'hang'] as const) {
    test(`strict accepts nothing when the answer is ${how}`, async () => {
      const validator = create('strict', { timeoutMs: 200 })
      service.script(paths.validate, how)
      await refuses(validator.verifyToken(service.mint()), 'auth_service_unavailable')
    })
  }

  test('feed: a living token costs no request, and a logout is refused right after its event', async () => {
    const validator = await createLive()
    const [ada, grace] = [service.mint({ sid: 'ada' }), service.mint({ sid: 'grace' })]
    const before = questions()
    for (let at = 0; at < 100; at++) await validator.verifyToken(ada)
    service.tell('ada')
    await until('the event', () =>
      validator.verifyToken(ada).then(
        () => false,
        () => true,
      ),
    )
    await assert.rejects(validator.verifyToken(ada), { code: 'session_ended', reason: 'logout' })
    await validator.verifyToken(grace)
    assert.equal(questions(), before)
    assert.equal(
      service.requests.find(({ line }) => line.endsWith(paths.feed))?.headers.authorization,
      'Bearer an API key',
    )
  })

  test('feed: what stands before a heartbeat is known when the heartbeat counts', async () => {
    const validator = create('feed', { silentAfterMs: 60_000 })
    await service.openFeeds()
    service.end('ada')
    service.tell('ada')
    await goLive(validator)
    const before = questions()
    await refuses(validator.verifyToken(service.mint({ sid: 'ada' })), 'session_ended')
    assert.equal(questions(), before)
  })

  test('feed: before the first heartbeat tokens are validated by a request', async () => {
    const validator = create('feed')
    service.end('ada')
    await validator.verifyToken(service.mint())
    await refuses(validator.verifyToken(service.mint({ sid: 'ada' })), 'session_ended')
    await service.openFeeds()
    service.sendOnFeed(': still sending what was before\n\n')
    await validator.verifyToken(service.mint())
    assert.equal(questions(), 3)
  })

  test('feed: from the moment that it is cut tokens are validated by a request, and it comes back by itself', async () => {
    const validator = await createLive({ silentAfterMs: 60_000 })
    service.script(paths.feed, 503)
    service.end('ada')
    const before = questions()
    service.cutFeeds()
    await until('the cut', () =>
      validator.verifyToken(service.mint({ sid: 'ada' })).then(
        () => false,
        () => true,
      ),
    )
    await validator.verifyToken(service.mint({ sid: 'grace' }))
    assert.ok(questions() >= before + 2)
    service.script(paths.feed, 'as usual')
    await goLive(validator)
  })

  test('feed: when it falls silent tokens are validated by a request after the bound, and it connects again', async () => {
    const validator = await createLive({ silentAfterMs: 1_500 })
    service.end('ada')
    const ada = service.mint({ sid: 'ada' })
    await until('the silence', () =>
      validator.verifyToken(ada).then(
        () => false,
        () => true,
      ),
    )
    await refuses(validator.verifyToken(ada), 'session_ended')
    await validator.verifyToken(service.mint({ sid: 'grace' }))
    await until('another connection', () => service.asked(paths.feed) === 2)
    assert.deepEqual(
      faults.map(({ kind }) => kind),
      ['unreachable'],
    )
  })

  test('feed: a service that accepts the connection and sends nothing gets a new connection', async () => {
    service.script(paths.feed, 'hang')
    const validator = create('feed')
    await until('a connection', () => service.asked(paths.feed) === 1)
    service.script(paths.feed, 'as usual')
    await goLive(validator)
  })

  test('feed: with neither the feed nor an answer no token is accepted', async () => {
    const validator = await createLive()
    const token = service.mint()
    await validator.verifyToken(token)
    for (const path of Object.values(paths)) service.script(path, 'cut')
    service.cutFeeds()
    await until('the cut', () =>
      validator.verifyToken(token).then(
        () => false,
        () => true,
      ),
    )
    await refuses(validator.verifyToken(token), 'auth_service_unavailable')
  })

  test('feed: a heartbeat that lay in a buffer does not count', async () => {
    const validator = await createLive({ silentAfterMs: 3_000 })
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 4_000 })
    service.beat({ atMs: Date.now() - 4_000, position: 'late' })
    const before = questions()
    for (let at = 0; at < 5; at++) {
      await validator.verifyToken(service.mint())
      service.beat({ atMs: Date.now() - 4_000 })
    }
    assert.equal(questions(), before + 5)
    mock.timers.reset()
  })

  test('feed: a revoked key is refused as soon as a heartbeat names another version', async () => {
    const validator = await createLive({ silentAfterMs: 60_000 })
    const token = service.mint()
    await validator.verifyToken(token)
    service.rotate({ revoke: true })
    await validator.verifyToken(token)
    service.beat()
    await until('the new keys', () =>
      validator.verifyToken(token).then(
        () => false,
        () => true,
      ),
    )
    await refuses(validator.verifyToken(token), 'token_invalid')
    await validator.verifyToken(service.mint())
  })

  test('feed: while the keys of another version cannot be fetched tokens are validated by a request', async () => {
    const validator = await createLive({ silentAfterMs: 60_000 })
    const token = service.mint()
    service.script(paths.jwks, 503)
    service.rotate({ revoke: true })
    const before = questions()
    await until('the question', async () => {
      service.beat()
      await validator.verifyToken(token)
      return questions() > before && faults.length > 0
    })
    assert.deepEqual(
      faults.map(({ kind }) => kind),
      ['keys'],
    )
    service.script(paths.jwks, 'as usual')
    await goLive(validator)
    await refuses(validator.verifyToken(token), 'token_invalid')
  })

  test('feed: with more ended sessions than there is room for tokens are validated by a request', async () => {
    const validator = await createLive({ endedSessionsKept: 10, silentAfterMs: 60_000 })
    for (let at = 0; at < 11; at++) service.end(`s-${at}`)
    for (let at = 0; at < 11; at++) service.tell(`s-${at}`)
    service.beat()
    await until('the fault', () => faults.length > 0)
    for (let at = 0; at < 11; at++)
      await refuses(validator.verifyToken(service.mint({ sid: `s-${at}` })), 'session_ended')
    const before = questions()
    await validator.verifyToken(service.mint())
    assert.equal(questions(), before + 1)
    assert.deepEqual(
      faults.map(({ kind }) => kind),
      ['full'],
    )
  })

  test('feed: after a break it continues from its last position', async () => {
    const validator = await createLive()
    service.tell('ada')
    service.beat({ position: 'p-7' })
    await until('the event', () =>
      validator.verifyToken(service.mint({ sid: 'ada' })).then(
        () => false,
        () => true,
      ),
    )
    service.beat({ position: 'p-8' })
    service.sendOnFeed('event: something.new\nid: not-taken\ndata: {}\n\n')
    await goLive(validator)
    service.beat({ position: 'p-9' })
    const before = questions()
    service.sendOnFeed('event: session.ended\nid: half\ndata: {"session')
    service.cutFeeds()
    await until('another connection', () => service.asked(paths.feed) === 2)
    const positions = service.requests
      .filter(({ line }) => line.endsWith(paths.feed))
      .map(({ headers }) => headers['last-event-id'])
    assert.equal(positions[0], undefined)
    assert.match(String(positions[1]), /^(p-9|1)$/)
    await refuses(validator.verifyToken(service.mint({ sid: 'ada' })), 'session_ended')
    assert.equal(questions(), before, 'what was told before is still known')
  })

  test('feed: an event that cannot be read may be a logout, so that tokens are validated by a request', async () => {
    const validator = await createLive({ silentAfterMs: 60_000 })
    const before = questions()
    service.sendOnFeed('event: session.ended\nid: 99\ndata: {"session_id":7}\n\n')
    await until('the question', async () => {
      await validator.verifyToken(service.mint())
      return questions() > before
    })
    await until('another connection', () => service.asked(paths.feed) === 2)
    assert.notEqual(service.requests.at(-1)?.headers['last-event-id'], '99')
    assert.deepEqual(
      faults.map(({ kind }) => kind),
      ['malformed'],
    )
  })

  test('feed: a refused credential is reported once, and tokens are validated by a request', async () => {
    service.script(paths.feed, 403)
    const startedAt = performance.now()
    const validator = create('feed')
    await until('a third try', () => service.asked(paths.feed) >= 3)
    assert.ok(performance.now() - startedAt > 550, 'it comes back later and later')
    await validator.verifyToken(service.mint())
    assert.equal(questions(), 1)
    assert.deepEqual(
      faults.map(({ kind }) => kind),
      ['refused'],
    )
    service.script(paths.feed, 'as usual')
    await goLive(validator)
  })

  for (const [state, how] of [
    ['open', 'as usual'],
    ['not answered yet', 'hang'],
    ['waiting for another try', 503],
  ] as const) {
    test(`feed: it ends at once when it is closed while it is ${state}, and tokens are validated by a request`, async () => {
      service.script(paths.feed, how)
      const validator = create('feed')
      if (how === 'as usual') await goLive(validator)
      await until('a connection', () => service.asked(paths.feed) > 0)
      await validator.close()
      await until('no connection', () => service.feedsOpen() === 0)
      const before = questions()
      await validator.verifyToken(service.mint())
      assert.equal(questions(), before + 1)
      assert.equal(service.asked(paths.feed), 1)
    })
  }

  test('options that cannot be right are refused at the start', () => {
    const right = {
      issuer: 'https://auth.example.com',
      audience: 'latchkey',
      mode: 'feed',
      credential: 'key',
    } as const
    for (const wrong of [
      { audience: '' },
      { issuer: '', authUrl: 'https://auth.example.com' },
      { mode: 'Strict' as 'strict' },
      { issuer: 'auth' },
      { authUrl: 'http://auth.example.com' },
      { credential: '' },
      { silentAfterMs: 1_000 },
      { silentAfterMs: Number.NaN },
    ])
      assert.throws(() => createTokenValidator({ ...right, ...wrong }), TypeError)
  })
})
