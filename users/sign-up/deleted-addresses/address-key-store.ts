import { randomBytes } from 'node:crypto'
import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { newId } from '#runtime/ids.ts'
import { isSealedWith, seal, sealedAnew, unseal } from '#runtime/sealing.ts'
import type { Users } from '../../core/users.ts'

/**
 * The maximum number of keys with which addresses of deleted users are hashed. There is one key of this installation, and one for
 * each installation whose export was imported. Checking an address takes one look-up per key.
 */
export const maxAddressKeys = 10

const keyBytes = 32
const purposeOf = (id: string): string => `key of deleted addresses ${id}`

export interface SealedAddressKey {
  id: string
  sealed_key: string
}

export const addressKeyColumns = sql`id, sealed_key, created_at`

export interface AddressKeys {
  /** The keys (HMAC-SHA-256) of the digests of deleted addresses, newest first. */
  keys: Buffer[]
  /** The number of keys that none of the present master keys can decrypt. */
  locked: number
}

const findSealedKeys = (db: Sql): Promise<SealedAddressKey[]> =>
  db.query<SealedAddressKey>`
    SELECT id, sealed_key FROM address_keys ORDER BY created_at DESC, id DESC LIMIT ${maxAddressKeys}`

export async function findAddressKeys(db: Sql, masterKeys: readonly Buffer[]): Promise<AddressKeys> {
  const sealed = await findSealedKeys(db)
  const keys = sealed.flatMap((one) => openAddressKey(masterKeys, one) ?? [])
  return { keys, locked: sealed.length - keys.length }
}

/** Decrypts a key. Returns undefined when no master key decrypts it, or when it belongs to another id. */
export function openAddressKey(
  masterKeys: readonly Buffer[],
  { id, sealed_key }: SealedAddressKey,
): Buffer | undefined {
  if (!masterKeys.some((masterKey) => isSealedWith(masterKey, sealed_key))) return undefined
  try {
    return unseal(masterKeys, purposeOf(id), sealed_key)
  } catch {
    return undefined
  }
}

/**
 * Makes a key for the digests of deleted addresses, and returns it. When two nodes do so at the same moment, they make two keys,
 * and both are used for look-ups from then on.
 */
export async function makeAddressKey(tx: Sql, masterKeys: readonly Buffer[], now: number): Promise<Buffer> {
  const key = randomBytes(keyBytes)
  const id = newId(now)
  await insertAddressKey(tx, { id, sealed_key: seal(masterKeys, purposeOf(id), key), created_at: now })
  return key
}

/** Inserts a key that is encrypted already. Returns false when its id exists. */
export async function insertAddressKey(
  tx: Sql,
  key: SealedAddressKey & { created_at: number },
): Promise<boolean> {
  const inserted = await tx.query`
    INSERT INTO address_keys (${addressKeyColumns}) VALUES (${key.id}, ${key.sealed_key}, ${key.created_at})
    ON CONFLICT DO NOTHING RETURNING id`
  return inserted.length > 0
}

/**
 * Encrypts the keys with the current master key, which is the first in the setting. It runs after a change of keys. A key that no
 * master key decrypts stays as it is, and is reported in a warning: users who were deleted before could be imported again.
 */
export async function resealAddressKeys({
  db,
  log,
  secrets: { masterKeys },
}: Pick<Users, 'db' | 'log' | 'secrets'>): Promise<void> {
  let locked = 0
  for (const { id, sealed_key: sealed } of await findSealedKeys(db)) {
    if (openAddressKey(masterKeys, { id, sealed_key: sealed }) === undefined) {
      locked++
      continue
    }
    const anew = sealedAnew(masterKeys, purposeOf(id), sealed)
    if (anew !== undefined)
      await db.query`UPDATE address_keys SET sealed_key = ${anew} WHERE id = ${id} AND sealed_key = ${sealed}`
  }
  if (locked > 0)
    log.warn({ locked }, 'master key cannot decrypt the keys of deleted users, who could be imported again')
}
