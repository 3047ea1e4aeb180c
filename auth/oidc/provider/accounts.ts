import type { Account } from 'oidc-provider'
import type { UserResource } from '#contract/user.ts'
import { endOf, type Session } from '../../core/session.ts'
import { findSession } from '../../sessions/session-store.ts'
import type { Oidc } from '../core/oidc.ts'
import { toProviderError } from './outages.ts'
import { currentMemory } from './request-memory.ts'

/** The owner of a code or token, with the session that it belongs to. */
export interface LivingAccount extends Account {
  session: Session
}

/**
 * Finds the owner of a code or token. Undefined when the session has ended or expired, or the user was deleted or suspended: the
 * user service is asked too, because its order to end all sessions may still be on the way (I88).
 */
export async function findLivingAccount(
  { db, clock, users }: Oidc,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<LivingAccount | undefined> {
  const { basis } = currentMemory() ?? {}
  const found = basis?.session.id === sessionId ? basis.session : findSession(db, sessionId)
  const [session, known] = await Promise.all([found, users.findUser(userId)]).catch((error: unknown) => {
    throw toProviderError(error)
  })
  if (!session || session.userId !== userId || endOf(session, clock.now())) return undefined
  if (!known || known.user.status === 'suspended' || known.session_epoch > session.epoch) return undefined
  return { accountId: userId, session, claims: () => claimsOf(known.user) }
}

/** The claims that each scope opens. All are in ID tokens too: many applications never ask for the user information. */
export const claimsOfScopes = {
  openid: ['sub', 'auth_time', 'acr', 'amr', 'sid'],
  profile: ['preferred_username', 'name', 'updated_at', 'locale'],
  email: ['email', 'email_verified'],
  // A list, as software that knows groups or roles of people expects it (RFC 9068 section 2.2.3.1).
  roles: ['roles'],
}

function claimsOf(user: UserResource) {
  const { id: sub, username: preferred_username, name, email, email_verified, locale, role } = user
  return {
    ...{ sub, preferred_username, email, email_verified },
    roles: [role],
    ...(name === null ? {} : { name }),
    ...(locale === null ? {} : { locale }),
    updated_at: Math.floor(Date.parse(user.updated_at) / 1000),
  }
}
