import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '#tests/support/engines.ts'
import { openRecordedUsers } from '#tests/support/recorded-users.ts'
import { createUser } from '../sign-up/create-user.ts'
import { validateUser } from './validate-user.ts'

for (const engine of engines)
  test(`I11 a login is refused after the same statements, whoever has the name, on ${engine}`, async () => {
    await using recorded = await openRecordedUsers(engine, { signup: 'private' })
    const { users, statementsOf } = recorded
    const password = 'a long password'
    await createUser(users, { username: 'ada', email: 'ada@example.com', password, by: null })
    const asked = async (name: string, tried: string) => {
      const attempt = () => validateUser(users, { name, password: tried })
      await assert.rejects(attempt, { code: 'invalid_credentials' })
      return statementsOf(attempt)
    }
    for (const [somebody, nobody] of [
      ['ada', 'nobody'],
      ['Ada@example.com', 'nobody@example.com'],
    ] as const) {
      assert.deepEqual(await asked(somebody, 'wrong'), await asked(nobody, 'wrong'))
      // The address is not confirmed yet, so the right password is refused too.
      assert.deepEqual(await asked(somebody, password), await asked(nobody, password))
    }
    await users.db.query`UPDATE users SET status = 'suspended'`
    for (const tried of ['wrong', password])
      assert.deepEqual(await asked('ada', tried), await asked('nobody', tried), 'a suspended user')
  })
