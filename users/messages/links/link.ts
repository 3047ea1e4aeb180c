import { createHash, randomBytes } from 'node:crypto'
import { accountPages, type LinkPurpose } from '#contract/users/links.ts'

/**
 * The purposes of stored tokens: those of the links in mails, and two more. `temporary_password` is for the token with which a
 * user replaces a temporary password. It is in no link, so that no page opens it. `shown_reset` is for a link for a new password
 * that an administrator was shown. It went to no mailbox, so that its use proves no address.
 */
export type TokenPurpose = LinkPurpose | 'temporary_password' | 'shown_reset'

/** A stored token with which its holder may act once for a user. Most of them are sent in links. */
export interface ActionToken {
  purpose: TokenPurpose
  userId: string
  /** The address that the link was sent to. The link is valid for this address only. */
  email: string
  /** The time at which the link was made; for the link “This was not me”, the time of the change that the mail is about. */
  createdAt: number
  expiresAt: number
}

const hour = 60 * 60 * 1000
const day = 24 * hour

export const lifetimesMs: Record<TokenPurpose, number> = {
  verify_email: 24 * hour,
  change_email: hour,
  // The lifetime is at least the window of the mail budget for resets: while the budget is used up, the last link is still valid.
  reset_password: hour,
  invitation: 7 * day,
  take_back: 3 * day,
  temporary_password: 10 * 60 * 1000,
  shown_reset: hour,
}

export const newToken = (): string => randomBytes(32).toString('base64url')

export const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Makes the URL of a link. Its base is a setting, never a request header, which an attacker could choose (I55). */
export const linkUrl = (publicUrl: string, purpose: LinkPurpose, token: string): string =>
  `${publicUrl}/account/${accountPages[purpose]}?token=${token}`

export const forgotPasswordUrl = (publicUrl: string): string =>
  `${publicUrl}/account/${accountPages.forgot_password}`
