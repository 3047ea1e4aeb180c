import type { Sql } from '#runtime/database.ts'
import { withinMailBudget } from '../mail/mail-budget.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { User } from '../user.ts'
import type { Users } from '../users.ts'
import { forgotPasswordUrl, lifetimesMs } from './link.ts'
import { sendLink } from './send-link.ts'

type Reader = Pick<User, 'id' | 'locale' | 'username' | 'email'>

export const sendVerificationLink = (tx: Sql, users: Users, user: Reader): Promise<void> =>
  sendLink(tx, users, {
    user,
    purpose: 'verify_email',
    to: user.email,
    content: (link) => ({
      kind: 'verify_email',
      username: user.username,
      link,
      hours: hoursOf('verify_email'),
    }),
  })

export const sendPasswordLink = (tx: Sql, users: Users, user: Reader): Promise<void> =>
  sendLink(tx, users, {
    user,
    purpose: 'reset_password',
    to: user.email,
    content: (link) => ({
      kind: 'reset_password',
      username: user.username,
      link,
      minutes: lifetimesMs.reset_password / 60_000,
    }),
  })

export const sendInvitationLink = (tx: Sql, users: Users, user: Reader): Promise<void> =>
  sendLink(tx, users, {
    user,
    purpose: 'invitation',
    to: user.email,
    content: (link) => ({
      kind: 'invitation',
      username: user.username,
      link,
      days: hoursOf('invitation') / 24,
    }),
  })

/** To the new address, which is the user's only once its owner has confirmed it (I57). */
export const sendEmailChangeLink = (tx: Sql, users: Users, user: Reader, email: string): Promise<void> =>
  sendLink(tx, users, {
    user,
    purpose: 'change_email',
    to: email,
    content: (link) => ({
      kind: 'confirm_email_change',
      username: user.username,
      email,
      link,
      minutes: lifetimesMs.change_email / 60_000,
    }),
  })

/** Somebody else wants to sign up with the address, or to take it: maybe its owner, who forgot. */
export async function tellAddressInUse(tx: Sql, users: Users, owner: Reader): Promise<void> {
  const kind = 'address_in_use'
  const { id, email: to, username } = owner
  if (!(await withinMailBudget(tx, users, { kind, to, userId: id }))) return
  const link = forgotPasswordUrl(users.publicUrl)
  await queueMail(tx, users, { user: owner, to, content: { kind, username, link } })
}

const hoursOf = (purpose: 'verify_email' | 'invitation'): number => lifetimesMs[purpose] / 3_600_000
