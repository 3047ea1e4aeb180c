import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { mailIsSent, mailTo, tokenFor } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { storedEvents } from '#tests/support/stored.ts'
import { type HttpReply, type System, send, stoppedClock } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'

const hour = 60 * 60 * 1000

const post = (system: System, path: string, body: object): Promise<HttpReply> =>
  send('POST', `${system.authUrl}/api/v1/auth/${path}`, { body })
const logIn = (system: System, username: string, password: string): Promise<HttpReply> =>
  send('POST', `${system.authUrl}/auth/login`, { body: { username, password } })
const refused = (reply: HttpReply) => [reply.status, reply.body.code]
const linkInvalid = [400, 'link_invalid']

const forget = async (system: System, email: string): Promise<void> =>
  assert.equal((await post(system, 'password/forgot', { email })).status, 202)

const validates = async (system: System, token: string): Promise<boolean> =>
  (await send('GET', `${system.authUrl}/auth/validate`, { token })).status === 200

const me = (system: System, token: string, method = 'GET', body?: object) =>
  send(method, `${system.usersUrl}/api/v1/users/me`, { token, ...(body && { body }) })

/** Signs a user up, logs in, and confirms the address. */
async function confirmed(system: System, username: string) {
  const ada = await system.signUpAndLogIn(username)
  const token = await tokenFor(system, ada.user.email, 'verify-email')
  assert.equal((await post(system, 'email/verify', { token })).status, 200)
  return ada
}

