import { createHash, randomBytes } from 'node:crypto'
import { accountPages, type LinkPurpose } from '#contract/links.ts'

export interface Link {
  purpose: LinkPurpose
  userId: string
  /** Where it was sent to; it counts for this address only. */
  email: string
  createdAt: number
  expiresAt: number
}

const hour = 60 * 60 * 1000
const day = 24 * hour

export const lifetimesMs: Record<LinkPurpose, number> = {
  verify_email: 24 * hour,
  change_email: hour,
  // No shorter than the window in which a few can be asked for: the last one that was sent is always good.
  reset_password: hour,
  invitation: 7 * day,
  take_back: 3 * day,
}

export const newToken = (): string => randomBytes(32).toString('base64url')

export const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The base is a setting and never a header of a request, which whoever asks could choose (I55). */
export const linkUrl = (publicUrl: string, purpose: LinkPurpose, token: string): string =>
  `${publicUrl}/account/${accountPages[purpose]}?token=${token}`

export const forgotPasswordUrl = (publicUrl: string): string =>
  `${publicUrl}/account/${accountPages.forgot_password}`
