import { createHmac, hkdfSync } from 'node:crypto'
import { Failure } from '#contract/declaration/failures.ts'
import type { Sql } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { expiring } from '../sweep.ts'

/** A request with an Idempotency-Key, which its sender may repeat. */
export interface Repeatable {
  /** The caller and the route that the key belongs to. The same key in another scope is a different key. */
  scope: string
  key: string
  fingerprint: string
}

/** Derives the key of the fingerprints from the service token, which every node has. */
export const fingerprintKeyOf = (serviceToken: string): Buffer =>
  Buffer.from(hkdfSync('sha256', serviceToken, '', 'latchkey idempotency fingerprint', 32))

const replyKeptMs = 24 * 60 * 60 * 1000

/**
 * Reads the Idempotency-Key of a request; undefined when there is none. The fingerprint of the body is a keyed hash, because the
 * body may hold a secret.
 */
export function toRepeatable(
  key: string | undefined,
  request: { scope: string; body: unknown },
  fingerprintKey: Buffer,
): Repeatable | undefined {
  if (key === undefined) return undefined
  if (key.length < 1 || key.length > 255) {
    throw new Failure('invalid_request', {
      errors: [
        {
          pointer: 'Idempotency-Key',
          code: key === '' ? 'too_short' : 'too_long',
          detail: 'The key has 1 to 255 characters.',
        },
      ],
    })
  }
  const fingerprint = createHmac('sha256', fingerprintKey)
    .update(JSON.stringify(request.body))
    .digest('base64url')
  return { scope: request.scope, key, fingerprint }
}

/**
 * Finds the stored reply to an earlier request with the same Idempotency-Key. A key that is used again with another body is
 * refused, because that is a bug of the sender.
 */
export async function findFirstReply<T>(
  db: Sql,
  repeatable: Repeatable | undefined,
  now: number,
): Promise<T | undefined> {
  if (!repeatable) return undefined
  const [row] = await db.query<{ fingerprint: string; reply: string }>`
    SELECT fingerprint, reply FROM idempotency_keys
    WHERE scope = ${repeatable.scope} AND key = ${repeatable.key} AND expires_at > ${now}`
  if (!row) return undefined
  if (row.fingerprint !== repeatable.fingerprint) throw new Failure('idempotency_key_reused')
  return JSON.parse(row.reply)
}

/**
 * Stores the reply to a request with an Idempotency-Key, in the transaction of the change, so that both are committed or neither.
 * If an earlier request with the key has a reply, returns that reply. Parallel requests with the same key wait here for the
 * first.
 */
export async function claimReply<T extends { id: string }>(
  tx: Sql,
  repeatable: Repeatable | undefined,
  reply: T,
  { now }: { now: number },
): Promise<T | undefined> {
  if (!repeatable) return undefined
  const claimed = await tx.query`
    INSERT INTO idempotency_keys (scope, key, fingerprint, reply, user_id, expires_at)
    VALUES (${repeatable.scope}, ${repeatable.key}, ${repeatable.fingerprint}, ${JSON.stringify(reply)}, ${reply.id},
      ${now + replyKeptMs})
    ON CONFLICT (scope, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, reply = excluded.reply, user_id = excluded.user_id, expires_at = excluded.expires_at
      WHERE idempotency_keys.expires_at <= ${now}
    RETURNING key`
  return claimed.length > 0 ? undefined : findFirstReply<T>(tx, repeatable, now)
}

export const expiredReplies = expiring({
  table: sql`idempotency_keys`,
  key: sql`scope, key`,
  column: sql`expires_at`,
})
