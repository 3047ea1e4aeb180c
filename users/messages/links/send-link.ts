import type { LinkPurpose } from '#contract/users/links.ts'
import type { Sql } from '#runtime/database/database.ts'
import type { User } from '../../core/user.ts'
import type { Users } from '../../core/users.ts'
import { withinMailBudget } from '../mail/mail-budget.ts'
import type { MailContent } from '../mail/mail-content.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { lifetimesMs, linkUrl, newToken, type TokenPurpose } from './link.ts'
import { insertLink, removeLinksFor } from './link-store.ts'

/** The purposes of links that grant access. The link “This was not me” is not among them, and is not voided by newer links. */
type EntryPurpose = Exclude<LinkPurpose, 'take_back'>

const minute = 60_000
const hour = 60 * minute

const contents: Record<
  EntryPurpose,
  (mail: { username: string; email: string; link: string }) => MailContent
> = {
  verify_email: ({ username, link }) => ({
    kind: 'verify_email',
    username,
    link,
    hours: lifetimesMs.verify_email / hour,
  }),
  reset_password: ({ username, link }) => ({
    kind: 'reset_password',
    username,
    link,
    minutes: lifetimesMs.reset_password / minute,
  }),
  invitation: ({ username, link }) => ({
    kind: 'invitation',
    username,
    link,
    days: lifetimesMs.invitation / (24 * hour),
  }),
  // This mail goes to the new address, which becomes the user's when its owner has confirmed it (I57).
  change_email: ({ username, email, link }) => ({
    kind: 'confirm_email_change',
    username,
    email,
    link,
    minutes: lifetimesMs.change_email / minute,
  }),
}

/**
 * Sends a link, in the transaction of the change that needs it. A new link voids the older ones of its kind (I53). When the mail
 * budget is used up no link is sent, and the older one stays valid.
 */
export async function sendLink(
  tx: Sql,
  users: Users,
  { user, purpose }: { user: User; purpose: Exclude<EntryPurpose, 'change_email'> },
): Promise<void> {
  if (!(await withinMailBudget(tx, users, { kind: purpose, to: user.email, userId: user.id }))) return
  await removeLinksFor(tx, user.id, purpose)
  await mailLink(tx, users, { user, purpose, to: user.email })
}

/** Mails a link without voiding older links or counting in the mail budget. The caller does both. */
export async function mailLink(
  tx: Sql,
  users: Users,
  { user, purpose, to }: { user: User; purpose: EntryPurpose; to: string },
): Promise<void> {
  const token = newToken()
  const link = linkUrl(users.mail.publicUrl, purpose, token)
  const content = contents[purpose]({ username: user.username, email: to, link })
  await keepLink(tx, users, { token, userId: user.id, purpose, email: to })
  await queueMail(tx, users, { user, to, content })
}

interface NewLink {
  userId: string
  purpose: TokenPurpose
  email: string
  /** The time of the change that the link is about, in epoch milliseconds; the present time if absent. */
  createdAt?: number
}

/** Makes a token that no mail carries, and stores it. Returns it with the time at which it expires, in epoch milliseconds. */
export async function createToken(
  tx: Sql,
  users: Pick<Users, 'clock'>,
  link: NewLink,
): Promise<{ token: string; expiresAt: number }> {
  const token = newToken()
  const { expiresAt } = await keepLink(tx, users, { ...link, token })
  return { token, expiresAt }
}

export async function keepLink(
  tx: Sql,
  { clock }: Pick<Users, 'clock'>,
  link: NewLink & { token: string },
): Promise<{ expiresAt: number }> {
  const now = clock.now()
  const { token, createdAt = now, ...rest } = link
  const expiresAt = now + lifetimesMs[link.purpose]
  await insertLink(tx, token, { ...rest, createdAt, expiresAt })
  return { expiresAt }
}
