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

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export const lifetimesMs: Record<LinkPurpose, number> = {
  verify_email: 24 * hour,
  change_email: hour,
  reset_password: 30 * minute,
  invitation: 7 * day,
  take_back: 3 * day,
}

/** What a thief of the password or of the address must not be able to keep, and what they must not be able to void. */
export const entryPurposes: readonly LinkPurpose[] = [
  'verify_email',
  'change_email',
  'reset_password',
  'invitation',
]

export const newToken = (): string => randomBytes(32).toString('base64url')

export const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The base is a setting and never a header of a request, which whoever asks could choose (I55). */
export const linkUrl = (publicUrl: string, purpose: LinkPurpose, token: string): string =>
  `${publicUrl}/account/${accountPages[purpose]}?token=${token}`

export const forgotPasswordUrl = (publicUrl: string): string =>
  `${publicUrl}/account/${accountPages.forgot_password}`
