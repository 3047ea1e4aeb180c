import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { deliverDue } from '#runtime/events/outbox.ts'
import { mailIsSent, mailTo, tokenFor } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { openRecordedUsers } from '#tests/support/recorded-users.ts'
import { type RpcRefusal, rpcClient } from '#tests/support/rpc-client.ts'
import { justSignedIn } from '#tests/support/signed-in.ts'
import { type HttpReply, type System, send, stoppedClock } from '#tests/support/system.ts'
import { requestSink } from '#users/core/queued-request.ts'
import { findUser } from '#users/core/user-store.ts'
import { updateUser } from '#users/directory/user/update-user.ts'
import { removeAllLinks } from '#users/messages/links/link-store.ts'
import { createUser } from '#users/sign-up/create-user.ts'
import { answerSignUp } from '#users/sign-up/private-sign-up.ts'

const settings = { LATCHKEY_SIGNUP: 'private' } as const
const password = 'a long password'
const day = 24 * 60 * 60 * 1000

const signUp = (system: System, username: string, email = `${username}@example.com`): Promise<HttpReply> =>
  send('POST', `${system.usersUrl}/users/create`, { body: { username, email, password } })
const post = (system: System, path: string, body: object): Promise<HttpReply> =>
  send('POST', `${system.authUrl}/api/v1/auth/${path}`, { body })

/** Signs a user up, confirms the address, and returns an access token. */
async function signUpAndConfirm(system: System, username: string): Promise<string> {
  assert.equal((await signUp(system, username)).status, 201)
  const token = await tokenFor(system, `${username}@example.com`, 'verify-email')
  assert.equal((await post(system, 'email/verify', { token })).status, 200)
  return (await system.logIn(username, password)).access_token
}

const askForAddress = async (system: System, token: string, email: string): Promise<void> => {
  const url = `${system.usersUrl}/api/v1/users/me`
  assert.equal((await send('PATCH', url, { token, body: { email } })).status, 200)
}

/**
 * Sends a request and returns the whole reply as text. Whatever differs between two equal replies is blanked: ids, times, and
 * the given names.
 */
async function rawReply(
  method: string,
  url: string,
  { body, names, headers = {} }: { body?: object; names: string[]; headers?: Record<string, string> },
): Promise<string> {
  const sent = request(url, { method, headers: { ...headers, 'content-type': 'application/json' } })
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  const head = [`${reply.statusCode} ${reply.statusMessage}`]
  for (let at = 0; at < reply.rawHeaders.length; at += 2) {
    const [name = '', value] = reply.rawHeaders.slice(at, at + 2)
    head.push(`${name}: ${name.toLowerCase() === 'date' ? '<date>' : value}`)
  }
  return blanked([...head, await text(reply)].join('\n'), names)
}

const blanked = (reply: string, names: string[]): string =>
  names
    .toSorted((one, other) => other.length - one.length)
    .reduce((all, name) => all.replaceAll(name, '<name>'), reply)
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')

/**
 * Two sign-ups, the first with a taken address and the second with a free one. Their names are equally long, so that their
 * replies can be compared to the byte.
 */
const pair = [
  { username: 'eve-1', email: 'ada.lovelace@example.com' },
  { username: 'eve-2', email: 'nobody.of.us@example.com' },
] as const

