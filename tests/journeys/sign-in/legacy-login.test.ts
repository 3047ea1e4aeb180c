import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rowId } from '#tests/support/export-file.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { latchkey } from '#tests/support/process.ts'
import { type ReceivedRequest, startReceiver } from '#tests/support/webhook-receiver.ts'

const password = 'the old password'

/** Starts a simulated old system with the given users, who all have the same password. */
async function startOldSystem(users: Record<string, object>) {
  const receiver = await startReceiver()
  const nameIn = ({ event }: ReceivedRequest): string => event.email ?? event.username
  receiver.answer = (request, response) => {
    const user = request.event.password === password ? users[nameIn(request)] : undefined
    response
      .writeHead(user ? 200 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify(user ?? {}))
  }
  return Object.assign(receiver, { asked: () => receiver.requests.map(nameIn) })
}

const secret = 'q8Zt3vN1xW6yB0mK5rJ9dH2sL7cF4gTe'

onEachEngine((startSystem) => {
  const start = (url: string) =>
    startSystem({
      settings: {
        LATCHKEY_LEGACY_LOGIN_URL: url,
        LATCHKEY_LEGACY_LOGIN_SECRET: secret,
        LATCHKEY_LEGACY_LOGIN_TIMEOUT: '10s',
      },
    })

  describe('the first login of a user of the old system', () => {
    test('makes the user here, and the old system is not asked again', async () => {
      await using old = await startOldSystem({
        ada: {
          email: 'Ada@example.com',
          username: 'ada',
          name: 'Ada',
          email_verified: true,
          role: 'admin',
          // The clock of the old system is a minute ahead, but no user may have a creation time in the future.
          id: rowId(4),
          metadata: { plan: 'pro' },
          created_at: Date.now() + 60_000,
        },
        'jo@example.com': { email: 'jo@example.com', id: '17' },
      })
      await using system = await start(old.url)
      const logIn = (username: string, secret = password) =>
        system.send('POST', `${system.authUrl}/auth/login`, { body: { username, password: secret } })
      assert.equal((await logIn('ada')).status, 200)
      assert.equal((await logIn('jo@example.com')).status, 200)
      assert.deepEqual(old.asked(), ['ada', 'jo@example.com'])
      assert.equal((await logIn('ADA@example.com')).status, 200)
      assert.equal((await logIn('jo-user')).status, 200)
      assert.equal(old.requests.length, 2)

      const { access_token: token } = await system.admin()
      const { body: ada } = await system.send('GET', `${system.usersUrl}/api/v1/users/${rowId(4)}`, { token })
      assert.deepEqual(
        [ada.username, ada.email, ada.name, ada.role, ada.email_verified, ada.metadata],
        ['ada', 'Ada@example.com', 'Ada', 'user', true, { plan: 'pro' }],
      )
      assert.equal(ada.created_at, ada.updated_at, 'nobody was made in the future')
      const db = await system.database('users')
      const [event] = await db.query<{ type: string }>`
        SELECT type FROM events WHERE subject = ${rowId(4)} AND type = ${'user.created'}`
      assert.equal(event?.type, 'user.created')
      const [jo] = await db.query<{ metadata: string; password_hash: string }>`
        SELECT metadata, password_hash FROM users WHERE email_key = ${'jo@example.com'}`
      assert.deepEqual(JSON.parse(String(jo?.metadata)), { external_id: '17' })
      assert.match(String(jo?.password_hash), /^\$argon2id\$/)
    })

    test('gives a password to a user who is here without one', async () => {
      await using old = await startOldSystem({
        'ada@example.com': { email: 'ada@example.com', email_verified: true },
      })
      await using system = await start(old.url)
      const { access_token: token } = await system.admin()
      const body = { username: 'ada', name: 'Ada', email: 'ada@example.com' }
      const made = await system.send('POST', `${system.usersUrl}/api/v1/users`, { token, body })
      assert.equal(made.status, 201)
      const logIn = (username: string) =>
        system.send('POST', `${system.authUrl}/auth/login`, { body: { username, password } })
      const both = await Promise.all([logIn('ada@example.com'), logIn('ada@example.com')])
      assert.deepEqual(
        both.map(({ status }) => status),
        [200, 200],
      )
      const reply = await logIn('ada')
      assert.equal(reply.status, 200)
      const users = await (await system.database('users'))
        .query`SELECT id FROM users WHERE email_key = ${body.email}`
      assert.deepEqual(users, [{ id: made.body.id }])
      const told = await (await system.database('users')).query<{ data: string }>`
        SELECT data FROM events WHERE subject = ${made.body.id} AND type = ${'user.password_changed'}`
      assert.deepEqual(
        told.map(({ data }) => JSON.parse(data).how),
        ['moved_in'],
      )
    })

    test('I06 I58 gives no password to an admin, for an unconfirmed address, or after one was taken away', async () => {
      const claims = (email: string, email_verified: boolean) => ({ [email]: { email, email_verified } })
      await using old = await startOldSystem({
        ...claims('boss@example.com', true),
        ...claims('bob@example.com', false),
        ...claims('eve@example.com', true),
      })
      await using system = await start(old.url)
      const { access_token: token } = await system.admin()
      const db = await system.database('users')
      for (const [username, role] of [
        ['boss', 'admin'],
        ['bob', 'user'],
        ['eve', 'user'],
      ]) {
        const body = { username, name: username, email: `${username}@example.com`, role }
        assert.equal(
          (await system.send('POST', `${system.usersUrl}/api/v1/users`, { token, body })).status,
          201,
        )
      }
      // Brings the user into the state after a "this was not me" link: without a password, and with all sessions ended.
      await db.query`UPDATE users SET session_epoch = session_epoch + 1 WHERE username = ${'eve'}`
      for (const name of ['boss', 'bob', 'eve']) {
        const body = { username: `${name}@example.com`, password }
        const reply = await system.send('POST', `${system.authUrl}/auth/login`, { body })
        assert.deepEqual([reply.status, reply.body.code], [401, 'invalid_credentials'], name)
      }
      const given =
        await db.query`SELECT id FROM users WHERE password_hash IS NOT NULL AND username <> ${'admin'}`
      assert.deepEqual(given, [])
    })
  })

  describe('I11 a login that is refused', () => {
    test('asks once, whoever has the name, and never sends the password of a user who is here', async () => {
      await using old = await startOldSystem({})
      await using system = await start(old.url)
      await system.signUp('here')
      const refuse = async (username: string, secret: string) => {
        const before = old.requests.length
        const body = { username, password: secret }
        const { status, body: problem } = await system.send('POST', `${system.authUrl}/auth/login`, { body })
        const requests = old.requests.slice(before)
        assert.deepEqual([status, problem.code, requests.length], [401, 'invalid_credentials', 1])
        return requests[0]?.event
      }
      assert.deepEqual(await refuse('nobody', 'wrong words'), { username: 'nobody', password: 'wrong words' })
      const decoy = await refuse('here', 'wrong words')
      assert.match(decoy.username, /^[0-9a-f]{24}$/)
      const ofAddress = await refuse('here@example.com', 'wrong words')
      assert.match(ofAddress.email, /^[0-9a-f]{24}@example\.com$/)
      for (const { password: sent } of [decoy, ofAddress]) assert.notEqual(sent, 'wrong words')
    })

    test('is refused too when the old system answers about somebody else, in vain, or not at all', async () => {
      await using old = await startOldSystem({
        'ada@example.com': { email: 'admin@example.com' },
        ada: { email: 'ada@example.com', username: 'bob' },
        here: { email: 'here@example.com', username: 'here' },
        gone: { email: 'gone@example.com', username: 'gone', status: 'suspended' },
        odd: { email: 'odd@example.com', username: 'odd', passwd: 1 },
      })
      await using system = await start(old.url)
      const { password: own } = await system.signUp('here')
      const logIn = (username: string, secret = password) =>
        system.send('POST', `${system.authUrl}/auth/login`, { body: { username, password: secret } })
      for (const name of ['ada@example.com', 'ada', 'here', 'gone', 'odd', 'nobody'])
        assert.equal((await logIn(name)).status, 401, name)
      assert.equal((await logIn('here', own)).status, 200)
      await old[Symbol.asyncDispose]()
      assert.equal((await logIn('eve')).status, 401)
      const db = await system.database('users')
      const rows = await db.query<{ username: string }>`SELECT username FROM users ORDER BY username`
      assert.deepEqual(
        rows.map(({ username }) => username),
        ['admin', 'here'],
      )
    })
  })
})

test('the URL without the secret, or without TLS, is refused at the start', () => {
  const start = (environment: Record<string, string>) => latchkey(['start'], environment)
  const both = { LATCHKEY_LEGACY_LOGIN_SECRET: secret }
  const without = start({ LATCHKEY_LEGACY_LOGIN_URL: 'https://old.example.com/' })
  assert.deepEqual([without.code, /must be set together/.test(without.err)], [2, true], without.err)
  const plain = start({ ...both, LATCHKEY_LEGACY_LOGIN_URL: 'http://old.example.com/' })
  assert.deepEqual([plain.code, /is not https/.test(plain.err)], [2, true], plain.err)
})
