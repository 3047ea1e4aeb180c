import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { record } from '#runtime/events/record.ts'
import type { Users } from '../core/users.ts'
import { lockChecklist, replaceChecklist } from './checklist-store.ts'

/** Dismisses the checklist for all admins: its steps set up the installation, so the second admin need not do them again. */
export async function dismissChecklist(users: Users, { by }: { by: Caller }): Promise<void> {
  const at = users.clock.now()
  await users.db.transaction(async (tx) => {
    const checklist = await lockChecklist(tx)
    if (!checklist || checklist.isDismissed) return
    await replaceChecklist(tx, { ...checklist, isDismissed: true, at })
    await record(tx, { type: 'setup_checklist.dismissed', subject: null, data: { by: authorId(by) }, at })
  })
}
