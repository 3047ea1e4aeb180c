import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { readAllSettings } from '#cli/settings/all-settings.ts'
import { formType, hiddenIn, pageOf, signIn, submit, titleOf } from '#tests/support/account-forms.ts'
import { checkPage } from '#tests/support/check-page.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { type HttpReply, type System, send, startSystem, stillClock } from '#tests/support/system.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

/** Returns whether somebody is signed in with this cookie. */
async function isIn(system: System, cookie: string): Promise<boolean> {
  const reply = await send('GET', pageOf(system, ''), { headers: { cookie } })
  assert.ok([200, 303].includes(reply.status))
  if (reply.status === 303) assert.equal(reply.headers.get('location'), 'account/sign-in')
  return reply.status === 200
}

onEachEngine((startSystem) => {
  test('signed in, looked around, other devices ended and signed out, by the pages alone', async () => {
    await using system = await startSystem()
    await using visitor = plainVisitor({
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
    })
    const { password } = await system.signUp('ada')
    await visitor.open(pageOf(system, ''))
    assert.equal(await visitor.heading(), 'Sign in')
    await visitor.fill('Username or email address', 'ada@example.com')
    await visitor.fill('Password', password)
    await visitor.press('Sign in')
    assert.equal(await visitor.heading(), 'Your account')
    assert.match(
      await visitor.text(),
      /Email address Not confirmed ada@example\.com.*Firefox on Linux This device/,
    )

    const phone = await system.logIn('ada', password)
    await visitor.open(pageOf(system, ''))
    await visitor.press('Sign out all other devices')
    assert.match(await visitor.text(), /All other devices were signed out/)
    const validate = `${system.authUrl}/auth/validate`
    assert.equal((await send('GET', validate, { token: phone.access_token })).body.reason, 'revoked')

    await visitor.press('Sign out')
    assert.match(await visitor.text(), /You’re signed out/)
    await visitor.open(pageOf(system, ''))
    assert.equal(await visitor.heading(), 'Sign in')
  })

  test('a cookie ends with its session at once, whoever ends it', async () => {
    await using system = await startSystem()
    const { access_token: admin } = await system.admin()
    const { id, password } = await system.signUp('ada')
    const sessions = `${system.authUrl}/api/v1/auth/sessions`
    const users = `${system.usersUrl}/api/v1/users/${id}`
    const endings: [string, (cookie: string) => Promise<HttpReply>][] = [
      ['signed out', (cookie) => submit(system, '/sign-out', {}, { cookie })],
      [
        'ended from another device',
        async () => {
          const { access_token: token } = await system.logIn('ada', password)
          const others = await send('POST', `${sessions}/revoke`, { token, body: { scope: 'others' } })
          assert.equal(others.body.ended >= 1, true)
          return others
        },
      ],
      ['suspended', () => send('PATCH', users, { token: admin, body: { status: 'suspended' } })],
      ['deleted', () => send('DELETE', users, { token: admin })],
    ]
    for (const [how, end] of endings) {
      const cookie = await signIn(system, 'ada', password)
      assert.equal(await isIn(system, cookie), true, how)
      assert.ok((await end(cookie)).status < 400, how)
      assert.equal(await isIn(system, cookie), false, how)
      if (how === 'suspended') await send('PATCH', users, { token: admin, body: { status: 'active' } })
    }
  })

  test('a cookie has 256 random bits', async () => {
    await using system = await startSystem()
    const { password } = await system.signUp('ada')
    const cookies = [await signIn(system, 'ada', password), await signIn(system, 'ada', password)]
    const [one = Buffer.of(), other = Buffer.of()] = cookies.map((cookie) =>
      Buffer.from(cookie.split('=')[1] ?? '', 'base64url'),
    )
    assert.deepEqual([one.length, other.length], [32, 32])
    // More than eight equal bytes of 32 random ones happen less than once in 10^14 times.
    assert.ok(one.filter((byte, at) => byte === other[at]).length <= 8)
  })

  test('I135 what is stored of a cookie is a digest, for as long as its session may live', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_SESSION_LIFETIME: '2d' } })
    const { password } = await system.signUp('ada')
    const cookie = await signIn(system, 'ada', password)
    const db = await system.database('auth')
    const stored = () => db.query<Record<string, unknown>>`SELECT digest, expires_at FROM browser_sessions`
    const [row] = await stored()
    const secret = cookie.split('=')[1] ?? ''
    assert.equal(row?.digest, createHash('sha256').update(secret).digest('base64url'))
    assert.equal(system.logText().includes(secret), false)
    const sweep = system.sweeps('auth').find(({ name }) => name === 'browser_sessions')
    assert.equal(await sweep?.remove(db, Number(row?.expires_at) - 1, 10), 0)
    system.clock.advance(2 * 24 * 60 * 60_000)
    assert.equal(await isIn(system, cookie), false)
    assert.equal(await sweep?.remove(db, system.clock.now(), 10), 1)
  })
})

