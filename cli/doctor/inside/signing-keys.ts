import { findKeys } from '#auth/core/keys/signing-key-store.ts'
import { type Check, fail, ok, skipped, warn } from '../check.ts'
import { days } from '../days.ts'
import { inDatabaseOf } from '../in-databases.ts'

const dayMs = 86_400_000

/** Checks the age of the keys that sign: the authentication service rotates them by itself, if it runs. */
export const signingKeysCheck: Check = {
  name: 'signing keys',
  async run(deployment) {
    const { keyRotationMs } = deployment.settings
    const [first] = await inDatabaseOf(deployment, 'auth', async (db) => {
      const active = (await findKeys(db)).filter(({ status }) => status === 'active')
      if (active.length === 0) return [skipped('the first start creates them')]
      const [oldest = 0] = active
        .map((key) => Date.now() - (key.activatedAt ?? key.createdAt))
        .sort((one, other) => other - one)
      const text = `the oldest of ${active.length} that sign is ${days(oldest)} old`
      if (oldest <= keyRotationMs + dayMs)
        return [ok(`${text}; LATCHKEY_KEY_ROTATION is ${days(keyRotationMs)}`)]
      const fix = 'start the authentication service, which rotates them; or `latchkey keys rotate`'
      return [oldest > 2 * keyRotationMs + dayMs ? fail(text, fix) : warn(text, fix)]
    })
    return first === undefined ? [] : [first]
  },
}