onEachEngine((startSystem, engine) => {
  test('I12 the reply to a private sign-up is the same to the byte for a taken and a free address', async () => {
    await using system = await startSystem({ settings })
    await signUp(system, 'ada', pair[0].email)
    await mailIsSent(system)
    const replies = async (ask: (one: (typeof pair)[number], time: number) => Promise<string>) => {
      const taken: string[] = []
      const free: string[] = []
      for (let time = 1; time <= 3; time++) {
        taken.push(await ask(pair[0], time))
        free.push(await ask(pair[1], time))
        await mailIsSent(system)
      }
      assert.deepEqual(taken, free)
      return free.map((reply) => Number(reply.slice(0, 3)))
    }
    const url = `${system.usersUrl}/users/create`
    const create = (body: { username: string; email: string }, key?: string) =>
      rawReply('POST', url, {
        body: { ...body, password },
        names: [body.username, body.email],
        headers: key === undefined ? {} : { 'idempotency-key': key },
      })
    // The first request is accepted in both cases. The same request again, and the same username with another address, are
    // refused because the username is taken.
    assert.deepEqual(await replies((one) => create(one)), [201, 400, 400])
    const own = (one: { username: string }) => create({ ...one, email: `${one.username}@example.org` })
    assert.deepEqual(await replies(own), [400, 400, 400])
    const repeated = ({ username, email }: { username: string; email: string }) =>
      create({ username: `${username}-again`, email }, `key of ${username}`)
    assert.deepEqual(await replies(repeated), [201, 201, 201])
    const reused = ({ username, email }: { username: string; email: string }, time: number) =>
      create({ username: `${username}-${time}`, email }, `key of ${username}`)
    assert.deepEqual(await replies(reused), [422, 422, 422])
    // The replies of all other endpoints must not reveal which of the sign-ups created a user.
    const auth = `${system.authUrl}/api/v1/auth`
    const logIn = (username: string) =>
      rawReply('POST', `${auth}/login`, { body: { username, password }, names: [username] })
    assert.deepEqual(await replies(({ username }) => logIn(username)), [401, 401, 401])
    assert.deepEqual(await replies(({ email }) => logIn(email)), [401, 401, 401])
    for (const path of ['password/forgot', 'email/verification'])
      assert.deepEqual(
        await replies(({ email }) =>
          rawReply('POST', `${auth}/${path}`, { body: { email }, names: [email] }),
        ),
        [202, 202, 202],
      )
  })

  test('I12 look-ups and changes of address answer the same for somebody else and for nobody, by HTTP and gRPC', async () => {
    await using system = await startSystem({ settings })
    const [ada, nobody] = pair
    const made = await signUp(system, ada.username, ada.email)
    const token = await signUpAndConfirm(system, 'mallory')
    const headers = { authorization: `Bearer ${token}` }
    const ids = [made.body.id, randomUUID()]
    const users = `${system.usersUrl}/api/v1/users`
    const same = async (ask: (one: { username: string; email: string; id: string }) => Promise<unknown>) => {
      const taken = await ask({ ...ada, id: ids[0] })
      assert.deepEqual(taken, await ask({ ...nobody, id: ids[1] }))
      return taken as string
    }
    const path = (url: string, name: string) => rawReply('GET', `${url}/${name}`, { names: [name], headers })
    assert.match(await same(({ id }) => path(users, id)), /^404 .*user_not_found/s)
    assert.match(await same(({ username }) => path(`${users}/username`, username)), /^404 /)
    assert.match(await same(({ email }) => path(`${users}/email`, email)), /^404 /)
    assert.match(await same(({ id }) => path(`${system.authUrl}/api/v1/users`, `${id}/sessions`)), /^404 /)
    const notFor = (method: string, body?: object) =>
      same(({ id }) => rawReply(method, `${users}/${id}`, { names: [], headers, ...(body && { body }) }))
    assert.match(await notFor('PATCH', { name: 'Ada' }), /^403 /)
    assert.match(await notFor('DELETE'), /^403 /)
    const change = async ({ email }: { email: string }) => {
      const reply = await rawReply('PATCH', `${users}/me`, { body: { email }, names: [email], headers })
      return reply.replace(/etag: "\d+"/, 'etag: <version>')
    }
    assert.match(await same(change), /^200 /)

    using client = rpcClient(system.usersGrpc, 'latchkey.users.v1.UserService')
    const refusal = (rpc: string, asked: object) =>
      client.call(rpc, asked, { token }).then(
        () => 'answered',
        ({ code, message, reason, fields }: RpcRefusal) => ({ code, message, reason, fields }),
      )
    const notFound = { code: 5, reason: 'user_not_found' }
    for (const [rpc, toAsk] of [
      ['GetUser', ({ id }) => ({ id })],
      ['GetUserByEmail', ({ email }) => ({ email })],
      ['GetUserByUsername', ({ username }) => ({ username })],
    ] as const satisfies [string, (one: { id: string; email: string; username: string }) => object][])
      assert.partialDeepStrictEqual(await same((one) => refusal(rpc, toAsk(one))), notFound, rpc)
    const changeByRpc = ({ email }: { email: string }) =>
      client.call('UpdateUser', { id: 'me', changes: { email } }, { token })
    const [{ user: first }, { user: second }] = [await changeByRpc(ada), await changeByRpc(nobody)]
    assert.equal(first.email, 'mallory@example.com')
    assert.deepEqual({ ...first, updated_at: '' }, { ...second, updated_at: '' })
  })

  test('I12 failed logins, before or after a private sign-up, are counted the same for a taken and a free address', async () => {
    await using system = await startSystem({ settings, clock: stoppedClock() })
    await signUp(system, 'ada', pair[0].email)
    const logIn = async (username: string) =>
      (await post(system, 'login', { username, password: 'wrong' })).status
    const statuses: number[][] = []
    for (const { username, email } of pair) {
      const seen: number[] = []
      for (let time = 1; time <= 3; time++) seen.push(await logIn(username))
      assert.equal((await signUp(system, username, email)).status, 201)
      await mailIsSent(system)
      for (const name of [username, email]) for (let time = 1; time <= 3; time++) seen.push(await logIn(name))
      statuses.push(seen)
    }
    assert.deepEqual(statuses[0], [401, 401, 401, 401, 401, 429, 401, 401, 401])
    assert.deepEqual(statuses[1], statuses[0])
  })

  test('I16 with private sign-up whoever resets the password gets in at once too, with either name', async () => {
    await using system = await startSystem({ settings, clock: stoppedClock() })
    await signUpAndConfirm(system, 'ada')
    const logIn = async (username: string, password: string) =>
      (await post(system, 'login', { username, password })).status
    const names = ['ada', 'ada@example.com']
    for (const name of names) {
      for (let guess = 1; guess <= 5; guess++) assert.equal(await logIn(name, 'wrong'), 401)
      assert.equal(await logIn(name, password), 429)
    }
    await post(system, 'password/forgot', { email: 'ada@example.com' })
    const token = await tokenFor(system, 'ada@example.com', 'reset-password')
    const reset = { token, password: 'another long password' }
    assert.equal((await post(system, 'password/reset', reset)).status, 200)
    for (const name of names) assert.equal(await logIn(name, reset.password), 200)
  })

  test('I16 with private sign-up a reset lets its owner in while somebody goes on guessing elsewhere, with either name', async () => {
    const proxied = { ...settings, LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' }
    await using system = await startSystem({ settings: proxied, clock: stoppedClock() })
    await signUpAndConfirm(system, 'ada')
    const from = (path: string, body: object, address: string) =>
      send('POST', `${system.authUrl}/api/v1/auth/${path}`, { body, headers: { 'x-forwarded-for': address } })
    await post(system, 'password/forgot', { email: 'ada@example.com' })
    const token = await tokenFor(system, 'ada@example.com', 'reset-password')
    const reset = { token, password: 'another long password' }
    assert.equal((await from('password/reset', reset, '192.0.2.7')).status, 200)
    for (const username of ['ada', 'ada@example.com']) {
      for (let guess = 1; guess <= 5; guess++)
        await from('login', { username, password: 'wrong' }, `203.0.113.${guess}`)
      const right = { username, password: reset.password }
      assert.equal((await from('login', right, '203.0.113.9')).status, 429, username)
      assert.equal((await from('login', right, '192.0.2.7')).status, 200, username)
    }
  })

  test('a name of a private sign-up is free again after seven days unless the address was confirmed', async () => {
    await using system = await startSystem({ settings })
    await signUpAndConfirm(system, 'ada')
    const names = { taken: 'eve', free: 'mallory' }
    assert.equal((await signUp(system, names.taken, 'ada@example.com')).status, 201)
    assert.equal((await signUp(system, names.free)).status, 201)
    await mailIsSent(system)
    const db = await system.database('users')
    const usersNow = async () => {
      const rows = await db.query<{ username: string }>`SELECT username FROM users ORDER BY username`
      return rows.map(({ username }) => username)
    }
    const statuses = async () => [
      (await signUp(system, names.taken, 'other-1@example.com')).status,
      (await signUp(system, names.free, 'other-2@example.com')).status,
      (await signUp(system, 'ada', 'other-3@example.com')).status,
    ]
    system.clock.advance(7 * day - 60_000)
    assert.equal(await removeUnconfirmed(system, system.clock.now()), 0)
    assert.deepEqual(await statuses(), [400, 400, 400])
    system.clock.advance(60_000)
    // The usernames of both sign-ups stay reserved until the sweep removes them.
    assert.deepEqual(await statuses(), [400, 400, 400])
    assert.equal(await removeUnconfirmed(system, system.clock.now()), 3)
    assert.deepEqual(await usersNow(), ['ada', 'admin'])
    assert.deepEqual(await statuses(), [201, 201, 400])
  })

  test('an unconfirmed user whom an admin has changed stays, and only its name is held no longer', async () => {
    await using system = await startSystem({ settings })
    const { id } = (await signUp(system, 'ada')).body
    await mailIsSent(system)
    const { access_token: token } = await system.admin()
    const url = `${system.usersUrl}/api/v1/users/${id}`
    assert.equal((await send('PATCH', url, { token, body: { role: 'admin' } })).status, 200)
    const db = await system.database('users')
    await removeUnconfirmed(system, system.clock.now() + 7 * day)
    assert.equal((await send('GET', url, { token })).status, 200)
    assert.deepEqual(await db.query`SELECT username_key FROM held_usernames`, [])
  })

  test('admins make users and rename them with names that sign-ups hold; sign-ups are not lost by it', async () => {
    await using system = await startSystem({ settings })
    await signUpAndConfirm(system, 'ada')
    for (const name of ['eve', 'mallory']) await signUp(system, name, 'ada@example.com')
    const { access_token: token } = await system.admin()
    const url = `${system.usersUrl}/api/v1/users`
    const body = { name: 'Eve', username: 'eve', email: 'eve@example.com', password }
    const added = await send('POST', url, { token, body })
    assert.equal(added.status, 201)
    const renamed = await send('PATCH', `${url}/${added.body.id}`, { token, body: { username: 'mallory' } })
    assert.equal(renamed.status, 200)
    const db = await system.database('users')
    // The sign-up reserves the username bob. Before the sign-up is processed, an admin gives this username to another
    // user.
    await db.query`UPDATE users SET username = 'bob', username_key = 'bob' WHERE id = ${added.body.id}`
    await using recorded = await openRecordedUsers(db.engine, { signup: 'private' })
    const { users } = recorded
    const bob = await createUser(users, { username: 'bob', email: 'bob@example.com', password })
    await createUser(users, { username: 'bob', email: 'bob@example.org', by: null })
    const outbox = { ...users.outbox, sink: requestSink }
    await deliverDue({ ...outbox, deliver: (one) => answerSignUp(users, one) })
    assert.equal((await findUser(users.db, bob.id))?.username, 'bob-2')
  })

  test('a restore takes back a change of address that waits to be answered, and no sign-up that does', async () => {
    await using recorded = await openRecordedUsers(engine, { signup: 'private' })
    const { users } = recorded
    const eve = await createUser(users, { username: 'eve', email: 'eve@example.com', by: null })
    const caller = justSignedIn(eve.id, users.clock.now())
    const patch = { email: 'thief@example.org' }
    await updateUser(users, { userId: eve.id, patch, caller, ifMatch: undefined })
    const bob = await createUser(users, { username: 'bob', email: 'bob@example.com', password })
    await users.db.transaction((tx) => removeAllLinks(tx))
    const outbox = { ...users.outbox, sink: requestSink }
    await deliverDue({ ...outbox, deliver: (one) => answerSignUp(users, one) })
    assert.equal((await findUser(users.db, bob.id))?.username, 'bob')
    assert.deepEqual(await users.db.query`SELECT purpose, email FROM links ORDER BY email`, [
      { purpose: 'verify_email', email: 'bob@example.com' },
    ])
  })

  test('I12 once too many addresses were asked for, a taken one leaves the last link as good as a free one does', async () => {
    await using system = await startSystem({ settings })
    await signUpAndConfirm(system, 'ada')
    for (const [name, wanted] of [
      ['eve', 'ada@example.com'],
      ['mallory', 'nobody@example.com'],
    ] as const) {
      const token = await signUpAndConfirm(system, name)
      for (let box = 1; box <= 5; box++) await askForAddress(system, token, `${name}-${box}@example.com`)
      const link = await tokenFor(system, `${name}-5@example.com`, 'confirm-email')
      await askForAddress(system, token, wanted)
      await mailIsSent(system)
      assert.equal((await post(system, 'email/verify', { token: link })).status, 200, wanted)
    }
  })

  test('I12 a taken address is counted among those that were asked for, as a free one is', async () => {
    await using system = await startSystem({ settings })
    await signUpAndConfirm(system, 'ada')
    for (const [name, wanted] of [
      ['eve', 'ada@example.com'],
      ['mallory', 'nobody@example.com'],
    ] as const) {
      const token = await signUpAndConfirm(system, name)
      for (let box = 1; box <= 4; box++) await askForAddress(system, token, `${name}-${box}@example.com`)
      await askForAddress(system, token, wanted)
      await askForAddress(system, token, `${name}-6@example.com`)
      await mailIsSent(system)
      assert.deepEqual(await mailTo(system, `${name}-6@example.com`), [], wanted)
    }
  })
})

/** Runs the sweep of reserved usernames once, as the background loop does, and returns how many it removed. */
async function removeUnconfirmed(system: System, now: number): Promise<number | undefined> {
  const sweep = system.sweeps('users').find(({ name }) => name === 'held_usernames')
  return sweep?.remove(await system.database('users'), now, 100)
}
