import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInHost } from '#tests/support/command-host.ts'
import { mailTo, tokenFor } from '#tests/support/mail.ts'
import { smtpRefusal, startMailServer } from '#tests/support/mail-server.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

/** Calls the routes about one user as the first admin. */
async function asAdmin(system: System, id: string) {
  const { access_token: token, user } = await system.admin()
  const call = (method: string, path: string, body?: unknown) =>
    system.send(method, `${system.usersUrl}/api/v1/users/${id}${path}`, { token, body })
  return { call, token, adminId: user.id }
}

const reset = (system: System, token: string, password: string) =>
  system.send('POST', `${system.authUrl}/api/v1/auth/password/reset`, { body: { token, password } })

const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? ''

onEachEngine((startSystem) => {
  test('a shown link sets a password once, ends sessions, and confirms no address', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const { call, adminId } = await asAdmin(system, ada.user.id)
    const first = (await call('POST', '/password-reset/link')).body
    const { status, body } = await call('POST', '/password-reset/link')
    assert.equal(status, 200)
    assert.equal((await reset(system, tokenIn(first.link), 'a new long password')).body.code, 'link_invalid')
    const shown = (await call('GET', '/links')).body.data.filter((one: { is_shown: boolean }) => one.is_shown)
    assert.deepEqual(
      shown.map(({ purpose, email, expires_at }: Record<string, unknown>) => [purpose, email, expires_at]),
      [['reset_password', ada.user.email, body.expires_at]],
    )
    assert.equal(JSON.stringify(shown).includes(tokenIn(body.link)), false)
    const page = await fetch(body.link.replace(/^https?:\/\/[^/]+/, system.authUrl))
    assert.equal(page.status, 200, 'the page opens it and does not use it up')
    assert.equal((await reset(system, tokenIn(body.link), 'a new long password')).status, 200)
    assert.equal((await reset(system, tokenIn(body.link), 'another long password')).status, 400)
    const validated = await system.send('GET', `${system.authUrl}/auth/validate`, { token: ada.access_token })
    assert.equal(validated.body.reason, 'password_changed')
    const { user } = await system.logIn('ada', 'a new long password')
    assert.equal(user.email_verified, false, 'nobody has read a mail')
    assert.equal(system.logText().includes(tokenIn(body.link)), false)
    const { data } = await historyWith(call, 'user.password_reset_shown', 2)
    assert.deepEqual(
      data
        .filter(({ type }) => type === 'user.password_reset_shown')
        .map(({ by, by_name, address }) => [by, by_name, address]),
      Array(2).fill([adminId, 'admin', '127.0.0.1']),
    )
  })

  test('the owner is told of a shown link, by mail and in the app, and can take the user back', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const { call } = await asAdmin(system, ada.user.id)
    await call('POST', '/verify-email', { email: ada.user.email })
    const { link } = (await call('POST', '/password-reset/link')).body
    const takeBack = await tokenFor(system, ada.user.email, 'take-back')
    const mails = await mailTo(system, ada.user.email)
    assert.equal(mails.at(-1)?.subject, 'A link to reset your password was created')
    assert.equal(JSON.stringify(mails).includes(tokenIn(link)), false, 'the mail has another link')
    const told = (await call('GET', '/notifications')).body.data
    assert.equal(told[0].type, 'user.password_reset_shown')
    assert.equal('body' in told[0] || 'data' in told[0], false)
    const taken = await system.send('POST', `${system.authUrl}/api/v1/auth/take-back`, {
      body: { token: takeBack },
    })
    assert.equal(taken.status, 200)
    assert.equal((await reset(system, tokenIn(link), 'a new long password')).body.code, 'link_invalid')
  })

  test('no link is shown for an admin, for oneself, for a suspended user, or without a fresh proof', async () => {
    await using system = await startSystem()
    const [ada, bob] = [await system.signUp('ada'), await system.signUp('bob')]
    const { call, token, adminId } = await asAdmin(system, ada.id)
    const shown = async (id: string) =>
      (await system.send('POST', `${system.usersUrl}/api/v1/users/${id}/password-reset/link`, { token })).body
        .code
    await call('PATCH', '', { role: 'admin' })
    assert.equal(await shown(ada.id), 'forbidden')
    assert.equal(await shown(adminId), 'forbidden')
    await system.send('PATCH', `${system.usersUrl}/api/v1/users/${bob.id}`, {
      token,
      body: { status: 'suspended' },
    })
    assert.equal(await shown(bob.id), 'user_suspended')
    system.clock.advance(6 * 60_000)
    assert.equal(await shown(bob.id), 'reauthentication_required')
  })

  test('the history of a user has every event once, newest first, page by page, with who, from where and why', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const { call, adminId } = await asAdmin(system, ada.user.id)
    await call('PATCH', '', { status: 'suspended', suspension_reason: 'spam' })
    await call('PATCH', '', { status: 'active' })
    // The authentication service delivers its events with a delay. The test waits for the last of them, because a new event
    // would move the others to other pages.
    for (const type of ['session.created', 'session.ended']) await historyWith(call, type)
    const all = (await historyWith(call, 'user.restored')).data
    const paged: Entry[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await call('GET', `/history?limit=1${cursor && `&cursor=${cursor}`}`)
      paged.push(...body.data)
      cursor = body.next_cursor
    }
    assert.deepEqual(paged, all)
    const types = all.map(({ type }) => type).filter((type) => /^user\.|session\.created/.test(type))
    assert.deepEqual(types.toSorted(), ['session.created', 'user.created', 'user.restored', 'user.suspended'])
    const own = types.filter((type) => type.startsWith('user.'))
    assert.deepEqual(own, ['user.restored', 'user.suspended', 'user.created'])
    const suspended = all.find(({ type }) => type === 'user.suspended')
    assert.deepEqual(
      [suspended?.by, suspended?.by_name, suspended?.address, suspended?.reason],
      [adminId, 'admin', '127.0.0.1', 'spam'],
    )
    assert.equal(all.find(({ type }) => type === 'session.created')?.address, '127.0.0.1')
    await call('PATCH', '', { status: 'suspended', suspension_reason: 'again' })
    const { suspension } = (await call('GET', '/login-state')).body
    assert.deepEqual([suspension.by, suspension.by_name, suspension.reason], [adminId, 'admin', 'again'])
  })

  test('the history of a user is in the order of time, also of events that arrive late from the other service', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const body = { username: 'ada', password: 'a wrong password' }
    assert.equal((await system.send('POST', `${system.authUrl}/auth/login`, { body })).status, 401)
    const { call } = await asAdmin(system, ada.user.id)
    for (const type of ['session.created', 'login.failed']) await historyWith(call, type)
    const db = await system.database('users')
    // As if the session had begun before the user service knew of it, and the failure an hour before.
    const hourAgo = system.clock.now() - 3_600_000
    await db.query`UPDATE events SET occurred_at = ${hourAgo} WHERE subject = ${ada.user.id} AND type = 'login.failed'`
    const at = ({ timestamp }: Entry) => Date.parse(timestamp)
    const all = (await call('GET', '/history')).body.data as Entry[]
    assert.deepEqual(
      all,
      all.toSorted((a, b) => at(b) - at(a)),
    )
    assert.equal(all.at(-1)?.type, 'login.failed')
    const paged: Entry[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { data: Entry[]; next_cursor: string | null } = (
        await call('GET', `/history?limit=1${cursor && `&cursor=${cursor}`}`)
      ).body
      paged.push(...page.data)
      cursor = page.next_cursor
    }
    assert.deepEqual(paged, all)
    const environment = {
      LATCHKEY_DATA: system.data,
      LATCHKEY_USERS_DATABASE: system.databaseUrl('users'),
      LATCHKEY_AUTH_DATABASE: system.databaseUrl('auth'),
    }
    const { out } = await runInHost(['history', 'ada'], environment)
    const [first = '', ...rest] = out.trim().split('\n').slice(1)
    assert.match(first, new RegExp(`^${all.at(-1)?.timestamp.slice(5, 19).replace('T', ' ')} +login.failed`))
    assert.equal(rest.length, all.length - 1)
    const { out: newest } = await runInHost(['history', 'ada', '--limit', '1'], environment)
    assert.doesNotMatch(newest, /login.failed/)
  })

  test('support sees the mails that the mail server has refused for good, and no address in them', async () => {
    await using server = await startMailServer({
      onRcptTo: (_address, _session, callback) => callback(smtpRefusal(550)),
    })
    await using system = await startSystem({
      settings: { LATCHKEY_SMTP_URL: server.url, LATCHKEY_MAIL_FROM: 'noreply@shop.example' },
    })
    const ada = await system.signUp('ada')
    const { call } = await asAdmin(system, ada.id)
    await until('the mail is given up', async () => {
      const [mail] = (await call('GET', '/mails')).body.data
      return mail?.kind === 'verify_email' && mail.state === 'given_up' && mail.given_up_at !== null
    })
  })

  test('the keys that a user has made are found by the user', async () => {
    await using system = await startSystem()
    const { token, adminId } = await asAdmin(system, 'me')
    const keys = `${system.usersUrl}/api/v1/api-keys`
    const body = { name: 'ci', scopes: ['users:read', 'keys:write'] }
    const made = (await system.send('POST', keys, { token, body })).body
    const second = (await system.send('POST', keys, { token: made.key, body: { ...body, name: 'second' } }))
      .body
    const names = async (by: string) =>
      (await system.send('GET', `${keys}?created_by=${by}`, { token })).body.data.map(
        ({ name }: { name: string }) => name,
      )
    assert.deepEqual(await names(adminId), ['ci'])
    assert.deepEqual(await names(made.id), ['second'])
    assert.deepEqual(await names(second.id), [])
  })
})

interface Entry {
  timestamp: string
  type: string
  by: string | null
  by_name: string | null
  address: string | null
  reason: string | null
}

/** Waits until the history of the user has this many events of this type, and returns the history. */
async function historyWith(call: Awaited<ReturnType<typeof asAdmin>>['call'], type: string, count = 1) {
  let body: { data: Entry[] } = { data: [] }
  await until(`${count} of ${type}`, async () => {
    body = (await call('GET', '/history')).body
    return body.data.filter((one) => one.type === type).length >= count
  })
  return body
}