test('I135 a sign-in always sets a new cookie of the strictest kind, and ends the session that the browser had', async () => {
  await using system = await startSystem()
  const { password } = await system.signUp('ada')
  const planted = `__Host-latchkey=${'a'.repeat(43)}`
  const reply = await submit(system, '/sign-in', { username: 'ada', password }, { cookie: planted })
  assert.deepEqual([reply.status, reply.headers.get('location')], [303, '../account?from=sign-in'])
  const [first = '', ...attributes] = reply.headers.get('set-cookie')?.split('; ') ?? []
  assert.deepEqual(attributes, ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax', 'Max-Age=7776000'])
  assert.notEqual(first, planted)
  assert.equal(await isIn(system, planted), false)
  const second = await signIn(system, 'ada', password, first)
  assert.deepEqual([await isIn(system, first), await isIn(system, second)], [false, true])
  const ended = (await system.database('auth')).query`SELECT id FROM sessions WHERE end_reason = 'logout'`
  assert.equal((await ended).length, 1)
  for (const none of [`${second}; ${first}`, `${second}; ${second}`, `${second}x`, `${second.slice(0, -1)}`])
    assert.equal(await isIn(system, none), false, none)
  assert.equal(await isIn(system, `theme=dark; ${second}; x=y`), true)
})

test('a space that a phone adds to a name or an address is no part of it, and one of a password is', async () => {
  await using system = await startSystem()
  await system.send('POST', `${system.usersUrl}/users/create`, {
    body: { username: 'ada', email: 'ada@example.com', password: ' with spaces ' },
  })
  for (const username of ['ada ', ' ada@example.com', '\tAda\u00a0'])
    await signIn(system, username, ' with spaces ')
  const wrong = await submit(system, '/sign-in', { username: 'ada', password: 'with spaces' })
  assert.equal(wrong.status, 400)
  const forgotten = await submit(system, '/forgot-password', { email: ' ada@example.com ' })
  assert.equal(forgotten.status, 200, forgotten.body)
  const fields = { username: ' bob ', email: 'bob@example.com ', password: 'correct horse battery' }
  const signedUp = await submit(system, '/sign-up', fields)
  assert.ok(signedUp.status < 400, signedUp.body)
  await system.logIn('bob', fields.password)
})

test('a form that no page of ours has sent changes nothing', async () => {
  await using system = await startSystem()
  const { password } = await system.signUp('ada')
  const cookie = await signIn(system, 'ada', password)
  const { origin, port } = new URL(system.authUrl)
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin },
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: `http://127.0.0.1:${Number(port) + 1}` },
    { origin: `http://127.0.0.1.evil.example:${port}` },
    {},
  ]
  const forms: [path: string, fields: Record<string, string>][] = [
    ['/sign-in', { username: 'ada', password }],
    ['/sign-out', {}],
    ['/end-session', { id: 'x' }],
    ['/end-other-sessions', {}],
  ]
  for (const headers of foreign)
    for (const [path, fields] of forms) {
      const reply = await send('POST', pageOf(system, path), {
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': formType, cookie, ...headers },
      })
      const about = `${path} ${JSON.stringify(headers)}`
      assert.deepEqual([reply.status, titleOf(reply)], [403, 'Something went wrong'], about)
      assert.equal(reply.headers.get('set-cookie'), null, about)
    }
  assert.equal(await isIn(system, cookie), true)
  // A browser that does not send Sec-Fetch-Site sends the Origin, here that of the pages.
  const own = { body: '', headers: { 'content-type': formType, cookie, origin } }
  assert.equal((await send('POST', pageOf(system, '/sign-out'), own)).status, 303)
  assert.equal(await isIn(system, cookie), false)
})

