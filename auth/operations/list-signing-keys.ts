import type { SigningKeyResource } from '#contract/system/system.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import type { KeyContext } from '../core/keys/rotate-keys.ts'
import { findKeys, type StoredKey } from '../core/keys/signing-key-store.ts'

/** Lists all signing keys, the oldest first, without the keys themselves. */
export async function listSigningKeys({
  db,
  policy,
}: Pick<KeyContext, 'db' | 'policy'>): Promise<SigningKeyResource[]> {
  const keys = await findKeys(db)
  return keys.map((key) => {
    const { kid, purpose, algorithm, status, createdAt, activatesAt, activatedAt, removesAt } = key
    return {
      kid,
      purpose,
      algorithm,
      status,
      created_at: toRfc3339(createdAt),
      signs_from: timeOf(status === 'next' ? activatesAt : activatedAt),
      retires_at: timeOf(status === 'active' ? retiresAt(key, keys, policy.rotationMs) : null),
      removed_at: timeOf(removesAt),
    }
  })
}

/**
 * Returns when an active key is replaced: when the next key begins to sign or, without a next key, at the end of the rotation
 * time.
 */
function retiresAt(active: StoredKey, keys: readonly StoredKey[], rotationMs: number): number {
  const next = keys.find(({ purpose, status }) => purpose === active.purpose && status === 'next')
  return next?.activatesAt ?? (active.activatedAt ?? active.createdAt) + rotationMs
}

const timeOf = (at: number | null): string | null => (at === null ? null : toRfc3339(at))
