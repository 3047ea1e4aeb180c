import { hash } from 'node:crypto'
import type { Caller } from '#contract/declaration/endpoint.ts'
import type { SetupChecklistResource } from '#contract/system/setup-checklist.ts'
import type { Mailer } from '#runtime/mail/mail.ts'
import { findPasswordHash } from '../core/credentials-store.ts'
import type { Users } from '../core/users.ts'
import { type Checklist, findChecklist } from './checklist-store.ts'

/** Returns the checklist for an admin. It is closed on an installation that had users before there was a checklist. */
export async function readChecklist(
  users: Users,
  { by, mailer }: { by: Caller; mailer: Pick<Mailer, 'server'> },
): Promise<SetupChecklistResource> {
  const found = await findChecklist(users.db)
  return {
    is_open: found !== undefined && !found.isDismissed,
    has_generated_password: found !== undefined && (await hasGeneratedPassword(users, found, by)),
    email_tested: found?.emailTestedWith !== undefined && found.emailTestedWith === (mailer.server ?? null),
  }
}

async function hasGeneratedPassword(
  { db }: Users,
  { firstAdmin }: Checklist,
  { userId }: Caller,
): Promise<boolean> {
  if (firstAdmin === undefined || firstAdmin.id !== userId) return false
  const current = await findPasswordHash(db, userId)
  return current !== undefined && digestOf(current) === firstAdmin.passwordDigest
}

/** Returns the digest by which a password hash is recognised. The hash itself is stored in one place only. */
export const digestOf = (passwordHash: string): string => hash('sha256', passwordHash, 'base64url')