test('after a sign-in people go where the operator allows, and nowhere else', async () => {
  const app = 'https://app.example.com'
  await using system = await startSystem({
    settings: { LATCHKEY_RETURN_ORIGINS: `${app},http://localhost:5173` },
  })
  const { password } = await system.signUp('ada')
  const home = '../account?from=sign-in'
  const wanted: [returnTo: string, location: string][] = [
    [`${app}/a?b=c#d`, `${app}/a?b=c#d`],
    [app, `${app}/`],
    ['http://localhost:5173/x', 'http://localhost:5173/x'],
    ['/orders?id=1', '/orders?id=1'],
    ['email', 'email'],
    ['https://evil.example/', home],
    [`${app}.evil.example/`, home],
    [`${app}@evil.example/`, home],
    [`${app}:8443/`, home],
    ['http://app.example.com/', home],
    ['HTTPS://APP.example.com/', home],
    [`${app}\\@evil.example`, home],
    [`${app}/\\evil`, home],
    ['//evil.example', home],
    ['/\\evil.example', home],
    ['\\\\evil.example', home],
    ['/.//evil.example', home],
    ['/\t/evil.example', home],
    [' //evil.example', home],
    ['javascript:alert(1)', home],
    ['evil.example', home],
    [`/${'x'.repeat(3000)}`, home],
  ]
  for (const [returnTo, location] of wanted) {
    const query = new URLSearchParams({ return_to: returnTo })
    const page = await send('GET', `${pageOf(system, '/sign-in')}?${query}`)
    const origin = location.startsWith('http') ? ` ${new URL(location).origin}` : ''
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.equal(policy.split('; ')[0], `form-action 'self'${origin}`, returnTo)
    for (const sent of [returnTo, hiddenIn(page.body, 'return_to')]) {
      const reply = await submit(system, '/sign-in', { username: 'ada', password, return_to: sent })
      assert.deepEqual([reply.status, reply.headers.get('location')], [303, location], returnTo)
    }
  }
  const twice = await send('GET', `${pageOf(system, '/sign-in')}?return_to=${app}&return_to=${app}`)
  assert.doesNotMatch(twice.body, /return_to/)
  const cookie = await signIn(system, 'ada', password)
  const again = await send('GET', `${pageOf(system, '/sign-in')}?return_to=${app}/`, { headers: { cookie } })
  assert.deepEqual([again.status, again.headers.get('location')], [303, `${app}/`])
})

