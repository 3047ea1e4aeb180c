import type { Sql } from '#runtime/database/database.ts'
import { lockChecklist, replaceChecklist } from './checklist-store.ts'

/** Notes with which mail server and sender a test email was accepted; null for the local mailbox. */
export async function noteTestedEmail(
  tx: Sql,
  { server, at }: { server: string | null; at: number },
): Promise<void> {
  const checklist = await lockChecklist(tx)
  if (!checklist || checklist.emailTestedWith === server) return
  await replaceChecklist(tx, { ...checklist, emailTestedWith: server, at })
}
