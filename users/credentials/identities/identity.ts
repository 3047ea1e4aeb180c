import type { IdentityResource } from '#contract/sign-in/identities.ts'
import { toRfc3339 } from '#runtime/clock.ts'

/** A person at an identity provider. Issuer and subject together never change, and are never given to another person. */
export interface Person {
  issuer: string
  subject: string
}

/** An account at another provider with which a user signs in. */
export interface Identity extends Person {
  id: string
  userId: string
  /** The name that the provider had in the settings when the account was linked. */
  provider: string
  /** The e-mail address that the provider sent; null when it sent none. */
  email: string | null
  addedAt: number
  /** The session in which the account was linked; empty when the user was created with it. */
  addedBySession: string
  /**
   * The day of the last login with it, as its first millisecond. No time of day is stored, so that most logins need not write it.
   */
  lastUsedAt: number | null
}

/** The maximum number of identities of one user. It is generous: people have an account or two at each provider. */
export const maxIdentities = 20

export const toIdentityResource = (identity: Identity): IdentityResource => ({
  id: identity.id,
  provider: identity.provider,
  issuer: identity.issuer,
  subject: identity.subject,
  email: identity.email,
  added_at: toRfc3339(identity.addedAt),
  last_used_at: identity.lastUsedAt === null ? null : toRfc3339(identity.lastUsedAt),
})
