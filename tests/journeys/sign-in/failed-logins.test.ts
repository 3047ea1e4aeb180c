import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { newMasterKey } from '#tests/support/process.ts'
import { type HttpReply, type System, stillClock } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const logIn = (system: System, username: string, password: string, headers = {}): Promise<HttpReply> =>
  system.send('POST', `${system.authUrl}/auth/login`, { body: { username, password }, headers })

/** Creates a user as an admin, for tests where sign-up is closed. */
async function addUser(system: System, username: string): Promise<{ email: string; password: string }> {
  const { access_token: token } = await system.admin()
  const body = { name: username, username, email: `${username}@example.com`, password: 'a long password' }
  assert.equal((await system.send('POST', `${system.usersUrl}/api/v1/users`, { token, body })).status, 201)
  return body
}

onEachEngine((start) => {
  // The clock moves only when a test advances it, because a limit allows another guess after a second, and a test can take
  // longer than that.
  const startSystem: typeof start = (options) => start({ clock: stillClock(), ...options })

  test('five failed logins with a name are free, then each pause is twice as long', async () => {
    await using system = await startSystem()
    const { password } = await system.signUp('ada')
    for (let attempt = 1; attempt <= 5; attempt++)
      assert.equal((await logIn(system, 'ada', 'wrong')).status, 401)
    for (const pause of [1, 2, 4, 8]) {
      const refused = await logIn(system, 'ada', password)
      assert.deepEqual([refused.status, refused.body.code], [429, 'login_name_limited'])
      assert.equal(refused.headers.get('retry-after'), String(pause))
      assert.match(refused.headers.get('ratelimit') ?? '', /^"login-name";r=0;t=\d+$/)
      assert.equal(refused.headers.get('ratelimit-policy'), '"login-name";q=5;w=900')
      system.clock.advance(pause * 1000)
      assert.equal((await logIn(system, 'ADA', 'wrong')).status, 401)
    }
    system.clock.advance(16_000)
    assert.equal((await logIn(system, 'ada', password)).status, 200)
    assert.equal((await logIn(system, 'ada', 'wrong')).status, 401, 'a success starts the count anew')
    assert.equal((await logIn(system, 'ada', password)).status, 200)
  })

  test('the username and the e-mail address of a user have one count', async () => {
    const now = Date.now()
    await using system = await startSystem({ clock: { now: () => now, advance() {} } })
    const { email, password } = await system.signUp('ada')
    const statuses: number[] = []
    for (let attempt = 1; attempt <= 4; attempt++)
      for (const name of ['ada', email]) statuses.push((await logIn(system, name, 'wrong')).status)
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429])
    for (const name of ['ada', email]) assert.equal((await logIn(system, name, password)).status, 429)
  })

  test("failed logins with a username do not tell which address is its user's, while sign-up is closed", async () => {
    await using system = await startSystem({ settings: { LATCHKEY_SIGNUP: 'closed' } })
    const { email } = await addUser(system, 'ada')
    for (let attempt = 1; attempt <= 5; attempt++)
      assert.equal((await logIn(system, 'ada', 'wrong')).status, 401)
    assert.equal((await logIn(system, 'ada', 'wrong')).status, 429)
    for (const name of ['nobody@example.com', email])
      assert.equal((await logIn(system, name, 'wrong')).status, 401, name)
  })

  test('I16 whoever fails with the name of a user elsewhere does not keep that user out of a network it has logged in from', async () => {
    const now = Date.now()
    const settings = { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' }
    await using system = await startSystem({ settings, clock: { now: () => now, advance() {} } })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const { email, password } = await system.signUp('ada')
    for (const home of ['192.0.2.7', '2001:db8:1:2::3'])
      assert.equal((await logIn(system, 'ada', password, from(home))).status, 200)
    for (let attempt = 0; attempt < 14; attempt++)
      await logIn(system, attempt % 2 ? 'ada' : email, 'wrong', from(`203.0.113.${attempt}`))
    assert.equal((await logIn(system, 'ada', password, from('203.0.113.99'))).status, 429)
    for (const home of ['192.0.2.200', '2001:db8:1:ffff::1'])
      assert.equal((await logIn(system, 'ada', password, from(home))).status, 200, home)
    assert.equal(
      (await logIn(system, 'ada', 'wrong', from('203.0.113.99'))).status,
      429,
      'a login of the user gives strangers no more guesses',
    )
  })

  for (const signup of ['private', 'closed'])
    test(`I16 failed logins elsewhere do not keep out a user who logs in with the address, while sign-up is ${signup}`, async () => {
      const settings = { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1', LATCHKEY_SIGNUP: signup }
      await using system = await startSystem({ settings })
      const from = (address: string) => ({ 'x-forwarded-for': address })
      const password = readFileSync(join(system.data, 'admin-password'), 'utf8').trim()
      // The address of this admin is not confirmed. With private sign-up, logins with the address and logins with the username
      // then have two separate counters, because a common one would show which user has the address.
      for (const name of ['admin@latchkey.invalid', 'admin']) {
        assert.equal((await logIn(system, name, password, from('192.0.2.7'))).status, 200)
        const elsewhere: number[] = []
        for (let guess = 1; guess <= 6; guess++)
          elsewhere.push((await logIn(system, name, 'wrong', from(`203.0.113.${guess}`))).status)
        assert.deepEqual(elsewhere, [401, 401, 401, 401, 401, 429], name)
        assert.equal((await logIn(system, name, password, from('192.0.2.200'))).status, 200, name)
        const atHome: number[] = []
        for (let guess = 1; guess <= 6; guess++)
          atHome.push((await logIn(system, name, 'wrong', from('192.0.2.99'))).status)
        assert.deepEqual(atHome, [401, 401, 401, 401, 401, 429], name)
      }
    })

  test('guesses from a network that a user has logged in from are limited too', async () => {
    const now = Date.now()
    const settings = { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' }
    await using system = await startSystem({ settings, clock: { now: () => now, advance() {} } })
    const { password } = await system.signUp('ada')
    const home = (host: number) => ({ 'x-forwarded-for': `192.0.2.${host}` })
    assert.equal((await logIn(system, 'ada', password, home(1))).status, 200)
    const statuses: number[] = []
    for (let guess = 1; guess <= 8; guess++)
      statuses.push((await logIn(system, 'ada', 'wrong', home(guess))).status)
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429])
  })

  test('I16 failed logins with other names from the address of a user do not keep that user out', async () => {
    const now = Date.now()
    await using system = await startSystem({ clock: { now: () => now, advance() {} } })
    const { password } = await system.signUp('ada')
    assert.equal((await logIn(system, 'ada', password)).status, 200)
    for (let number = 0; number < 22; number++) await logIn(system, `nobody${number}`, 'wrong')
    assert.equal((await logIn(system, 'nobody', 'wrong')).status, 429)
    assert.equal((await logIn(system, 'ada', password)).status, 200)
  })

  test('I11 a name that nobody has is slowed down just the same', async () => {
    await using system = await startSystem()
    await system.signUp('ada')
    const replies = async (username: string) => {
      const seen: unknown[] = []
      for (let attempt = 1; attempt <= 6; attempt++) {
        const { status, headers, body } = await logIn(system, username, 'wrong')
        seen.push([status, headers.get('retry-after'), { ...body, request_id: '' }])
      }
      return seen
    }
    assert.deepEqual(await replies('nobody'), await replies('ada'))
  })

  test('I13 of 60 wrong passwords at once no more are looked at than the limit allows', async () => {
    await using system = await startSystem()
    await system.signUp('ada')
    const replies = await Promise.all(Array.from({ length: 60 }, () => logIn(system, 'ada', 'wrong')))
    assert.equal(replies.filter((reply) => reply.status === 401).length, 5)
    assert.equal(replies.filter((reply) => reply.status === 429).length, 55)
    const looked = system.log.filter((line) => line.event === 'login.failed')
    assert.equal(looked.length, 5)
  })

  test('right passwords are never slowed down, however many come at once', async () => {
    await using system = await startSystem()
    const { password } = await system.signUp('ada')
    await logIn(system, 'ada', 'wrong')
    const body = { username: 'ada', password }
    const replies = await Promise.all(
      Array.from({ length: 64 }, () => system.send('POST', `${system.authUrl}/auth/login`, { body })),
    )
    assert.deepEqual([...new Set(replies.map((reply) => reply.status))], [200])
  })

  test('twenty failed logins from an address are free, then there is one every three seconds', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' } })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const attempt = (number: number, address: string) =>
      logIn(system, `nobody${number}`, 'wrong', from(address))
    const replies = await Promise.all(
      Array.from({ length: 25 }, (_, number) => attempt(number, '203.0.113.7')),
    )
    assert.equal(replies.filter((reply) => reply.status === 401).length, 20)
    const refused = replies.find((reply) => reply.status === 429)
    assert.equal(refused?.body.code, 'login_address_limited')
    assert.ok(Number(refused?.headers.get('retry-after')) <= 3)
    assert.equal((await attempt(30, '203.0.113.8')).status, 401, 'another address is not concerned')
    system.clock.advance(3_000)
    assert.equal((await attempt(31, '203.0.113.7')).status, 401)
    assert.equal((await attempt(32, '203.0.113.7')).status, 429)
  })

  test('an address has twenty failed logins more for the users who are known to log in from there', async () => {
    const settings = { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' }
    await using system = await startSystem({ settings, clock: stillClock() })
    const here = { 'x-forwarded-for': '203.0.113.7' }
    const names = ['ada', 'bob', 'carol', 'dave', 'eve']
    for (const name of names) {
      const { password } = await system.signUp(name)
      assert.equal((await logIn(system, name, password, here)).status, 200)
    }
    const attempts = async (count: number, nameOf: (at: number) => string) => {
      const statuses: number[] = []
      for (let at = 0; at < count; at++)
        statuses.push((await logIn(system, nameOf(at), 'wrong', here)).status)
      return statuses
    }
    const twenty = [...Array(20).fill(401), 429]
    assert.deepEqual(await attempts(21, (at) => `nobody${at}`), twenty)
    assert.deepEqual(await attempts(21, (at) => names[at % 5] ?? ''), twenty)
  })

  test('failed logins of one client behind a proxy that adds ports keep out no other client', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' } })
    const { password } = await system.signUp('ada')
    const from = (client: string) => ({ 'x-forwarded-for': `${client}, 127.0.0.1:9` })
    const replies = await Promise.all(
      Array.from({ length: 25 }, (_, number) =>
        logIn(system, `nobody${number}`, 'wrong', from(`203.0.113.9:${1_234 + number}`)),
      ),
    )
    assert.equal(replies.filter((reply) => reply.status === 429).length, 5)
    const login = await logIn(system, 'ada', password, from('198.51.100.7:1234'))
    assert.equal(login.status, 200)
    const token = login.body.access_token
    const { body } = await system.send('GET', `${system.authUrl}/api/v1/auth/sessions`, { token })
    assert.deepEqual(
      body.data.map(({ address }: { address: string }) => address),
      ['198.51.100.7'],
    )
  })

  test('every spelling of an address counts as the same name', async () => {
    await using system = await startSystem()
    await system.signUp('ada')
    const spellings = [
      'example.com',
      'EXAMPLE.com',
      '\uff45xample.com',
      'example\u3002com',
      '\u24d4xample.com',
    ]
    const statuses: number[] = []
    for (const domain of [...spellings, ...spellings]) {
      statuses.push((await logIn(system, `ada@${domain}`, 'wrong')).status)
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429, 429, 429])
  })

  test('whoever has one IPv6 address has the whole /64', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.0/8' } })
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_, number) =>
        logIn(system, `nobody${number}`, 'wrong', {
          'x-forwarded-for': `2001:db8:1:2::${number.toString(16)}`,
        }),
      ),
    )
    assert.equal(replies.filter((reply) => reply.status === 429).length, 4)
    assert.equal(
      (await logIn(system, 'nobody', 'wrong', { 'x-forwarded-for': '2001:db8:1:3::1' })).status,
      401,
    )
  })

  test('I14 a forwarded address is believed from a trusted proxy only', async () => {
    await using system = await startSystem()
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_, number) =>
        logIn(system, `nobody${number}`, 'wrong', {
          'x-forwarded-for': `203.0.113.${number}`,
          forwarded: `for=10.0.0.${number}`,
        }),
      ),
    )
    assert.equal(replies.filter((reply) => reply.status === 429).length, 4)
  })

  test('a proxy that forwards ports too makes no new address of each', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' } })
    const statuses = await Promise.all(
      Array.from({ length: 24 }, async (_, number) => {
        const headers = { 'x-forwarded-for': number % 2 ? `203.0.113.9:${1000 + number}` : '203.0.113.9' }
        return (await logIn(system, `nobody${number}`, 'wrong', headers)).status
      }),
    )
    assert.equal(statuses.filter((status) => status === 429).length, 4)
  })

  test('I14 a restart forgets no failed login', async () => {
    const data = temporaryFolder()
    const clock = stillClock()
    await using first = await startSystem({ data, clock })
    await first.signUp('ada')
    for (let attempt = 1; attempt <= 5; attempt++) await logIn(first, 'ada', 'wrong')
    await first.stop()
    await using second = await startSystem({ data, clock })
    assert.equal((await logIn(second, 'ada', 'wrong')).status, 429)
    await second.stop()
    rmSync(data, { recursive: true })
  })

  test('I14 guesses at three hundred other names forget no failed login', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' } })
    const { password } = await system.signUp('ada')
    const from = (network: number) => ({ 'x-forwarded-for': `203.0.${network}.1` })
    for (let attempt = 1; attempt <= 5; attempt++) await logIn(system, 'ada', 'wrong', from(0))
    const statuses = await Promise.all(
      Array.from(
        { length: 300 },
        async (_, at) => (await logIn(system, `nobody-${at}`, 'wrong', from(1 + (at % 200)))).status,
      ),
    )
    assert.deepEqual(new Set(statuses), new Set([401]))
    assert.equal((await logIn(system, 'ada', password, from(201))).body.code, 'login_name_limited')
  })

  test('an own login from the same address gives nobody more guesses at other names', async () => {
    await using system = await startSystem()
    const { password } = await system.signUp('mallory')
    let looked = 0
    for (let number = 0; number < 40; number++) {
      if ((await logIn(system, `victim${number}`, 'wrong')).status === 401) looked++
      if (number % 5 === 0 && number < 15)
        assert.equal((await logIn(system, 'mallory', password)).status, 200)
    }
    assert.equal(looked, 20)
  })

  test('services that run apart count a user once too, whichever name is tried', async () => {
    const now = Date.now()
    const clock = { now: () => now, advance() {} }
    const secrets = {
      LATCHKEY_SERVICE_TOKEN: 'T2mZq8Wn5vKx1RbLc7Yd4HsGf9Jp3EuAoNiV6tXk',
      LATCHKEY_MASTER_KEY: newMasterKey(),
    }
    await using users = await startSystem({ services: 'users', settings: secrets, clock })
    const settings = { ...secrets, LATCHKEY_USERS_URL: users.usersUrl }
    await using auth = await startSystem({ services: 'auth', settings, clock })
    const { email, password } = await users.signUp('ada')
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, at) => logIn(auth, at % 2 ? 'ada' : email, 'wrong')),
    )
    assert.equal(replies.filter(({ status }) => status === 401).length, 5)
    assert.equal(replies.filter(({ status }) => status === 429).length, 7)
    assert.equal((await logIn(auth, 'ada', password)).status, 429)
  })

  test('a login that could not be looked at counts for nothing', async () => {
    const secrets = {
      LATCHKEY_SERVICE_TOKEN: 'T2mZq8Wn5vKx1RbLc7Yd4HsGf9Jp3EuAoNiV6tXk',
      LATCHKEY_MASTER_KEY: newMasterKey(),
    }
    const settings = { ...secrets, LATCHKEY_USERS_URL: 'http://127.0.0.1:9' }
    await using auth = await startSystem({ services: 'auth', settings })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 25; attempt++) statuses.push((await logIn(auth, 'ada', 'right')).status)
    assert.deepEqual([...new Set(statuses)], [503])
    const why = auth.log.find((line) => line.level === 'warn' && line.code === 'user_service_unavailable')
    assert.match(JSON.stringify(why), /127\.0\.0\.1:9/, 'the log says why')
  })

  test('a login is under way for as long as a password may wait for its turn', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_PASSWORD_WAIT: '30s' } })
    assert.equal((await logIn(system, 'nobody', 'wrong')).status, 401)
    const db = await system.database('auth')
    const rows = await db.query<{ until: number }>`SELECT under_way_until AS until FROM login_attempts`
    for (const row of rows) assert.ok(row.until - system.clock.now() > 30_000, String(row.until))
    assert.equal(rows.length, 2)
  })

  test('failures are forgotten after a day', async () => {
    await using system = await startSystem()
    await system.signUp('ada')
    for (let attempt = 1; attempt <= 5; attempt++) await logIn(system, 'ada', 'wrong')
    assert.equal((await logIn(system, 'ada', 'wrong')).status, 429)
    system.clock.advance(25 * 60 * 60 * 1000)
    for (let attempt = 1; attempt <= 5; attempt++)
      assert.equal((await logIn(system, 'ada', 'wrong')).status, 401)
  })

  test('no pause is longer than 15 minutes, also after the clock was set back', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' } })
    const { password } = await system.signUp('ada')
    let longest = 0
    for (let attempt = 0; attempt < 20; attempt++) {
      const headers = { 'x-forwarded-for': `203.0.113.${attempt}` }
      const reply = await logIn(system, 'ada', 'wrong', headers)
      if (reply.status !== 429) continue
      longest = Math.max(longest, Number(reply.headers.get('retry-after')))
      system.clock.advance(Number(reply.headers.get('retry-after')) * 1000)
      await logIn(system, 'ada', 'wrong', headers)
    }
    assert.equal(longest, 900)
    system.clock.advance(-24 * 60 * 60 * 1000)
    assert.equal((await logIn(system, 'ada', password)).status, 200)
  })
})
