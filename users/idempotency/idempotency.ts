import { createHmac } from 'node:crypto'
import { Failure } from '#contract/failures.ts'
import type { Sql } from '#runtime/database/database.ts'
import { expiring } from '#runtime/sweep.ts'

/** One request that its sender may repeat. */
export interface Repeatable {
  /** Whose key it is: the same key of another caller or route is another key. */
  scope: string
  key: string
  fingerprint: string
}

const replyKeptMs = 24 * 60 * 60 * 1000

/** Undefined when the sender gave no key. The body holds a password, hence the keyed hash. */
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

/** The first reply to the same request. A key that comes back with another body is refused: it is somebody's bug. */
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
  return JSON.parse(row.reply) as T
}

/**
 * In the transaction of the change: the reply is kept exactly when the change is. Gives the first reply where there is
 * one; of several at the same moment all but one wait here for it.
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

/** Nothing of a deleted user stays, so its creation cannot be answered again either. */
export async function forgetReplies(tx: Sql, userId: string): Promise<void> {
  await tx.query`DELETE FROM idempotency_keys WHERE user_id = ${userId}`
}

export const expiredReplies = expiring({ table: 'idempotency_keys', key: 'scope, key', column: 'expires_at' })
