import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashing } from '#tests/support/count-hashes.ts'

const { startSystem } = await import('#tests/support/system.ts')

test('I11 an unknown name costs the same work as a wrong password', async () => {
  await using system = await startSystem({ passwordCost: 'real' })
  await system.signUp('ada')
  const workOf = async (username: string) => {
    hashing.calls.length = 0
    const body = { username, password: 'wrong' }
    assert.equal((await system.send('POST', `${system.authUrl}/auth/login`, { body })).status, 401)
    return [...hashing.calls]
  }
  const known = await workOf('ada')
  assert.equal(known.length, 1)
  assert.deepEqual(await workOf('nobody'), known)
  assert.deepEqual(await workOf('nobody@example.com'), known)
})
