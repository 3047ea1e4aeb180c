import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { accountPages } from '#contract/users/links.ts'
import { checkPage } from '#tests/support/check-page.ts'
import { tokenFor } from '#tests/support/mail.ts'
import { type HttpReply, type System, send, startSystem } from '#tests/support/system.ts'
import { startProxy } from '#tests/support/tcp-proxy.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const password = 'a long password'
const address = "o'neil&co@example.com"

const url = (system: System, page: string, token?: string): string =>
  `${system.authUrl}/account/${page}${token === undefined ? '' : `?token=${encodeURIComponent(token)}`}`

/** Submits a form as a browser does. */
const submit = (at: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  send('POST', at, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

const forget = async (system: System, email: string): Promise<void> => {
  assert.equal((await submit(url(system, 'forgot-password'), { email })).status, 200)
}

/**
 * Creates one link to the account pages for each purpose, and returns the tokens of the links by purpose. The email
 * address of one user contains characters that have a meaning in HTML.
 */
async function linkOfEach(system: System): Promise<Record<string, string>> {
  const { access_token: admin } = await system.admin()
  const users = `${system.usersUrl}/api/v1/users`
  await send('POST', users, { token: admin, body: { name: 'Bob', email: 'bob@example.com' } })
  const body = { username: 'neil', email: address, password }
  await send('POST', `${system.usersUrl}/users/create`, { body })
  const ada = await system.signUpAndLogIn('ada')
  const token = await tokenFor(system, 'ada@example.com', 'verify-email')
  await submit(url(system, 'verify-email'), { token })
  await forget(system, 'ada@example.com')
  const change = { token: ada.access_token, body: { email: 'ada@example.org' } }
  assert.equal((await send('PATCH', `${users}/me`, change)).status, 200)
  return {
    'verify-email': await tokenFor(system, address, 'verify-email'),
    'confirm-email': await tokenFor(system, 'ada@example.org', 'confirm-email'),
    'reset-password': await tokenFor(system, 'ada@example.com', 'reset-password'),
    'accept-invitation': await tokenFor(system, 'bob@example.com', 'accept-invitation'),
    'take-back': await tokenFor(system, 'ada@example.com', 'take-back'),
  }
}

const titleOf = ({ body }: HttpReply): string => /<h1>(.*?)<\/h1>/.exec(body)?.[1] ?? ''
const notWorking = 'This link isn’t valid'

test('I60 every page is safe: no script, nothing loaded, what people chose is text, and the token goes nowhere', async () => {
  await using system = await startSystem()
  const links = await linkOfEach(system)
  const pages: [about: string, reply: HttpReply][] = []
  for (const [page, token] of Object.entries(links)) {
    pages.push([page, await send('GET', url(system, page, token))])
    const head = await send('HEAD', url(system, page, token))
    assert.deepEqual([head.status, head.body], [200, ''])
  }
  const forgotten = url(system, 'forgot-password')
  const breaking = `"><script>alert(1)</script>${'x'.repeat(300)}`
  const again = await submit(forgotten, { email: breaking })
  assert.equal(again.status, 400)
  assert.ok(again.body.includes('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;xxx'))
  assert.match(again.body, /<title>Check your entries: /)
  const { 'reset-password': reset = '', 'verify-email': verify = '', 'take-back': takeBack = '' } = links
  const [, shown] = pages.find(([page]) => page === 'verify-email') ?? []
  assert.ok(shown?.body.includes('<bdi>o&#39;neil&amp;co@example.com</bdi>'))
  pages.push(
    ['forgot-password', await send('GET', forgotten)],
    ['a wrong address', again],
    ['mail requested', await submit(forgotten, { email: 'ada@example.com' })],
    ['a wrong password', await submit(url(system, 'reset-password'), { token: reset, password: 'ada' })],
    ['an invalid link', await send('GET', url(system, 'reset-password', breaking))],
    ['confirmed', await submit(url(system, 'verify-email'), { token: verify })],
    ['taken back', await submit(url(system, 'take-back'), { token: takeBack })],
    ['refused', await submit(forgotten, { email: 'ada@example.com', more: 'x' })],
  )
  for (const [about, reply] of pages) checkPage(reply, about)
  for (const token of Object.values(links)) assert.equal(system.logText().includes(token), false)
})

test('an invited user’s password manager gets the username with the new password', async () => {
  await using system = await startSystem()
  const { 'accept-invitation': token = '' } = await linkOfEach(system)
  const { body } = await send('GET', url(system, 'accept-invitation', token))
  assert.match(body, /<input autocomplete="username" value="bob" hidden>/)
  assert.match(
    body,
    /<input id="password" name="password" type="password" autocomplete="new-password" required/,
  )
  assert.match((await send('GET', url(system, 'forgot-password'))).body, /type="email" autocomplete="email"/)
})

test('I51 a link works on the page of its own purpose only, and an attempt elsewhere leaves it as it is', async () => {
  await using system = await startSystem()
  const links = await linkOfEach(system)
  for (const [purpose, token] of Object.entries(links))
    for (const page of Object.keys(links).filter((one) => one !== purpose)) {
      const takesPassword = page.endsWith('password') || page.endsWith('invitation')
      const fields: Record<string, string> = takesPassword ? { token, password } : { token }
      for (const reply of [
        await send('GET', url(system, page, token)),
        await submit(url(system, page), fields),
      ])
        assert.deepEqual([reply.status, titleOf(reply)], [400, notWorking], `${purpose} on ${page}`)
    }
  for (const [page, token] of Object.entries(links))
    assert.equal((await send('GET', url(system, page, token))).status, 200, page)
})

test('every link that does not work gets the same page: used, replaced, over, foreign, or never there', async () => {
  await using system = await startSystem()
  const page = url(system, 'reset-password')
  const resetLink = async (username: string, count = 1) => {
    const email = `${username}@example.com`
    if (count === 1) await system.signUp(username)
    await forget(system, email)
    return tokenFor(system, email, 'reset-password', { count })
  }
  const over = await resetLink('ada')
  system.clock.advance(61 * 60 * 1000)
  const replaced = await resetLink('bob')
  const used = await resetLink('bob', 2)
  assert.equal((await submit(page, { token: used, password })).status, 200)
  const suspended = await resetLink('eve')
  const { access_token: admin } = await system.admin()
  const { body: list } = await send('GET', `${system.usersUrl}/api/v1/users?q=eve`, { token: admin })
  const eve = `${system.usersUrl}/api/v1/users/${list.data[0].id}`
  assert.equal((await send('PATCH', eve, { token: admin, body: { status: 'suspended' } })).status, 200)
  const foreign = await tokenFor(system, 'eve@example.com', 'verify-email')
  const tokens = [
    over,
    replaced,
    used,
    suspended,
    foreign,
    'x',
    '',
    ' ',
    'x'.repeat(5000),
    '"><b>',
    '\u0000',
    '%',
  ]
  const seen = new Set<string>()
  const note = ({ status, headers, body }: HttpReply) =>
    seen.add(JSON.stringify([status, [...headers.keys()].filter((name) => name !== 'date'), body]))
  for (const token of tokens) {
    note(await send('GET', url(system, 'reset-password', token)))
    if (token !== '\u0000') note(await submit(page, { token, password }))
  }
  for (const query of ['', '?token', `?token=${over}&token=${over}`, '?token[]=x', '?other=x'])
    note(await send('GET', `${page}${query}`))
  note(await submit(page, {}))
  for (const other of ['accept-invitation', 'verify-email', 'confirm-email', 'take-back'])
    note(await send('GET', url(system, other, over)))
  assert.equal(seen.size, 1, [...seen].map((one) => one.slice(0, 200)).join('\n'))
  assert.match([...seen][0] ?? '', /^\[400,.*This link isn’t valid.*action=..forgot-password/)
})

test('I12 whoever asks for a mail gets the same page, whether anybody has the address', async () => {
  await using system = await startSystem()
  await system.signUp('ada')
  const replies = await Promise.all(
    ['ada@example.com', 'nobody@example.com', 'no address', '\u0001'].map((email) =>
      submit(url(system, 'forgot-password'), { email }),
    ),
  )
  assert.deepEqual([...new Set(replies.map(({ status, body }) => `${status} ${body}`))].length, 1)
  assert.deepEqual([replies[0]?.status, titleOf(replies[0] as HttpReply)], [200, 'Check your email'])
  await tokenFor(system, 'ada@example.com', 'reset-password')
})

test('a password that is refused is told why, and the link stays good until one is taken', async () => {
  await using system = await startSystem()
  await system.signUp('long-name')
  await forget(system, 'long-name@example.com')
  const token = await tokenFor(system, 'long-name@example.com', 'reset-password')
  const refused: [password: string, why: RegExp][] = [
    ['', /Enter a password/],
    ['short', /at least 8 characters/],
    ['x'.repeat(257), /at most 256 characters/],
    ['x'.repeat(1025), /at most 256 characters/],
    ['long-name', /can’t be your username/],
    ['long-name@example.com', /can’t be your email address/],
    ['password', /too common/],
  ]
  for (const [wrong, why] of refused) {
    const reply = await submit(url(system, 'reset-password'), { token, password: wrong })
    assert.equal(reply.status, 400)
    assert.match(reply.body, why)
    assert.match(reply.body, /role="alert" tabindex="-1" autofocus>.*<a href="#password">/)
    assert.match(reply.body, /aria-describedby="password-hint password-fault" aria-invalid="true"/)
    assert.doesNotMatch(reply.body, /<input id="password"[^>]* value=/, 'it is not sent back')
  }
  const taken = await submit(url(system, 'reset-password'), { token, password: '  with spaces + ü  ' })
  assert.equal(titleOf(taken), 'Your password is set')
  assert.ok(await system.logIn('long-name', '  with spaces + ü  '))
})

test('pages speak the language that the reader likes best, of those that there are', async () => {
  await using system = await startSystem({ settings: { LATCHKEY_LANGUAGE: 'fr' } })
  const titles = { en: 'Forgot your password?', de: 'Passwort vergessen?', fr: 'Mot de passe oublié\u202f?' }
  const asked: [header: string | undefined, language: keyof typeof titles][] = [
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.2, FR-CA;q=0.7, de;q=0.5', 'fr'],
    ['es, en;q=0.1', 'en'],
    ['es, de;q=0', 'fr'],
    ['es', 'fr'],
    ['*', 'fr'],
    [';;q=,=,q=x', 'fr'],
    ['x'.repeat(8000), 'fr'],
  ]
  for (const [header, language] of asked) {
    const headers: Record<string, string> = header === undefined ? {} : { 'accept-language': header }
    const reply = await send('GET', url(system, 'forgot-password'), { headers })
    assert.match(reply.body, new RegExp(`<html lang="${language}">`), header)
    assert.equal(titleOf(reply), titles[language], header)
  }
  const links = await linkOfEach(system)
  for (const language of Object.keys(titles))
    for (const [page, token] of Object.entries(links)) {
      const reply = await send('GET', url(system, page, token), { headers: { 'accept-language': language } })
      checkPage(reply, `${page} in ${language}`)
      assert.match(reply.body, new RegExp(`<html lang="${language}">`))
    }
})

test('a form from another site, or a body that is no form, is refused; a form without Sec-Fetch-Site is not', async () => {
  await using system = await startSystem()
  const { 'verify-email': token = '' } = await linkOfEach(system)
  const page = url(system, 'verify-email')
  const form = `token=${token}`
  const type = 'application/x-www-form-urlencoded'
  const refused: [status: number, body: string, headers: Record<string, string>][] = [
    [403, form, { 'content-type': type, 'sec-fetch-site': 'cross-site' }],
    [415, JSON.stringify({ token }), { 'content-type': 'application/json' }],
    [415, form, { 'content-type': 'text/plain' }],
    [415, form, { 'content-type': `${type}; charset=latin1` }],
    [400, `${form}&${form}`, { 'content-type': type }],
    [400, `${form}&more=x`, { 'content-type': type }],
    [400, 'token=%zz', { 'content-type': type }],
    [413, `${form}&more=${'x'.repeat(70_000)}`, { 'content-type': type }],
  ]
  for (const [status, body, headers] of refused) {
    const reply = await send('POST', page, { body, headers })
    assert.deepEqual([reply.status, titleOf(reply)], [status, 'Something went wrong'], body.slice(0, 80))
    checkPage(reply, body.slice(0, 80))
  }
  assert.equal(
    (await send('GET', url(system, 'verify-email', token), { headers: { 'sec-fetch-site': 'cross-site' } }))
      .status,
    200,
  )
  const taken = await submit(page, { token }, { 'sec-fetch-site': 'same-origin', origin: 'null' })
  assert.equal(titleOf(taken), 'Your email address is confirmed')
})

test('while the user service is away every page says so, and the link is kept', async () => {
  await using users = await startSystem()
  const { 'verify-email': token = '' } = await linkOfEach(users)
  await using proxy = await startProxy(users.usersUrl)
  await using auth = await startSystem({
    services: 'auth',
    settings: {
      LATCHKEY_USERS_URL: new URL(proxy.url).origin,
      LATCHKEY_PASSWORD_WAIT: '2s',
      LATCHKEY_SERVICE_TOKEN: users.serviceToken(),
      LATCHKEY_MASTER_KEY: randomBytes(32).toString('base64'),
    },
  })
  proxy.freeze()
  const replies = await Promise.all([
    send('GET', url(auth, 'verify-email', token)),
    submit(url(auth, 'verify-email'), { token }),
    submit(url(auth, 'forgot-password'), { email: 'ada@example.com' }),
  ])
  for (const reply of replies) {
    assert.deepEqual([reply.status, titleOf(reply)], [503, 'Try again in a minute'])
    assert.ok(reply.headers.get('retry-after'))
    checkPage(reply, 'away')
  }
  proxy.cut()
  proxy.thaw()
  assert.equal(titleOf(await submit(url(auth, 'verify-email'), { token })), 'Your email address is confirmed')
})

test('both ports have the pages, unless they are switched off: then nobody does', async () => {
  await using on = await startSystem()
  for (const base of [on.usersUrl, on.authUrl])
    for (const page of ['forgot-password', 'sign-in', 'sign-up'])
      assert.equal((await send('GET', `${base}/account/${page}`)).status, 200)
  await using off = await startSystem({ settings: { LATCHKEY_PAGES: 'off' } })
  const strip = ({ status, body: { request_id: _, ...body } }: HttpReply) => ({ status, body })
  for (const base of [off.usersUrl, off.authUrl])
    for (const method of ['GET', 'POST'])
      for (const page of [...Object.values(accountPages), 'sign-in', 'sign-up', 'sign-out', 'delete'])
        assert.deepEqual(
          strip(await send(method, `${base}/account/${page}?token=x`)),
          strip(await send(method, `${base}/account/nothing`)),
        )
  await off.signUp('ada')
  const token = await tokenFor(off, 'ada@example.com', 'verify-email')
  const verified = await send('POST', `${off.authUrl}/api/v1/auth/email/verify`, { body: { token } })
  assert.equal(verified.status, 200, 'a page of one’s own uses the JSON route')
})

test('behind a proxy that takes a path away every form and link still leads home', async () => {
  await using proxying = new AsyncDisposableStack()
  let target = ''
  const prefix = '/sign-in'
  const proxy = createServer((incoming, outgoing) => {
    const path = incoming.url ?? ''
    if (!path.startsWith(`${prefix}/`)) return void outgoing.writeHead(404).end('nobody’s')
    const { method, headers } = incoming
    const passed = request(`${target}${path.slice(prefix.length)}`, { method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(outgoing)
    })
    incoming.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  proxying.defer(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const base = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${prefix}`
  await using system = await startSystem({ settings: { LATCHKEY_PUBLIC_URL: base } })
  target = system.authUrl
  await system.signUp('ada')
  await using visitor = plainVisitor()
  await visitor.open(`${base}/account/verify-email?token=wrong`)
  await visitor.fill('Email address', 'ada@example.com')
  await visitor.press('Send another link')
  assert.equal(await visitor.heading(), 'Check your email')
  const token = await tokenFor(system, 'ada@example.com', 'reset-password')
  await visitor.open(`${base}/account/reset-password?token=${token}`)
  await visitor.fill('New password', 'short')
  await visitor.press('Set password')
  await visitor.fill('New password', password)
  await visitor.press('Set password')
  assert.equal(await visitor.heading(), 'Your password is set')

  await visitor.open(`${base}/account`)
  await visitor.fill('Username or email address', 'ada')
  await visitor.fill('Password', password)
  await visitor.press('Sign in')
  assert.equal(await visitor.heading(), 'Your account')
  await visitor.follow('Change')
  await visitor.fill('Name', 'Ada')
  await visitor.press('Save')
  assert.match(await visitor.text(), /Your name was changed/)
  await visitor.follow('Delete account')
  await visitor.follow('Back to your account')
  await visitor.press('Sign out')
  await visitor.follow('Create an account')
  await visitor.follow('Sign in instead')
  await visitor.follow('Forgot your password?')
  assert.equal(await visitor.heading(), 'Forgot your password?')
})
