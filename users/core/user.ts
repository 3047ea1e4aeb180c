import type { Caller, Scope } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { isUuid } from '#contract/declaration/fields.ts'
import { maxMetadataBytes } from '#contract/rules/keepable-metadata.ts'
import { emailKey } from '#contract/rules/names.ts'
import { hasRightsOf } from '#contract/rules/rights.ts'
import type { SessionEpoch } from '#contract/rules/session-epoch.ts'
import type { UserResource } from '#contract/users/user.ts'
import { toRfc3339 } from '#runtime/clock.ts'

export interface User {
  id: string
  username: string
  email: string
  name: string | null
  /** The language of mail to this user, as a BCP 47 tag. */
  locale: string | null
  role: 'user' | 'admin'
  status: 'active' | 'suspended'
  emailVerifiedAt: number | null
  hasPassword: boolean
  metadata: Record<string, unknown>
  /**
   * The session epoch, a number that rises when all sessions of the user must end. A session stores the epoch in which it began.
   */
  sessionEpoch: number
  /** The session that went on when the session epoch became `epoch`; null when none ever did. */
  kept: { sessionId: string; epoch: number } | null
  /** A number that rises with each change of the user's second factors or linked accounts; 0 for a user who has never had one. */
  factorsVersion: number
  /** The version rises with every change by the user or an admin. It is the ETag. */
  version: number
  createdAt: number
  updatedAt: number
  lastLoginAt: number | null
}

export const toResource = (user: User): UserResource => ({
  id: user.id,
  username: user.username,
  email: user.email,
  name: user.name,
  locale: user.locale,
  role: user.role,
  status: user.status,
  is_active: user.status === 'active',
  email_verified: user.emailVerifiedAt !== null,
  has_password: user.hasPassword,
  metadata: user.metadata,
  created_at: toRfc3339(user.createdAt),
  updated_at: toRfc3339(user.updatedAt),
  last_login_at: user.lastLoginAt === null ? null : toRfc3339(user.lastLoginAt),
})

/** A user as the authentication service receives it. */
export interface KnownUser extends SessionEpoch {
  user: UserResource
}

export const toKnownUser = (user: User): KnownUser => ({ user: toResource(user), ...sessionEpochOf(user) })

/**
 * Returns the session epoch of a user, and the one older session that is still valid, if there is one. That session was kept when
 * the epoch rose last, and stays valid until the epoch rises again.
 */
export const sessionEpochOf = ({
  sessionEpoch,
  kept,
}: Pick<User, 'sessionEpoch' | 'kept'>): SessionEpoch => ({
  session_epoch: sessionEpoch,
  ...(kept?.epoch === sessionEpoch ? { kept_session: kept.sessionId } : {}),
})

/** Refuses a username that looks like an id, because it could be taken for one. The schema has checked its characters already. */
export function checkUsername(username: string): void {
  if (isUuid(username)) {
    throw new Failure('invalid_request', {
      errors: [
        { pointer: '/username', code: 'not_allowed', detail: 'A username must not look like a UUID.' },
      ],
    })
  }
}

export function requireEmailKey(email: string): string {
  const key = emailKey(email)
  if (key !== undefined) return key
  throw new Failure('invalid_request', {
    errors: [{ pointer: '/email', code: 'invalid_format', detail: 'This is not a plain e-mail address.' }],
  })
}

/**
 * Limits the size of a user's metadata. It is measured in the stored form, so that what was accepted can always be read back and
 * changed.
 */
export function checkMetadata(metadata: Record<string, unknown>): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) <= maxMetadataBytes) return
  throw new Failure('invalid_request', {
    errors: [{ pointer: '/metadata', code: 'too_long', detail: 'The metadata is larger than 8 KiB.' }],
  })
}

/** Returns whether a caller may act on a user: everyone may act on themselves, others need the scope. */
export const may = (caller: Caller, scope: Scope, userId: string): boolean =>
  caller.userId === userId || caller.scopes.includes(scope)

/**
 * Requires every scope of the user whom the caller changes, signs out or deletes. A caller who can change a user can also log in
 * as it, and would otherwise gain rights. No scope is needed for the caller's own account: on the account pages no user has
 * scopes, not even an admin.
 */
export function requireRightsOf(user: Pick<User, 'role'> & { id?: string }, caller: Caller): void {
  if (caller.userId !== undefined && caller.userId === user.id) return
  if (!hasRightsOf(caller, user)) throw new Failure('forbidden')
}