test('a wrong password says the same whether anybody has the name, and is limited by the address of the client', async () => {
  const settings = { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' }
  await using system = await startSystem({ settings, clock: stillClock() })
  const { password } = await system.signUp('ada')
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const strip = ({ status, body }: HttpReply) => [status, body.replace(/value="[^"]*"/, '')]
  const replies = await Promise.all(
    ['ada', 'nobody', 'ada@example.com', 'x@example.com'].map((username) =>
      submit(system, '/sign-in', { username, password: 'wrong' }, from('192.0.2.1')),
    ),
  )
  assert.equal(new Set(replies.map((reply) => JSON.stringify(strip(reply)))).size, 1)
  const [wrong] = replies
  assert.equal(wrong?.status, 400)
  assert.match(wrong?.body, /role="alert".*Wrong username or password/)
  assert.match(wrong?.body, /name="username"[^>]* value="ada"/)
  assert.doesNotMatch(wrong?.body, /type="password"[^>]* value=/)
  for (const [fields, why] of [
    [{ password }, /<a href="#username">Enter your username/],
    [{ username: 'ada' }, /<a href="#password">Enter your password/],
  ] as const) {
    const reply = await submit(system, '/sign-in', fields)
    assert.equal(reply.status, 400)
    assert.match(reply.body, why)
  }
  const guess = () => submit(system, '/sign-in', { username: 'x', password: 'wrong' }, from('192.0.2.7'))
  let last = await guess()
  for (let time = 0; time < 30 && last.status === 400; time++)
    last = await submit(system, '/sign-in', { username: `x${time}`, password: 'wrong' }, from('192.0.2.7'))
  assert.equal(last.status, 429)
  assert.ok(Number(last.headers.get('retry-after')) >= 1)
  assert.match(last.body, /role="alert".*Too many attempts/)
  const elsewhere = await submit(system, '/sign-in', { username: 'ada', password }, from('198.51.100.1'))
  assert.equal(elsewhere.status, 303)
  const address = (await system.database('auth'))
    .query`SELECT address FROM sessions WHERE address = '198.51.100.1'`
  assert.equal((await address).length, 1)
})

test('a temporary password leads to one of one’s own, and on with the sign-in', async () => {
  await using system = await startSystem()
  const { access_token: token } = await system.admin()
  const { id } = await system.signUp('ada')
  const { body } = await send('POST', `${system.usersUrl}/api/v1/users/${id}/temporary-password`, { token })
  await using visitor = plainVisitor()
  await visitor.open(`${pageOf(system, '/sign-in')}?return_to=/account/forgot-password`)
  await visitor.fill('Username or email address', 'ada')
  await visitor.fill('Password', body.temporary_password)
  await visitor.press('Sign in')
  assert.equal(await visitor.heading(), 'Choose a new password')
  const sessions = (await system.database('auth')).query`SELECT id FROM sessions WHERE user_id = ${id}`
  assert.deepEqual(await sessions, [])
  await visitor.fill('New password', 'ada')
  await visitor.press('Set password')
  assert.match(await visitor.text(), /Check your entries: Password must be at least 8 characters/)
  await visitor.fill('New password', 'one that only ada knows')
  await visitor.press('Set password')
  assert.equal(await visitor.heading(), 'Forgot your password?')
  await visitor.open(pageOf(system, ''))
  assert.equal(await visitor.heading(), 'Your account')
  const over = await submit(system, '/own-password', { username: 'ada', token: 'x', password: 'another one' })
  assert.deepEqual([over.status, over.headers.get('location')], [303, 'sign-in'])
})

test('pages keep a session alive that is in use, and one that is not used ends', async () => {
  await using system = await startSystem({ settings: { LATCHKEY_SESSION_IDLE: '1h' } })
  const { password } = await system.signUp('ada')
  const [used, unused] = [await signIn(system, 'ada', password), await signIn(system, 'ada', password)]
  for (let time = 0; time < 4; time++) {
    system.clock.advance(30 * 60_000)
    const both = await Promise.all([isIn(system, used), isIn(system, used)])
    assert.deepEqual(both, [true, true])
  }
  assert.equal(await isIn(system, unused), false)
})

test('a browser that refuses the cookie is told so, and is not sent round in circles', async () => {
  await using system = await startSystem()
  const reply = await send('GET', `${pageOf(system, '')}?from=sign-in`)
  assert.deepEqual([reply.status, titleOf(reply)], [200, 'Your browser blocked the sign-in cookie'])
  const headers = { cookie: `__Host-latchkey=${'x'.repeat(43)}` }
  const over = await send('GET', `${pageOf(system, '')}?from=sign-in`, { headers })
  assert.equal(over.headers.get('location'), 'account/sign-in')
})

test('the pages of an account are as safe as those of a link, in every language', async () => {
  await using system = await startSystem()
  const { password } = await system.signUp('ada')
  const cookie = await signIn(system, 'ada', password)
  const name = `"><script>alert(1)</script>`
  await send('POST', `${system.authUrl}/auth/login`, {
    body: { username: 'ada', password, device_name: name },
  })
  for (const language of ['en', 'de', 'fr']) {
    const headers = { 'accept-language': language, cookie }
    for (const path of ['', '?done=sessions', '?done=constructor', '/prove?return_to=/x']) {
      const reply = await send('GET', pageOf(system, path), { headers })
      assert.equal(reply.status, 200)
      checkPage(reply, `${path} in ${language}`, 'same-origin')
      assert.match(reply.body, new RegExp(`<html lang="${language}">`))
    }
    const again = await submit(system, '/sign-in', { username: name, password: 'wrong' }, headers)
    checkPage(again, `a wrong password in ${language}`, 'same-origin')
  }
})

test('every account page has the name, the logo and the colour of the operator, and loads nothing but the logo', async () => {
  const settings = {
    LATCHKEY_BRAND_NAME: 'Käse & <Söhne>',
    LATCHKEY_BRAND_LOGO_URL: 'https://cdn.example.com/a;b,c/logo.svg?x="1"&y=2',
    LATCHKEY_BRAND_COLOR: '#FFD500',
  }
  await using system = await startSystem({ settings })
  for (const path of ['/sign-in', '/forgot-password', '/reset-password?token=x']) {
    const { headers, body } = await send('GET', pageOf(system, path))
    const policy = headers.get('content-security-policy') ?? ''
    const named = policy.split('; ').map((directive) => directive.split(' ', 1)[0])
    assert.equal(new Set(named).size, named.length, 'of two with the same name browsers complain')
    assert.match(
      policy,
      /; img-src 'self' https:\/\/cdn\.example\.com; default-src 'none'; style-src 'sha256-/,
    )
    assert.match(body, /<title>[^<]+ · Käse &amp; &lt;Söhne&gt;<\/title>/)
    assert.ok(body.includes('<span>Käse &amp; &lt;Söhne&gt;</span>'))
    assert.ok(body.includes('src="https://cdn.example.com/a;b,c/logo.svg?x=%221%22&amp;y=2" alt=""'))
    const [, light] = /--accent: light-dark\((#\w{6}), #ffd500\)/.exec(body) ?? []
    assert.notEqual(light, '#ffd500', 'yellow cannot be read on white')
    const style = /<style>([^<]*)<\/style>/.exec(body)?.[1] ?? ''
    assert.ok(policy.includes(createHash('sha256').update(style).digest('base64')))
  }
})

test('a brand or an origin that cannot be meant is refused at the start', () => {
  const wrong: [setting: `LATCHKEY_${string}`, value: string, fault: RegExp][] = [
    ['LATCHKEY_BRAND_COLOR', 'red', /is not a colour such as #0b57d0/],
    ['LATCHKEY_BRAND_COLOR', '#0b57d0; } body { display: none', /is not a colour/],
    ['LATCHKEY_BRAND_LOGO_URL', 'http://cdn.example.com/logo.svg', /is not an https URL/],
    ['LATCHKEY_BRAND_LOGO_URL', 'javascript:alert(1)', /is not an https URL/],
    ['LATCHKEY_RETURN_ORIGINS', 'https://app.example.com/', /not written as browsers send it/],
    ['LATCHKEY_RETURN_ORIGINS', 'https://*.example.com', /holds a \*/],
    ['LATCHKEY_RETURN_ORIGINS', 'app.example.com', /other than an http or https origin/],
  ]
  for (const [setting, value, fault] of wrong)
    assert.throws(() => readAllSettings({ flags: {}, environment: { [setting]: value } }), fault, value)
})
