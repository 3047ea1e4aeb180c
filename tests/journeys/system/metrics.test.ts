import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { metricsText, samplesIn, sumOf } from '#tests/support/metrics-text.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { promtool, whyNoPromtool } from '#tests/support/promtool.ts'
import { rpcClient } from '#tests/support/rpc-client.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const requests = 'http_server_request_duration_seconds_count'

/** Sends a request with a method that `fetch` does not send, and waits for its reply. */
const sendWith = (method: string, url: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method }, (response) =>
      response.resume().on('end', () => resolve(response.statusCode)),
    )
    sent.on('error', reject).end()
  })

async function logIn(system: System, username: string, password: string) {
  return system.send('POST', `${system.authUrl}/auth/login`, { body: { username, password } })
}

onEachEngine((startSystem, engine) => {
  test('requests, logins, refreshes, token checks and refusals are counted by their outcome', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow' } })
    const ada = await system.signUpAndLogIn('ada')
    const { access_token: token, refresh_token } = ada
    for (const path of ['/auth/validate', '/auth/validate', '/api/v1/auth/validate'])
      await system.send('GET', `${system.authUrl}${path}`, { token })
    await system.send('GET', `${system.authUrl}/auth/validate`)
    await system.send('GET', `${system.authUrl}/auth/validate`, { token: `${token.slice(0, -4)}AAAA` })
    await system.send('POST', `${system.authUrl}/auth/refresh`, { body: { refresh_token } })
    await system.send('POST', `${system.authUrl}/auth/refresh`, { body: { refresh_token: 'none' } })
    for (let guess = 0; guess < 6; guess++) await logIn(system, 'ada', 'not the password')
    await system.send('GET', `${system.usersUrl}/api/v1/users/${ada.user.id}`, { token })
    await system.send('POST', `${system.usersUrl}/users/create`, { body: '{' })
    await until('a mail', async () =>
      /latchkey_mails_total\{outcome="sent"\} [1-9]/.test(await metricsText(system)),
    )

    const samples = samplesIn(await metricsText(system))
    const [ofUsers, ofAuth] = [
      samplesIn(await metricsText(system, ['users'])),
      samplesIn(await metricsText(system, ['auth'])),
    ]
    const count = (method: string, route: string, status: number) =>
      sumOf(ofAuth, requests, {
        http_request_method: method,
        http_route: route,
        http_response_status_code: `${status}`,
      })
    assert.equal(count('GET', '/auth/validate', 200), 2)
    assert.equal(count('GET', '/api/v1/auth/validate', 200), 1)
    assert.equal(count('GET', '/auth/validate', 401), 2)
    assert.equal(count('POST', '/auth/login', 401), 5)
    assert.equal(count('POST', '/auth/login', 429), 1)
    const readUser = { http_route: '/api/v1/users/{id}', http_response_status_code: '200' }
    assert.equal(sumOf(ofUsers, requests, readUser), 1, 'the route is a template')
    const malformed = { http_route: '/users/create', http_response_status_code: '400' }
    assert.equal(sumOf(ofUsers, requests, malformed), 1, 'also before its body could be read')
    const bucket = { http_route: '/auth/validate', http_response_status_code: '200', le: '+Inf' }
    assert.equal(sumOf(ofAuth, 'http_server_request_duration_seconds_bucket', bucket), 2)

    const outcome = (name: string, of: string) => sumOf(samples, `latchkey_${name}_total`, { outcome: of })
    assert.deepEqual(
      ['succeeded', 'wrong_credentials', 'limited_by_name'].map((of) => outcome('logins', of)),
      [1, 5, 1],
    )
    assert.deepEqual([outcome('refreshes', 'succeeded'), outcome('refreshes', 'invalid')], [1, 1])
    assert.deepEqual([outcome('token_checks', 'missing'), outcome('token_checks', 'invalid')], [1, 1])
    // The user service has each token validated by the authentication service. These checks count too, with the same
    // token.
    assert.equal(outcome('token_checks', 'succeeded'), 4)
    assert.equal(sumOf(samples, 'latchkey_refusals_total', { limit: 'login_name_limited' }), 1)
    assert.equal(sumOf(samples, 'latchkey_refusals_total'), 1)
    assert.ok(sumOf(samples, 'latchkey_password_hash_seconds_count') >= 6)
    assert.ok(sumOf(samples, 'latchkey_database_commit_seconds_count') > 5)
    if (engine === 'sqlite') assert.ok(sumOf(samples, 'latchkey_database_commit_transactions_sum') > 5)
    else assert.ok(sumOf(samples, 'latchkey_database_pool_wait_seconds_count') > 5)
    assert.deepEqual(
      samples.filter(({ name }) => name === 'latchkey_database_up').map(({ value }) => value),
      [1, 1],
    )
    const activated = sumOf(ofAuth, 'latchkey_signing_key_activated_timestamp_seconds', {
      purpose: 'access',
    })
    assert.ok(Math.abs(Date.now() / 1_000 - activated) < 3_600)
  })

  test('a metric that cannot be read leaves all others there', async () => {
    await using system = await startSystem()
    const users = await system.database('users')
    await users.execute('ALTER TABLE outbox RENAME TO elsewhere')
    const text = await metricsText(system, ['users'])
    await users.execute('ALTER TABLE elsewhere RENAME TO outbox')
    assert.match(text, /^# TYPE latchkey_outbox_overdue_seconds gauge$/m)
    assert.doesNotMatch(text, /^latchkey_outbox_overdue_seconds /m)
    assert.match(text, /^latchkey_database_up 1$/m)
    assert.match(text, /^latchkey_build_info\{version="[^"]+",revision="[0-9a-f]{40}"\} 1$/m)
  })

  test('promtool finds nothing wrong with the metrics', { skip: whyNoPromtool }, async () => {
    await using system = await startSystem()
    await system.signUpAndLogIn('ada')
    for (const service of ['users', 'auth'] as const)
      assert.deepEqual(promtool(['check', 'metrics'], await metricsText(system, [service])), {
        code: 0,
        text: '',
      })
  })
})

test('the number of series does not grow with users or with what clients send', async () => {
  await using system = await startSystem({ settings: { LATCHKEY_SIGNUPS_PER_MINUTE: '1000' } })
  const use = async (name: string) => {
    const { access_token: token, user } = await system.signUpAndLogIn(name)
    await logIn(system, `nobody-${name}`, 'wrong')
    for (const base of [system.usersUrl, system.authUrl]) {
      await system.send('GET', `${base}/nothing/${name}`)
      await sendWith('PROPFIND', `${base}/nothing/${name}`)
      await sendWith('MKCOL', `${base}/users/${name}`)
    }
    await system.send('GET', `${system.usersUrl}/api/v1/users/${user.id}?total=${name}`, { token })
    await system.send('GET', `${system.usersUrl}/users/email/${name}@example.com`, { token })
    using users = rpcClient(system.usersGrpc, 'latchkey.users.v1.UserService')
    await users.call('GetUser', { id: user.id }, { token })
    return user
  }
  /**
   * Returns the series of requests from clients. Requests between the two services are left out, because they happen in
   * the background at any time.
   */
  const series = async () =>
    samplesIn(await metricsText(system))
      .filter(
        ({ name, labels }) =>
          !/^(nodejs|process)_|_bucket$/.test(name) && !labels.http_route?.startsWith('/internal/'),
      )
      .map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`)
      .sort()
  await use('first')
  const before = await series()
  const users = []
  for (let at = 0; at < 5; at++) users.push(await use(`person${at}`))
  const after = await series()
  assert.deepEqual(
    after.filter((one) => !before.includes(one)),
    [],
  )
  for (const { id, username, email } of users)
    for (const personal of [id, username, email]) assert.ok(!after.join().includes(personal), personal)
  const unknown = after.filter((one) => one.includes('"http_route":""') && one.includes('_count '))
  assert.ok(unknown.some((one) => one.includes('"_OTHER"')))
  assert.ok(
    after.includes(
      'rpc_server_call_duration_seconds_count {"rpc_system_name":"grpc","rpc_method":"latchkey.users.v1.UserService/GetUser","rpc_response_status_code":"OK"}',
    ),
  )
})

test('a stream is measured when it begins, and a request whose client goes away as 499', async () => {
  await using system = await startSystem()
  const { access_token: token } = await system.admin()
  const stopped = new AbortController()
  const stream = await fetch(`${system.usersUrl}/api/v1/events/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stopped.signal,
  })
  assert.equal(stream.status, 200)
  const ofStream = { http_route: '/api/v1/events/stream', http_response_status_code: '200' }
  const counted = async (labels: Record<string, string>) =>
    sumOf(samplesIn(await metricsText(system)), requests, labels)
  assert.equal(await counted(ofStream), 1, 'while it is open')
  stopped.abort()
  const given = new AbortController()
  const auth = await system.database('auth')
  await auth.transaction(async (tx) => {
    // While this transaction holds its lock, the login has to wait for the database.
    await tx.query`UPDATE key_sets SET version = version`
    const login = fetch(`${system.authUrl}/auth/login`, {
      method: 'POST',
      signal: given.signal,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'ada', password: 'wrong' }),
    })
    await sleep(100)
    given.abort()
    await assert.rejects(login)
    const left = { http_route: '/auth/login', http_response_status_code: '499' }
    await until('the request that was given up', async () => (await counted(left)) === 1)
  })
  assert.equal(await counted(ofStream), 1)
})
