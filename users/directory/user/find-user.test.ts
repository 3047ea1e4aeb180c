import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Caller } from '#contract/declaration/endpoint.ts'
import { engines } from '#tests/support/engines.ts'
import { openRecordedUsers } from '#tests/support/recorded-users.ts'
import { signedIn } from '#tests/support/signed-in.ts'
import { createUser } from '../../sign-up/create-user.ts'
import { findVisibleUser } from './find-user.ts'

for (const engine of engines)
  describe(`on ${engine}`, () => {
    test('I12 a look-up of somebody else reads what a look-up of nobody reads', async () => {
      await using recorded = await openRecordedUsers(engine, { signup: 'open' })
      const { users, statementsOf } = recorded
      const made = (username: string) =>
        createUser(users, { username, email: `${username}@example.com`, by: null })
      const [ada, eve] = [await made('ada'), await made('eve')]
      const callers: Caller[] = [
        signedIn(eve.id),
        signedIn(eve.id, ['users:write']),
        { apiKeyId: 'a key', scopes: ['users:write'] },
      ]
      for (const caller of callers)
        for (const [somebody, nobody] of [
          [{ id: ada.id }, { id: randomUUID() }],
          [{ username: 'ADA' }, { username: 'nobody' }],
          [{ email: 'Ada@example.com' }, { email: 'nobody@example.com' }],
        ] as const) {
          const lookUp = (by: typeof somebody | typeof nobody) => findVisibleUser(users, { by, caller })
          await assert.rejects(lookUp(somebody), { code: 'user_not_found' })
          await assert.rejects(lookUp(nobody), { code: 'user_not_found' })
          assert.deepEqual(
            await statementsOf(() => lookUp(somebody)),
            await statementsOf(() => lookUp(nobody)),
          )
        }
    })

    test('users find themselves by id, username and address in every spelling, and others with users:read', async () => {
      await using recorded = await openRecordedUsers(engine, { signup: 'open' })
      const { users } = recorded
      const ada = await createUser(users, { username: 'Ada', email: 'Ada@Example.com', by: null })
      const callers: Caller[] = [signedIn(ada.id), { apiKeyId: 'a key', scopes: ['users:read'] }]
      for (const caller of callers)
        for (const by of [{ id: ada.id.toUpperCase() }, { username: 'aDA' }, { email: 'ada@EXAMPLE.com' }])
          assert.deepEqual(await findVisibleUser(users, { by, caller }), ada)
    })
  })
