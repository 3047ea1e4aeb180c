import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliverDue } from '#runtime/events/outbox.ts'
import { engines } from '#tests/support/engines.ts'
import { openRecordedUsers } from '#tests/support/recorded-users.ts'
import { signedIn } from '#tests/support/signed-in.ts'
import { requestSink } from '../core/queued-request.ts'
import { updateUser } from '../directory/user/update-user.ts'
import { createUser } from './create-user.ts'
import { answerSignUp } from './private-sign-up.ts'

for (const engine of engines) {
  test(`I12 a private sign-up with a taken address does the reads and writes of one with a free address, on ${engine}`, async () => {
    await using recorded = await openRecordedUsers(engine, { signup: 'private' })
    const { users, statementsOf } = recorded
    await createUser(users, { username: 'ada', email: 'ada@example.com', by: null })
    const signUp = (username: string, email: string, key?: string) =>
      statementsOf(() =>
        createUser(users, {
          username,
          email,
          password: 'a long password',
          address: '198.51.100.7',
          repeatable: key === undefined ? undefined : { scope: 'createUser', key, fingerprint: key },
        }),
      )
    const taken = await signUp('eve', 'ADA@example.com')
    assert.deepEqual(taken, await signUp('mallory', 'nobody@example.com'))
    assert.ok(taken.some((statement) => statement.startsWith('INSERT INTO outbox')))
    assert.ok(taken.every((statement) => !statement.startsWith('INSERT INTO users')))
    // The statements must also be equal for a repeated name, for a repeated request, and for the name with
    // another address.
    assert.deepEqual(await signUp('eve', 'ada@example.com'), await signUp('mallory', 'nobody@example.com'))
    assert.deepEqual(await signUp('eve', 'e@example.com'), await signUp('mallory', 'm@example.com'))
    for (let time = 1; time <= 2; time++)
      assert.deepEqual(
        await signUp('eve-2', 'ada@example.com', 'one'),
        await signUp('mallory-2', 'nobody-2@example.com', 'two'),
      )
  })

  test(`I12 a name asked for again is refused with the same reads, whether its sign-up made a user, on ${engine}`, async () => {
    await using recorded = await openRecordedUsers(engine, { signup: 'private' })
    const { users, statementsOf } = recorded
    const made = (username: string) =>
      createUser(users, { username, email: `${username}@example.com`, by: null })
    const [, grace] = [await made('ada'), await made('grace')]
    const signUp = (username: string, email: string) =>
      createUser(users, { username, email, password: 'a long password', address: '198.51.100.7' })
    await signUp('eve', 'ada@example.com')
    await signUp('mallory', 'nobody@example.com')
    await deliverDue({
      ...users.outbox,
      sink: requestSink,
      deliver: (request) => answerSignUp(users, request),
    })
    const names = await users.db.query<{ username: string }>`SELECT username FROM users ORDER BY username`
    assert.deepEqual(
      names.map(({ username }) => username),
      ['ada', 'grace', 'mallory'],
    )

    const isRefused = { code: 'username_taken' }
    const again = (username: string) =>
      statementsOf(() => assert.rejects(signUp(username, 'else@example.com'), isRefused))
    assert.deepEqual(await again('eve'), await again('mallory'))
    const caller = signedIn(grace.id)
    const rename = (username: string) =>
      statementsOf(() =>
        assert.rejects(
          updateUser(users, { userId: grace.id, patch: { username }, caller, ifMatch: undefined }),
          isRefused,
        ),
      )
    assert.deepEqual(await rename('eve'), await rename('mallory'))
  })
}
