import type { Sql } from '#runtime/database/database.ts'

/** What the checklist keeps. Everything else that it shows is read from where it is set. */
export interface Checklist {
  isDismissed: boolean
  /** The first admin, and a digest of the password hash that this admin began with; undefined if an operator created all admins. */
  firstAdmin: { id: string; passwordDigest: string } | undefined
  /** The mail server and the sender with which a test email was last accepted; null for the local mailbox. */
  emailTestedWith: string | null | undefined
}

interface Stored {
  dismissed?: true
  first_admin?: { id: string; password_digest: string }
  email_tested_with?: string | null
}

const toChecklist = ({ dismissed, first_admin: first, email_tested_with }: Stored): Checklist => ({
  isDismissed: dismissed === true,
  firstAdmin: first && { id: first.id, passwordDigest: first.password_digest },
  emailTestedWith: email_tested_with,
})

/** Finds the checklist; undefined on an installation that had users before there was one. */
export async function findChecklist(db: Sql): Promise<Checklist | undefined> {
  const [row] = await db.query<{ settings: string }>`
    SELECT settings FROM instance_settings WHERE id = 'setup-checklist'`
  return row && toChecklist(JSON.parse(row.settings))
}

/** Locks the checklist until the end of the transaction, and returns it. */
export async function lockChecklist(tx: Sql): Promise<Checklist | undefined> {
  const [row] = await tx.query<{ settings: string }>`
    UPDATE instance_settings SET version = version WHERE id = 'setup-checklist' RETURNING settings`
  return row && toChecklist(JSON.parse(row.settings))
}

export async function replaceChecklist(
  tx: Sql,
  { at, ...checklist }: Checklist & { at: number },
): Promise<void> {
  const { isDismissed, firstAdmin, emailTestedWith } = checklist
  const stored: Stored = {
    ...(isDismissed ? { dismissed: true } : {}),
    ...(firstAdmin && { first_admin: { id: firstAdmin.id, password_digest: firstAdmin.passwordDigest } }),
    ...(emailTestedWith === undefined ? {} : { email_tested_with: emailTestedWith }),
  }
  await tx.query`
    UPDATE instance_settings SET settings = ${JSON.stringify(stored)}, version = version + 1, updated_at = ${at}
    WHERE id = 'setup-checklist'`
}
