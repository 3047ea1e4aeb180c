import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { rotateKey } from '../core/keys/rotate-keys.ts'
import { findKeys, type KeyPurpose } from '../core/keys/signing-key-store.ts'
import { requireRecentLogin } from '../core/recent-login.ts'
import type { AuthSystem } from './system.ts'

/**
 * The maximum number of keys. Every node holds all of them, and applications fetch the public ones, so their number
 * must be limited.
 */
const maxKeys = 20

/**
 * Publishes the next key of a purpose before its time. With `isNow` this key also begins to sign immediately.
 * @throws {Failure} `reauthentication_required` | `changes_limited` | `signing_key_not_found` while no token of this kind was ever signed
 */
export async function rotateSigningKey(
  { keyContext, users, keys }: Pick<AuthSystem, 'keyContext' | 'users' | 'keys'>,
  { purpose, isNow, by }: { purpose: KeyPurpose; isNow: boolean; by: Caller },
): Promise<void> {
  await requireRecentLogin({ users }, by)
  const isInUse = (await findKeys(keyContext.db)).some((key) => key.purpose === purpose)
  if (!isInUse) throw new Failure('signing_key_not_found')
  await rotateKey(keyContext, { purpose, isNow, by: authorId(by) ?? undefined, maxKeys })
  await keys.update()
}
