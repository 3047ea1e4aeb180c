import type { keyPurposes } from '#contract/sessions/tokens.ts'
import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'
import type { SignatureAlgorithm } from '#sdk/verification-key.ts'

/**
 * The kinds of tokens that a key can sign. ID tokens have keys of their own, one for each algorithm that a client may ask for,
 * so that a token of one kind is never accepted as one of another kind.
 */
export type KeyPurpose = (typeof keyPurposes)[number]

/**
 * The states of a key: `next` is published and does not sign yet, `active` signs, the tokens of a `retired` key are valid until
 * they expire, and those of a `revoked` key are refused.
 */
export type KeyStatus = 'next' | 'active' | 'retired' | 'revoked'

export interface StoredKey {
  kid: string
  purpose: KeyPurpose
  algorithm: SignatureAlgorithm | 'HS256'
  status: KeyStatus
  /** The public JWK as JSON; null for a symmetric secret. */
  publicJwk: string | null
  sealedKey: string
  createdAt: number
  /** The time when a `next` key begins to sign. */
  activatesAt: number | null
  activatedAt: number | null
  /** The time when a `retired` or `revoked` key is removed. */
  removesAt: number | null
}

interface KeyRow {
  kid: string
  purpose: KeyPurpose
  algorithm: SignatureAlgorithm | 'HS256'
  status: KeyStatus
  public_jwk: string | null
  sealed_key: string
  created_at: number
  activates_at: number | null
  activated_at: number | null
  removes_at: number | null
}

export const keyColumns = sql`
  kid, purpose, algorithm, status, public_jwk, sealed_key, created_at, activates_at, activated_at, removes_at`

const toKey = (row: KeyRow): StoredKey => ({
  kid: row.kid,
  purpose: row.purpose,
  algorithm: row.algorithm,
  status: row.status,
  publicJwk: row.public_jwk,
  sealedKey: row.sealed_key,
  createdAt: row.created_at,
  activatesAt: row.activates_at,
  activatedAt: row.activated_at,
  removesAt: row.removes_at,
})

export async function findKeys(db: Sql): Promise<StoredKey[]> {
  const rows = await db.query<KeyRow>`
    SELECT ${keyColumns} FROM signing_keys ORDER BY created_at, kid`
  return rows.map(toKey)
}

/** Reads the version of the key set, which rises with every change of a key. */
export async function findKeySetVersion(db: Sql): Promise<number> {
  const [row] = await db.query<{ version: number }>`SELECT version FROM key_sets WHERE id = ${'signing'}`
  return row?.version ?? 0
}

/** Locks the key set until the end of the transaction, so that other nodes wait to change it. */
export async function lockKeySet(tx: Sql): Promise<void> {
  await tx.query`UPDATE key_sets SET version = version WHERE id = 'signing'`
}

export async function raiseKeySetVersion(tx: Sql): Promise<void> {
  await tx.query`UPDATE key_sets SET version = version + 1 WHERE id = 'signing'`
}

export async function insertKey(tx: Sql, key: StoredKey): Promise<void> {
  await tx.query`
    INSERT INTO signing_keys (${keyColumns})
    VALUES (${key.kid}, ${key.purpose}, ${key.algorithm}, ${key.status}, ${key.publicJwk}, ${key.sealedKey},
      ${key.createdAt}, ${key.activatesAt}, ${key.activatedAt}, ${key.removesAt})`
}

/** Stores the status of a key, and the times when it begins to sign and when it is removed. */
export async function moveKey(
  tx: Sql,
  { kid, status, activatesAt, activatedAt, removesAt }: StoredKey,
): Promise<void> {
  await tx.query`
    UPDATE signing_keys SET status = ${status}, activates_at = ${activatesAt}, activated_at = ${activatedAt},
      removes_at = ${removesAt}
    WHERE kid = ${kid}`
}

/** Replaces the encrypted form of a signing key after a change of the master key, unless another node has done so. */
export async function resealKey(db: Sql, kid: string, before: string, after: string): Promise<void> {
  await db.query`UPDATE signing_keys SET sealed_key = ${after} WHERE kid = ${kid} AND sealed_key = ${before}`
}

/** Removes the keys whose last token has expired. Like every sweep, it runs in the background. */
export const expiredKeys = expiring({ table: sql`signing_keys`, key: sql`kid`, column: sql`removes_at` })
