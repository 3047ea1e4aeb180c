import { isSealedWith, sealedAnew } from '#runtime/sealing.ts'
import { requestSeal, requestSink } from '../core/queued-request.ts'
import type { SealedPayload } from '../core/sealed-payload.ts'
import type { Users } from '../core/users.ts'
import { linkRequestSeal } from '../links/request-link.ts'
import { mailSeal } from './queue-mail.ts'

const atOnce = 200
const purposes: Record<string, string> = {
  mail: mailSeal,
  links: linkRequestSeal,
  [requestSink]: requestSeal,
}

/**
 * After the master key was changed: what waits to be sent, and the former one sealed, is sealed by the new one at the first
 * start with both. What neither of them opens stays, and becomes a dead letter when its turn comes.
 */
export async function resealQueue({ db, masterKeys }: Pick<Users, 'db' | 'masterKeys'>): Promise<void> {
  if (masterKeys.length < 2) return
  for (let after = ''; ; ) {
    const rows = await db.query<{ id: string; sink: string; payload: string }>`
      SELECT id, sink, payload FROM outbox WHERE id > ${after} ORDER BY id LIMIT ${atOnce}`
    for (const { id, sink, payload } of rows) {
      const purpose = purposes[sink]
      if (purpose === undefined) continue
      const { sealed } = JSON.parse(payload) as SealedPayload
      if (!masterKeys.some((key) => isSealedWith(key, sealed))) continue
      const anew = sealedAnew(masterKeys, purpose, sealed)
      if (anew === undefined) continue
      const resealed: SealedPayload = { sealed: anew }
      await db.query`UPDATE outbox SET payload = ${JSON.stringify(resealed)} WHERE id = ${id} AND payload = ${payload}`
    }
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    after = last.id
  }
}
