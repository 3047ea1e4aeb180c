import type { Sink } from '#runtime/events/outbox.ts'
import { isSealedWith, sealedAnew } from '#runtime/sealing.ts'
import type { SealedPayload } from './sealed-payload.ts'
import type { Users } from './users.ts'

const batchSize = 200

/**
 * Encrypts the payloads that wait in one sink (queue) of the outbox again, with the current master key, which is the first in the
 * setting. It runs after a change of keys. A payload that none of the keys can decrypt is left as it is, and becomes a dead
 * letter when it is due.
 */
export async function resealDeliveries(
  { db, secrets: { masterKeys } }: Pick<Users, 'db' | 'secrets'>,
  { sink, purpose }: { sink: Sink<SealedPayload>; purpose: string },
): Promise<void> {
  if (masterKeys.length < 2) return
  for (let after = ''; ; ) {
    const rows = await db.query<{ id: string; payload: string }>`
      SELECT id, payload FROM outbox WHERE sink = ${sink} AND id > ${after} ORDER BY id LIMIT ${batchSize}`
    for (const { id, payload } of rows) {
      const { sealed }: SealedPayload = JSON.parse(payload)
      if (!masterKeys.some((key) => isSealedWith(key, sealed))) continue
      const anew = sealedAnew(masterKeys, purpose, sealed)
      if (anew === undefined) continue
      const resealed: SealedPayload = { sealed: anew }
      await db.query`UPDATE outbox SET payload = ${JSON.stringify(resealed)} WHERE id = ${id} AND payload = ${payload}`
    }
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = last.id
  }
}
