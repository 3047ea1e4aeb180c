import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '#contract/declaration/endpoint.ts'
import type { ImportedRowResource } from '#contract/users/user-support.ts'
import { mailIsSent, tokenFor } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { System } from '#tests/support/system.ts'

const bcrypt = '$2b$04$abcdefghijklmnopqrstuuJY8mJ0v9m0zJmJw7H1gXH0l8x8mX2fK'

const slowInserts = `
  CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.1); RETURN NULL; END $$;
  CREATE TRIGGER wait AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION wait()`

const send = (system: System, token: string, body: object) =>
  system.send('POST', `${system.usersUrl}/api/v1/users/import`, { token, body })

async function keyWith(system: System, token: string, scopes: Scope[]): Promise<string> {
  const body = { name: 'import', scopes }
  return (await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, { token, body })).body.key
}

const outcomes = (results: ImportedRowResource[]) => results.map(({ outcome, refusal }) => refusal ?? outcome)

async function mailsIn(system: System): Promise<number> {
  const db = await system.database('users')
  return (await db.query`SELECT id FROM outbox WHERE sink = 'mail'`).length
}

onEachEngine((startSystem, engine) => {
  test('a dry run says of each row what the import then does, and changes nothing', async () => {
    await using system = await startSystem()
    const { access_token: token, user: admin } = await system.admin()
    await system.signUp('ada')
    const gone = await system.signUp('gone')
    await system.send('DELETE', `${system.usersUrl}/api/v1/users/${gone.id}`, { token })
    const users = [
      { email: 'ADA@example.com', name: 'Another Ada' },
      { email: 'bob@example.com', name: '=1+1', email_verified: 'true', created_at: '2020-01-02T03:04:05Z' },
      { email: 'bob@EXAMPLE.com' },
      { email: 'carl' },
      { email: 'dora@example.com', username: 'ada' },
      { email: 'gone@example.com' },
      { email: 'erin@example.com', email_verified: 'perhaps' },
      { email: 'fred@example.com', status: 'suspended', metadata: '{"plan":"free"}', unknown: '' },
      { email: 'gail@example.com', id: 'old|7', role: 'admin' },
    ]
    const expected = [
      'exists',
      'made',
      'repeated_row',
      'invalid_row',
      'username_taken',
      'deleted_here',
      'invalid_row',
      'made',
      'made',
    ]
    const db = await system.database('users')
    const count = async () => (await db.query`SELECT id FROM users`).length
    await mailIsSent(system)
    const before = [await count(), await mailsIn(system)]
    const dry = await send(system, token, { users, dry_run: true })
    assert.deepEqual(outcomes(dry.body.results), expected)
    assert.deepEqual([await count(), await mailsIn(system)], before)
    assert.equal(dry.body.results[6].errors[0].pointer, '/email_verified')
    const done = await send(system, token, { users })
    assert.deepEqual(outcomes(done.body.results), expected)
    assert.deepEqual([await count(), await mailsIn(system)], [(before[0] ?? 0) + 3, before[1]], 'no mail')
    const bob = (
      await system.send('GET', `${system.usersUrl}/api/v1/users/${done.body.results[1].user_id}`, { token })
    ).body
    assert.deepEqual(
      [bob.username, bob.name, bob.email_verified, bob.created_at, bob.has_password],
      ['bob', '=1+1', true, '2020-01-02T03:04:05.000Z', false],
    )
    const again = await send(system, token, { users })
    assert.deepEqual(
      outcomes(again.body.results),
      expected.map((one) => (one === 'made' ? 'exists' : one)),
    )
    const events = await db.query<{ data: string; at: number }>`
      SELECT data, occurred_at AS at FROM events WHERE type = 'user.created' AND subject = ${bob.id}`
    assert.deepEqual(
      events.map(({ data, at }) => [JSON.parse(data).by, at > Date.parse('2026-01-01')]),
      [[admin.id, true]],
      'the event is of the moment, and not as old as the user',
    )
  })

  test('a field that cannot be kept is left out, and named for its row', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const users = [
      {
        email: 'ada@example.com',
        name: 'Ada\nLovelace',
        locale: 'pt_BR',
        metadata: { big: 'x'.repeat(9_000), a: 1 },
      },
      { email: 'bob@example.com', name: 7, metadata: '{"n": 1e400}' },
      { email: 'bad', name: '\n' },
    ]
    for (const dry_run of [true, false]) {
      const { status, body } = await send(system, token, { users, dry_run })
      assert.equal(status, 200, JSON.stringify(body))
      const results: ImportedRowResource[] = body.results
      assert.deepEqual(outcomes(results), ['made', 'made', 'invalid_row'])
      assert.deepEqual(
        results.map(({ left_out }) => left_out.map(({ pointer, code }) => [pointer, code])),
        [
          [
            ['/name', 'invalid_format'],
            ['/locale', 'invalid_format'],
            ['/metadata/big', 'too_long'],
          ],
          [['/metadata/n', 'out_of_range']],
          [],
        ],
      )
      if (dry_run) continue
      const url = (at: number) => `${system.usersUrl}/api/v1/users/${results[at]?.user_id}`
      const ada = (await system.send('GET', url(0), { token })).body
      assert.deepEqual([ada.name, ada.locale, ada.metadata], [null, null, { a: 1 }])
      const bob = (await system.send('GET', url(1), { token })).body
      assert.deepEqual([bob.name, bob.metadata], ['7', {}])
    }
  })

  test('only who is asked to be is invited, and an imported hash is a password that counts', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const before = await mailsIn(system)
    const users = [
      { email: 'ada@example.com' },
      { email: 'bob@example.com', password_hash: bcrypt },
      { email: 'carl@example.com', status: 'suspended' },
    ]
    const { body } = await send(system, token, { users, invite: true })
    assert.deepEqual(outcomes(body.results), ['made', 'made', 'made'])
    const db = await system.database('users')
    const links = await db.query<{ user_id: string }>`SELECT user_id FROM links WHERE purpose = 'invitation'`
    assert.deepEqual(
      links.map(({ user_id }) => user_id),
      [body.results[0].user_id],
    )
    assert.ok((await mailsIn(system)) <= before + 1)
    const [bob] = await db.query<{
      password_form: string | null
    }>`SELECT password_form FROM users WHERE username_key = 'bob'`
    assert.match(bob?.password_form ?? '', /bcrypt/)
  })

  test('a row with a time in the future is refused, because exports would miss such a user', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const now = system.clock.now()
    const users = [
      { email: 'now@example.com', created_at: now, last_login_at: now },
      { email: 'soon@example.com', created_at: now + 60_000 },
      { email: 'far@example.com', created_at: '20240102030405' },
      { email: 'login@example.com', last_login_at: now + 60_000 },
    ]
    const { body } = await send(system, token, { users })
    const results: ImportedRowResource[] = body.results
    assert.deepEqual(outcomes(results), ['made', 'invalid_row', 'invalid_row', 'invalid_row'])
    assert.deepEqual(
      results.flatMap(({ errors }) => errors.map(({ pointer }) => pointer)),
      ['/created_at', '/created_at', '/last_login_at'],
    )
  })

  test('rows that want one username are all made, each with a name of its own', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const db = await system.database('users')
    // On a slow server, a row loses the username that it wants to other rows more often than a transaction is retried.
    if (engine === 'postgres') await db.execute(slowInserts)
    const users = Array.from({ length: 30 }, (_, at) => ({ email: `info@company-${at}.example.com` }))
    const { status, body } = await send(system, token, { users })
    assert.equal(status, 200)
    const results: ImportedRowResource[] = body.results
    assert.deepEqual(new Set(outcomes(results)), new Set(['made']))
    assert.equal(new Set(results.map(({ username }) => username)).size, users.length)
  })

  test('an address that its owner can still take back is given to nobody', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const ada = await system.signUpAndLogIn('ada')
    const verify = async (to: string, link: string) => {
      const body = { token: await tokenFor(system, to, link) }
      assert.equal(
        (await system.send('POST', `${system.authUrl}/api/v1/auth/email/verify`, { body })).status,
        200,
      )
    }
    await verify('ada@example.com', 'verify-email')
    const body = { email: 'thief@example.org' }
    await system.send('PATCH', `${system.usersUrl}/api/v1/users/me`, { token: ada.access_token, body })
    await verify('thief@example.org', 'confirm-email')
    for (const row of [{ email: 'Ada@example.com' }, { email: 'ada@example.com', username: 'other' }])
      for (const dry_run of [true, false]) {
        const { body } = await send(system, token, { users: [row], dry_run })
        assert.deepEqual(outcomes(body.results), ['email_taken'])
      }
    const undo = await tokenFor(system, 'ada@example.com', 'take-back', { count: 2 })
    const back = await system.send('POST', `${system.authUrl}/api/v1/auth/take-back`, {
      body: { token: undo },
    })
    assert.equal(back.status, 200)
  })

  test('who may write users and not read them is not told whose address it is', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const ada = await system.signUp('ada')
    const users = [{ email: 'ada@example.com' }, { email: 'b@example.com', id: ada.id }]
    const shownTo = async (credential: string) =>
      (await send(system, credential, { users })).body.results.map((row: ImportedRowResource) => [
        row.outcome,
        row.user_id,
        row.username,
      ])
    assert.deepEqual(
      await shownTo(await keyWith(system, token, ['users:write'])),
      users.map(() => ['exists', null, null]),
    )
    assert.deepEqual(
      await shownTo(await keyWith(system, token, ['users:write', 'users:read'])),
      users.map(() => ['exists', ada.id, 'ada']),
    )
  })

  test('an import needs the right to write users and a login of the last five minutes, and gives no role above its own', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const { access_token: own } = await system.signUpAndLogIn('ada')
    const writes = await keyWith(system, token, ['users:write'])
    const reads = await keyWith(system, token, ['users:read'])
    const users = [{ email: 'eve@example.com', role: 'admin' }]
    for (const credential of [own, reads])
      assert.equal((await send(system, credential, { users })).body.code, 'forbidden')
    assert.deepEqual(outcomes((await send(system, writes, { users })).body.results), ['forbidden'])
    const hundred = Array.from({ length: 101 }, (_, at) => ({ email: `u${at}@example.com` }))
    for (const wrong of [{ users: [] }, { users: hundred }, { users: ['ada'] }, {}])
      assert.equal((await send(system, token, wrong)).body.code, 'invalid_request')
    system.clock.advance(5 * 60_000 + 1_000)
    assert.equal((await send(system, token, { users })).body.code, 'reauthentication_required')
    assert.deepEqual(outcomes((await send(system, token, { users, dry_run: true })).body.results), ['made'])
  })
})