onEachEngine((startSystem) => {
  /** The system that is shared by all tests that use only users of their own. The other tests start their own system. */
  let system: System
  before(async () => {
    system = await startSystem({ settings: { LATCHKEY_SIGNUPS_PER_MINUTE: '1000' } })
  })
  after(() => system.stop())

  test('whoever signs up gets a mail, and its link confirms the address once', async () => {
    const ada = await system.signUpAndLogIn('ada1')
    assert.equal(ada.user.email_verified, false)
    const token = await tokenFor(system, 'ada1@example.com', 'verify-email')
    const reply = await post(system, 'email/verify', { token })
    assert.deepEqual([reply.status, reply.body], [200, { email_verified: true, email: 'ada1@example.com' }])
    assert.equal((await me(system, ada.access_token)).body.email_verified, true)
    assert.deepEqual(refused(await post(system, 'email/verify', { token })), linkInvalid)
  })

  test('an invited user sets a password with the link of a mail, and cannot log in before', async () => {
    await using system = await startSystem()
    const { access_token: admin, user: inviter } = await system.admin()
    const add = await send('POST', `${system.usersUrl}/api/v1/users`, {
      token: admin,
      body: { name: 'Ada', email: 'ada@example.com', locale: 'de-AT' },
    })
    assert.equal(add.status, 201)
    const first = await tokenFor(system, 'ada@example.com', 'accept-invitation')
    assert.equal((await mailTo(system, 'ada@example.com'))[0]?.language, 'de')
    const invite = `${system.usersUrl}/api/v1/users/${add.body.id}/invitation`
    assert.equal((await send('POST', invite, { token: admin })).status, 202)
    const token = await tokenFor(system, 'ada@example.com', 'accept-invitation', { count: 2 })
    const password = 'a long password'
    const reset = (body: object) => post(system, 'password/reset', { password, ...body })
    assert.deepEqual(refused(await reset({ token: first })), linkInvalid, 'the newer link voids it')
    assert.equal((await logIn(system, 'ada', password)).status, 401)
    const weak = await reset({ token, password: 'password' })
    assert.deepEqual(refused(weak), [400, 'password_unacceptable'])
    assert.deepEqual((await reset({ token })).body, { password_reset: true })
    const { status, body } = await logIn(system, 'ada', password)
    assert.deepEqual([status, body.user.email_verified, body.user.has_password], [200, true, true])
    assert.deepEqual(refused(await reset({ token })), linkInvalid)
    assert.deepEqual(refused(await send('POST', invite, { token: admin })), [409, 'user_has_password'])
    const from = { by: inviter.id, by_address: '127.0.0.1', by_user_agent: 'node' }
    const invited = { subject: add.body.id, data: { role: 'user', ...from } }
    const recorded = await storedEvents(await system.database('users'), 'user.invited')
    assert.deepEqual(recorded, [invited], 'the first invitation is the creation')
  })

  test('I56 a reset ends every session, logs nobody in, tells the owner, and the old password is refused', async () => {
    const ada = await confirmed(system, 'ada2')
    await forget(system, 'ADA2@Example.com')
    const token = await tokenFor(system, 'ada2@example.com', 'reset-password')
    const password = 'another long password'
    const reply = await post(system, 'password/reset', { token, password })
    assert.deepEqual([reply.status, reply.body], [200, { password_reset: true }])
    assert.equal(await validates(system, ada.access_token), false)
    const refresh = await send('POST', `${system.authUrl}/auth/refresh`, {
      body: { refresh_token: ada.refresh_token },
    })
    assert.deepEqual([...refused(refresh), refresh.body.reason], [401, 'session_ended', 'password_changed'])
    assert.equal((await logIn(system, 'ada2', ada.password)).status, 401)
    assert.equal((await logIn(system, 'ada2', password)).status, 200)
    await tokenFor(system, 'ada2@example.com', 'take-back')
  })

  test('I51 of many who use one link at once one succeeds', async () => {
    await system.signUp('ada3')
    await forget(system, 'ada3@example.com')
    const token = await tokenFor(system, 'ada3@example.com', 'reset-password')
    const passwords = Array.from({ length: 16 }, (_, at) => `a long password ${at}`)
    const replies = await Promise.all(
      passwords.map((password) => post(system, 'password/reset', { token, password })),
    )
    const winners = replies.flatMap(({ status }, at) => (status === 200 ? [passwords[at] ?? ''] : []))
    assert.equal(winners.length, 1)
    const others = replies.filter(({ status }) => status !== 200)
    assert.ok(others.every(({ status, body }) => status === 503 || body.code === 'link_invalid'))
    assert.equal((await logIn(system, 'ada3', winners[0] ?? '')).status, 200)
  })

  test('I51 a link counts for its own purpose only', async () => {
    const ada = await confirmed(system, 'ada4')
    const { access_token: admin } = await system.admin()
    await send('POST', `${system.usersUrl}/api/v1/users`, {
      token: admin,
      body: { name: 'Bob4', email: 'bob4@example.com' },
    })
    await system.signUp('eve4')
    await forget(system, 'ada4@example.com')
    await me(system, ada.access_token, 'PATCH', { email: 'ada4@example.org' })
    const tokens = {
      'verify-email': await tokenFor(system, 'eve4@example.com', 'verify-email'),
      'confirm-email': await tokenFor(system, 'ada4@example.org', 'confirm-email'),
      'reset-password': await tokenFor(system, 'ada4@example.com', 'reset-password'),
      'accept-invitation': await tokenFor(system, 'bob4@example.com', 'accept-invitation'),
      'take-back': await tokenFor(system, 'ada4@example.com', 'take-back'),
    }
    const uses: Record<string, { body: object; takes: string[] }> = {
      'password/reset': {
        body: { password: 'a long password' },
        takes: ['reset-password', 'accept-invitation'],
      },
      'email/verify': { body: {}, takes: ['verify-email', 'confirm-email'] },
      'take-back': { body: {}, takes: ['take-back'] },
    }
    for (const [path, { body, takes }] of Object.entries(uses))
      for (const [purpose, token] of Object.entries(tokens))
        if (!takes.includes(purpose))
          assert.deepEqual(
            refused(await post(system, path, { ...body, token })),
            linkInvalid,
            `${purpose} at ${path}`,
          )
    for (const wrong of ['x', tokens['take-back'].slice(1), 'ä'.repeat(43)])
      assert.deepEqual(refused(await post(system, 'email/verify', { token: wrong })), linkInvalid)
    assert.equal((await post(system, 'email/verify', { token: tokens['verify-email'] })).status, 200)
  })

  test('I53 a newer link voids the older, and another password voids every way in', async () => {
    const ada = await confirmed(system, 'ada5')
    await forget(system, 'ada5@example.com')
    const older = await tokenFor(system, 'ada5@example.com', 'reset-password')
    await forget(system, 'ada5@example.com')
    const newer = await tokenFor(system, 'ada5@example.com', 'reset-password', { count: 2 })
    await me(system, ada.access_token, 'PATCH', { email: 'ada5@example.org' })
    const change = await tokenFor(system, 'ada5@example.org', 'confirm-email')
    const reset = (token: string) => post(system, 'password/reset', { token, password: 'a long password' })
    assert.deepEqual(refused(await reset(older)), linkInvalid)
    const changed = await send('POST', `${system.authUrl}/api/v1/auth/password/change`, {
      token: ada.access_token,
      body: { current_password: ada.password, new_password: 'yet another password' },
    })
    assert.equal(changed.status, 200)
    assert.deepEqual(refused(await reset(newer)), linkInvalid)
    assert.deepEqual(refused(await post(system, 'email/verify', { token: change })), linkInvalid)
  })

  test('I53 a reset voids every other way in', async () => {
    const ada = await confirmed(system, 'ada6')
    await me(system, ada.access_token, 'PATCH', { email: 'ada6@example.org' })
    const change = await tokenFor(system, 'ada6@example.org', 'confirm-email')
    await forget(system, 'ada6@example.com')
    const token = await tokenFor(system, 'ada6@example.com', 'reset-password')
    const reset = await post(system, 'password/reset', { token, password: 'a long password' })
    assert.equal(reset.status, 200)
    assert.deepEqual(refused(await post(system, 'email/verify', { token: change })), linkInvalid)
  })

  test('I53 another address voids every link that was sent to the old one, whoever changed it', async () => {
    const ada = await confirmed(system, 'ada7')
    const reset = async (token: string) =>
      refused(await post(system, 'password/reset', { token, password: 'a long password' }))
    await forget(system, 'ada7@example.com')
    const first = await tokenFor(system, 'ada7@example.com', 'reset-password')
    await me(system, ada.access_token, 'PATCH', { email: 'ada7@example.org' })
    const change = await tokenFor(system, 'ada7@example.org', 'confirm-email')
    assert.equal((await post(system, 'email/verify', { token: change })).status, 200)
    assert.deepEqual(await reset(first), linkInvalid)

    await forget(system, 'ada7@example.org')
    const second = await tokenFor(system, 'ada7@example.org', 'reset-password')
    const { access_token: admin } = await system.admin()
    const url = `${system.usersUrl}/api/v1/users/${ada.user.id}`
    const patch = (email: string) => send('PATCH', url, { token: admin, body: { email } })
    assert.equal((await patch('ada7@example.net')).body.email_verified, false)
    assert.deepEqual(await reset(second), linkInvalid)
    const verify = await tokenFor(system, 'ada7@example.net', 'verify-email')
    await patch('ada7@example.edu')
    assert.deepEqual(refused(await post(system, 'email/verify', { token: verify })), linkInvalid)
  })

  test('a link is over after its time', async () => {
    await using system = await startSystem()
    await system.signUp('ada')
    await forget(system, 'ada@example.com')
    const reset = await tokenFor(system, 'ada@example.com', 'reset-password')
    const verify = await tokenFor(system, 'ada@example.com', 'verify-email')
    system.clock.advance(hour + 1_000)
    const reply = await post(system, 'password/reset', { token: reset, password: 'a long password' })
    assert.deepEqual(refused(reply), linkInvalid)
    system.clock.advance(24 * hour)
    assert.deepEqual(refused(await post(system, 'email/verify', { token: verify })), linkInvalid)
  })

  test('I12 an address that nobody has gets the same answer, and no mail', async () => {
    await system.signUp('ada8')
    const strip = ({ status, headers, body }: HttpReply) => {
      const names = [...headers.keys()].filter((name) => name !== 'date' && name !== 'x-request-id')
      return { status, body, names }
    }
    for (const path of ['password/forgot', 'email/verification']) {
      const known = await post(system, path, { email: 'ada8@example.com' })
      const unknown = await post(system, path, { email: 'nobody8@example.com' })
      assert.deepEqual(strip(known), strip(unknown))
      const senseless = await post(system, path, { email: 'no address\u0001' })
      assert.deepEqual(strip(known), strip(senseless))
    }
    await tokenFor(system, 'ada8@example.com', 'reset-password')
    await mailIsSent(system)
    assert.deepEqual(await mailTo(system, 'nobody8@example.com'), [])
  })

  test('I57 a new address is the user’s when it is confirmed; the old one is told, and can undo it', async () => {
    const ada = await confirmed(system, 'ada9')
    const patch = await me(system, ada.access_token, 'PATCH', { email: 'ada9@example.org', name: 'Ada9' })
    assert.deepEqual([patch.status, patch.body.email, patch.body.name], [200, 'ada9@example.com', 'Ada9'])
    const token = await tokenFor(system, 'ada9@example.org', 'confirm-email')
    await tokenFor(system, 'ada9@example.com', 'take-back')
    const verified = await post(system, 'email/verify', { token })
    assert.equal(verified.body.email, 'ada9@example.org')
    const after = await me(system, ada.access_token)
    assert.deepEqual([after.body.email, after.body.email_verified], ['ada9@example.org', true])

    const undo = await tokenFor(system, 'ada9@example.com', 'take-back', { count: 2 })
    const taken = await post(system, 'take-back', { token: undo })
    assert.equal(taken.status, 200)
    assert.equal(await validates(system, ada.access_token), false)
    assert.equal((await logIn(system, 'ada9', ada.password)).status, 401, 'the password counts no longer')
    const password = 'a new long password'
    const reset = await post(system, 'password/reset', { token: taken.body.reset_token, password })
    assert.equal(reset.status, 200)
    const back = await logIn(system, 'ada9@example.com', password)
    assert.deepEqual([back.status, back.body.user.email], [200, 'ada9@example.com'])
  })

  test('I57 of two who want one address at once, one gets it', async () => {
    const [ada, bob] = [await confirmed(system, 'ada10'), await confirmed(system, 'bob10')]
    for (const one of [ada, bob]) {
      const reply = await me(system, one.access_token, 'PATCH', { email: 'new10@example.com' })
      assert.equal(reply.status, 200)
    }
    await tokenFor(system, 'new10@example.com', 'confirm-email', { count: 2 })
    const tokens = (await mailTo(system, 'new10@example.com')).map(
      ({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? '',
    )
    const replies = await Promise.all(tokens.map((token) => post(system, 'email/verify', { token })))
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 400])
    const taken = await me(system, ada.access_token, 'PATCH', { email: 'bob10@example.com' })
    assert.deepEqual(refused(taken), [409, 'email_taken'], 'Bob has it, or can take it back')
  })

  test('the take-back link of the owner still works after a thief has used a later one', async () => {
    const ada = await confirmed(system, 'ada11')
    const moveTo = async (email: string) => {
      await me(system, ada.access_token, 'PATCH', { email })
      const token = await tokenFor(system, email, 'confirm-email')
      assert.equal((await post(system, 'email/verify', { token })).status, 200)
    }
    await moveTo('thief11@example.org')
    const owners = await tokenFor(system, 'ada11@example.com', 'take-back', { count: 2 })
    await moveTo('thief11@example.net')
    const thiefs = await tokenFor(system, 'thief11@example.org', 'take-back', { count: 2 })
    const [unused] = (await mailTo(system, 'thief11@example.org')).flatMap(
      ({ text }) => /take-back\?token=([\w-]+)/.exec(text)?.[1] ?? [],
    )
    assert.equal((await post(system, 'take-back', { token: thiefs })).status, 200)
    await forget(system, 'thief11@example.org')
    const entry = await tokenFor(system, 'thief11@example.org', 'reset-password')
    const taken = await post(system, 'take-back', { token: owners })
    assert.equal(taken.status, 200, 'the first counts still')
    const again = await post(system, 'take-back', { token: unused ?? '' })
    assert.deepEqual(refused(again), linkInvalid, 'what was sent later counts no more')
    const late = await post(system, 'password/reset', { token: entry, password: 'the thief’s password' })
    assert.deepEqual(refused(late), linkInvalid)
    const password = 'a new long password'
    await post(system, 'password/reset', { token: taken.body.reset_token, password })
    assert.equal((await logIn(system, 'ada11@example.com', password)).status, 200)
    assert.deepEqual(refused(await post(system, 'take-back', { token: thiefs })), linkInvalid)
  })

  test('I58 a thief cannot give the address away that its owner can still take back', async () => {
    const ada = await confirmed(system, 'ada12')
    const eve = await confirmed(system, 'eve12')
    await me(system, ada.access_token, 'PATCH', { email: 'thief12@example.org' })
    const change = await tokenFor(system, 'thief12@example.org', 'confirm-email')
    assert.equal((await post(system, 'email/verify', { token: change })).status, 200)
    const again = { username: 'again12', email: 'Ada12@example.com', password: 'a long password' }
    const signUp = await send('POST', `${system.usersUrl}/users/create`, { body: again })
    assert.deepEqual(refused(signUp), [400, 'email_taken'])
    const move = await me(system, eve.access_token, 'PATCH', { email: 'ada12@example.com' })
    assert.deepEqual(refused(move), [409, 'email_taken'])
    const undo = await tokenFor(system, 'ada12@example.com', 'take-back', { count: 2 })
    assert.equal((await post(system, 'take-back', { token: undo })).status, 200)
    assert.equal(await validates(system, ada.access_token), false)
  })

  test('an admin who gives a user its address back leaves the thief no link, and the owner theirs', async () => {
    const ada = await confirmed(system, 'ada13')
    await me(system, ada.access_token, 'PATCH', { email: 'thief13@example.org' })
    const change = await tokenFor(system, 'thief13@example.org', 'confirm-email')
    await post(system, 'email/verify', { token: change })
    await send('POST', `${system.authUrl}/auth/login`, {
      body: { username: 'ada13', password: ada.password, device_name: 'another device' },
    })
    const thiefs = await tokenFor(system, 'thief13@example.org', 'take-back')
    const { access_token: admin } = await system.admin()
    const url = `${system.usersUrl}/api/v1/users/${ada.user.id}`
    const repaired = await send('PATCH', url, { token: admin, body: { email: 'ada13@example.com' } })
    assert.equal(repaired.status, 200)
    await mailIsSent(system)
    assert.deepEqual(refused(await post(system, 'take-back', { token: thiefs })), linkInvalid)
    const last = (await mailTo(system, 'thief13@example.org')).at(-1)
    assert.ok(last?.text.includes('An admin changed') && !last.text.includes('/account/'))
    const owners = await tokenFor(system, 'ada13@example.com', 'take-back', { count: 2 })
    assert.equal((await post(system, 'take-back', { token: owners })).status, 200)
  })

  test('I12 with private sign-up nothing else tells of a taken address: neither a change of address nor a name', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_SIGNUP: 'private' } })
    const body = { username: 'eve', email: 'eve@example.com', password: 'a long password' }
    assert.equal((await send('POST', `${system.usersUrl}/users/create`, { body })).status, 201)
    const verify = await tokenFor(system, 'eve@example.com', 'verify-email')
    await post(system, 'email/verify', { token: verify })
    const { access_token: token } = (await logIn(system, 'eve', body.password)).body
    const ada = { username: 'ada', email: 'ada@example.com', password: 'a long password' }
    await send('POST', `${system.usersUrl}/users/create`, { body: ada })
    const links: string[] = []
    for (const wanted of ['ada@example.com', 'nobody@example.com']) {
      const own = `own-${links.length}@example.com`
      await me(system, token, 'PATCH', { email: own })
      links.push(await tokenFor(system, own, 'confirm-email'))
      assert.equal((await me(system, token, 'PATCH', { email: wanted })).status, 200)
    }
    await mailIsSent(system)
    for (const link of links)
      assert.deepEqual(refused(await post(system, 'email/verify', { token: link })), linkInvalid)
    const probe = { username: 'probe', email: 'ada@example.com', password: 'a long password' }
    assert.equal((await send('POST', `${system.usersUrl}/users/create`, { body: probe })).status, 201)
    system.clock.advance(48 * hour)
    const { access_token: later } = (await logIn(system, 'eve', body.password)).body
    const renamed = await me(system, later, 'PATCH', { username: 'Probe' })
    assert.deepEqual(refused(renamed), [409, 'username_taken'])
  })

  test('a stranger at an address that nobody confirmed gets no way into the user', async () => {
    const ada = await system.signUpAndLogIn('ada14')
    await me(system, ada.access_token, 'PATCH', { email: 'ada14@example.org' })
    const token = await tokenFor(system, 'ada14@example.org', 'confirm-email')
    assert.equal((await post(system, 'email/verify', { token })).status, 200)
    await mailIsSent(system)
    const mails = await mailTo(system, 'ada14@example.com')
    assert.ok(mails.every(({ text }) => !text.includes('/account/take-back')))
  })

  test('a login from a new device tells the owner by mail, and “this was not me” ends every session', async () => {
    const ada = await confirmed(system, 'ada15')
    const body = { username: 'ada15', password: ada.password, device_name: 'a stolen laptop' }
    const thief = await send('POST', `${system.authUrl}/auth/login`, { body })
    const token = await tokenFor(system, 'ada15@example.com', 'take-back')
    assert.equal((await post(system, 'take-back', { token })).status, 200)
    assert.equal(await validates(system, thief.body.access_token), false)
    assert.equal((await logIn(system, 'ada15', ada.password)).status, 401)
    assert.deepEqual(refused(await post(system, 'take-back', { token })), linkInvalid)
    await forget(system, 'ada15@example.com')
    const reset = await tokenFor(system, 'ada15@example.com', 'reset-password')
    const password = 'a new long password'
    assert.equal((await post(system, 'password/reset', { token: reset, password })).status, 200)
  })

  test('I11 while addresses must be confirmed, an unconfirmed one is refused like a wrong password', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_REQUIRE_VERIFIED_EMAIL: 'true' } })
    const { password } = await system.signUp('ada')
    const strip = ({ status, body: { request_id: _, ...body } }: HttpReply) => ({ status, body })
    const early = await logIn(system, 'ada', password)
    assert.deepEqual(strip(early), strip(await logIn(system, 'ada', 'wrong')))
    assert.equal(early.status, 401)
    const first = await tokenFor(system, 'ada@example.com', 'verify-email')
    await post(system, 'email/verification', { email: 'ada@example.com' })
    const token = await tokenFor(system, 'ada@example.com', 'verify-email', { count: 2 })
    assert.deepEqual(refused(await post(system, 'email/verify', { token: first })), linkInvalid)
    assert.equal((await post(system, 'email/verify', { token })).status, 200)
    assert.equal((await logIn(system, 'ada', password)).status, 200)
    assert.equal((await system.admin()).user.email_verified, false, 'who set it up can get in')
  })

  test('I12 with private sign-up a taken address gets the same answer, and its owner a mail', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_SIGNUP: 'private' } })
    const create = (username: string, email: string) =>
      send('POST', `${system.usersUrl}/users/create`, {
        body: { username, email, password: 'a long password' },
      })
    const first = await create('ada', 'ada@example.com')
    const second = await create('eve', 'ADA@example.com')
    const shape = ({ status, headers, body }: HttpReply) => ({
      status,
      headers: [...headers.keys()].toSorted(),
      body: Object.keys(body),
      given: { ...body, id: '', username: '', email: '', created_at: '', updated_at: '' },
    })
    assert.deepEqual(shape(second), shape(first))
    assert.equal(first.status, 201)
    for (const name of ['ada', 'eve'])
      assert.deepEqual(refused(await create(name, 'other@example.com')), [400, 'username_taken'], name)
    for (const name of ['ada', 'eve'])
      assert.equal((await logIn(system, name, 'a long password')).status, 401)
    await mailIsSent(system)
    const mails = await mailTo(system, 'ada@example.com')
    assert.deepEqual(
      mails.map(({ text }) => /\/account\/[\w-]+/.exec(text)?.[0]),
      ['/account/verify-email', '/account/forgot-password'],
    )
    const db = await system.database('users')
    assert.deepEqual(await db.query`SELECT id FROM users WHERE username = 'eve'`, [])
  })

  test('I58 the owner of an address takes it over from a squatter, whose password and sessions count no more', async () => {
    const squatter = await system.signUpAndLogIn('ada16')
    await forget(system, 'ada16@example.com')
    const token = await tokenFor(system, 'ada16@example.com', 'reset-password')
    const password = 'the password of its owner'
    assert.equal((await post(system, 'password/reset', { token, password })).status, 200)
    assert.equal(await validates(system, squatter.access_token), false)
    assert.equal((await logIn(system, 'ada16', squatter.password)).status, 401)
    assert.equal((await logIn(system, 'ada16', password)).body.user.email_verified, true)
  })

  test('I16 whoever resets the password gets in at once, whatever others guessed and go on guessing elsewhere', async () => {
    const settings = { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' }
    await using system = await startSystem({ settings, clock: stoppedClock() })
    await system.signUp('ada')
    const url = `${system.authUrl}/auth/login`
    const guess = async () => {
      const headers = { 'x-forwarded-for': '203.0.113.7' }
      return (await send('POST', url, { body: { username: 'ada', password: 'a guess' }, headers })).status
    }
    for (let guess = 1; guess <= 12; guess++) await logIn(system, 'ada', `guess ${guess}`)
    assert.equal((await logIn(system, 'ada', 'a guess')).status, 429)
    await forget(system, 'ada@example.com')
    const token = await tokenFor(system, 'ada@example.com', 'reset-password')
    const password = 'a new long password'
    assert.equal((await post(system, 'password/reset', { token, password })).status, 200)
    await until('that they have used up their guesses', async () => (await guess()) === 429)
    assert.equal((await logIn(system, 'ada', password)).status, 200)
  })

  test('a suspended user gets no mail, and no link of theirs counts', async () => {
    const ada = await confirmed(system, 'ada17')
    await forget(system, 'ada17@example.com')
    const token = await tokenFor(system, 'ada17@example.com', 'reset-password')
    const { access_token: admin } = await system.admin()
    const url = `${system.usersUrl}/api/v1/users/${ada.user.id}`
    await send('PATCH', url, { token: admin, body: { status: 'suspended' } })
    const before = (await mailTo(system, 'ada17@example.com')).length
    await forget(system, 'ada17@example.com')
    await mailIsSent(system)
    assert.equal((await mailTo(system, 'ada17@example.com')).length, before)
    const reply = await post(system, 'password/reset', { token, password: 'a long password' })
    assert.deepEqual(refused(reply), linkInvalid)
  })

  test('a deleted user is told once, and nothing of theirs waits or counts any more', async () => {
    await using system = await startSystem()
    const ada = await confirmed(system, 'ada')
    await forget(system, 'ada@example.com')
    const token = await tokenFor(system, 'ada@example.com', 'reset-password')
    const url = `${system.usersUrl}/api/v1/users/${ada.user.id}`
    assert.equal((await send('DELETE', url, { token: ada.access_token })).status, 204)
    await mailIsSent(system)
    const reply = await post(system, 'password/reset', { token, password: 'a long password' })
    assert.deepEqual(refused(reply), linkInvalid)
    const mails = await mailTo(system, 'ada@example.com')
    const farewells = mails.filter(({ text }) => !text.includes('/account/'))
    assert.deepEqual([farewells.length, mails.at(-1)], [1, farewells[0]])
    const db = await system.database('users')
    assert.deepEqual(await db.query`SELECT digest FROM links`, [])
  })

  test('mail that waits for a server goes with its user', async () => {
    await using system = await startSystem({
      settings: { LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:9', LATCHKEY_MAIL_FROM: 'id@example.com' },
    })
    const ada = await system.signUpAndLogIn('ada')
    const db = await system.database('users')
    const waiting = async () => (await db.query`SELECT id FROM outbox WHERE sink = 'mail'`).length
    assert.equal(await waiting(), 1)
    const kept = JSON.stringify(await db.query`SELECT payload, subject FROM outbox WHERE sink = 'mail'`)
    assert.ok(!/example\.com|account|token/.test(kept), 'neither the address nor the link can be read')
    assert.equal((await me(system, ada.access_token, 'DELETE')).status, 204)
    assert.equal(await waiting(), 0)
  })

  test('mail that waits while the master key is changed can be read with the new one', async () => {
    const data = temporaryFolder()
    await using stack = new AsyncDisposableStack()
    stack.defer(() => rmSync(data, { recursive: true, force: true }))
    const [former, fresh] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
    const away = { LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:9', LATCHKEY_MAIL_FROM: 'id@example.com' }
    let system = stack.use(await startSystem({ data, settings: { ...away, LATCHKEY_MASTER_KEY: former } }))
    await system.signUp('ada')
    await system.stop()
    const both = { ...away, LATCHKEY_MASTER_KEY: `${fresh},${former}` }
    system = stack.use(await startSystem({ data, clock: system.clock, settings: both }))
    await system.stop()
    system = stack.use(
      await startSystem({ data, clock: system.clock, settings: { LATCHKEY_MASTER_KEY: fresh } }),
    )
    system.clock.advance(hour)
    const token = await tokenFor(system, 'ada@example.com', 'verify-email')
    assert.equal((await post(system, 'email/verify', { token })).status, 200)
  })

  test('I55 a link begins with the public URL, whatever a request says of its host', async () => {
    await using system = await startSystem({
      settings: { LATCHKEY_PUBLIC_URL: 'https://id.example.com/sign-in/' },
    })
    await system.signUp('ada')
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      origin: 'https://evil.example',
    }
    const url = `${system.authUrl}/api/v1/auth/password/forgot`
    await send('POST', url, { body: { email: 'ada@example.com' }, headers })
    await tokenFor(system, 'ada@example.com', 'reset-password')
    for (const { text, html } of await mailTo(system, 'ada@example.com')) {
      assert.match(text, /https:\/\/id\.example\.com\/sign-in\/account\//)
      assert.ok(!text.includes('evil') && !html.includes('evil'))
    }
  })

  test('I02 no token and no link is kept in clear text, nor logged', async () => {
    await system.signUp('ada18')
    await forget(system, 'ada18@example.com')
    const token = await tokenFor(system, 'ada18@example.com', 'reset-password')
    await post(system, 'password/reset', { token: `${token}x`, password: 'a long password' })
    const db = await system.database('users')
    assert.equal(JSON.stringify(await db.query`SELECT * FROM links`).includes(token), false)
    assert.equal(system.logText().includes(token), false)
  })
})
