import type { IdentityResource } from '#contract/login/identities.ts'
import { toRfc3339 } from '#runtime/clock.ts'

/** A person at a provider, by what never changes and is never given to somebody else there. */
export interface Person {
  issuer: string
  subject: string
}

/** An account at another provider with which a user signs in. */
export interface Identity extends Person {
  id: string
  userId: string
  /** The name of the provider in the settings at the time. */
  provider: string
  /** The address as the provider told it. */
  email: string | null
  addedAt: number
  /** The session in which it was linked; empty where it came with the user. */
  addedBySession: string
  /** Exact to a day, so that most logins need not write it. */
  lastUsedAt: number | null
}

/** The bound on identities of a user: people have an account or two at each provider. */
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
