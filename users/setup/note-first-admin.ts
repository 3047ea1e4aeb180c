import { findPasswordHash } from '../core/credentials-store.ts'
import type { Users } from '../core/users.ts'
import { lockChecklist, replaceChecklist } from './checklist-store.ts'
import { digestOf } from './read-checklist.ts'

/** Notes the first admin, so that the checklist can tell when this admin has replaced the generated password. */
export async function noteFirstAdmin({ db, clock }: Users, { id }: { id: string }): Promise<void> {
  await db.transaction(async (tx) => {
    const [checklist, hash] = [await lockChecklist(tx), await findPasswordHash(tx, id)]
    if (!checklist || hash === undefined) return
    const firstAdmin = { id, passwordDigest: digestOf(hash) }
    await replaceChecklist(tx, { ...checklist, firstAdmin, at: clock.now() })
  })
}
