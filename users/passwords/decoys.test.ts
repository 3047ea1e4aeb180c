import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hashing } from '#tests/support/count-hashes.ts'
import { foreignHashVectors } from '#tests/support/foreign-hashes.ts'

const { createPasswordHasher } = await import('./password-hash.ts')

const hashBy = (format: string) => String(foreignHashVectors.find((vector) => vector.format === format)?.hash)

/** Login names that no user has. */
const names = Array.from({ length: 400 }, (_, number) => `nobody-${number}@example.com`)

/** Returns the names whose refusal computes an argon2id hash of this service. The others compute a hash of another system. */
async function ownWorkOf(
  hasher: ReturnType<typeof createPasswordHasher>,
  asked: readonly string[] = names,
): Promise<string[]> {
  const own: string[] = []
  for (const name of asked) {
    hashing.calls.length = 0
    assert.equal(await hasher.verify(undefined, 'words', name), false)
    if (hashing.calls.length > 0) own.push(name)
  }
  return own
}

describe('I11 while hashes of other systems are left', () => {
  const decoyKey = Buffer.alloc(32, 7)
  const cost = { memoryCost: 8, timeCost: 1 }

  test('names that nobody has get the work of each form as often as users have it', async () => {
    const hasher = createPasswordHasher({ cost, decoyKey })
    assert.equal((await ownWorkOf(hasher)).length, names.length, 'all users have hashes of this service')
    hasher.setDecoys([{ hash: hashBy('salted-sha'), share: 0.75 }])
    const own = await ownWorkOf(hasher)
    // The key is fixed, so that every run picks the same names. A quarter of the names is expected.
    assert.ok(own.length > 70 && own.length < 130, `${own.length} of ${names.length}`)
    hasher.setDecoys([{ hash: hashBy('salted-sha'), share: 1 }])
    assert.deepEqual(await ownWorkOf(hasher), [])
  })

  test('a name keeps its work, on every node, and changes over to that of this service as users do', async () => {
    const [one, other] = [createPasswordHasher({ cost, decoyKey }), createPasswordHasher({ cost, decoyKey })]
    for (const hasher of [one, other]) hasher.setDecoys([{ hash: hashBy('salted-sha'), share: 0.6 }])
    const before = await ownWorkOf(one)
    assert.deepEqual(await ownWorkOf(other), before)
    for (const hasher of [one, other]) hasher.setDecoys([{ hash: hashBy('salted-sha'), share: 0.3 }])
    const after = await ownWorkOf(other)
    assert.ok(after.length > before.length)
    assert.deepEqual(
      before.filter((name) => !after.includes(name)),
      [],
    )
  })

  test('the password of a decoy logs in nobody', async () => {
    const vector = foreignHashVectors.find(({ format }) => format === 'salted-sha')
    const hasher = createPasswordHasher({ cost, decoyKey })
    hasher.setDecoys([{ hash: String(vector?.hash), share: 1 }])
    assert.equal(await hasher.verify(undefined, String(vector?.password), 'nobody'), false)
  })
})
