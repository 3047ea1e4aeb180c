import type { Account } from 'oidc-provider'
import { isBeforeEpoch } from '#contract/rules/session-epoch.ts'
import { claimsOf } from '../../core/claims.ts'
import { endOf, type Session } from '../../core/session.ts'
import { findSession } from '../../core/session-store.ts'
import type { Oidc } from '../core/oidc.ts'
import { toProviderError } from './outages.ts'
import { currentMemory } from './request-memory.ts'

/** The owner of a code or token, with the session that it belongs to. */
export interface ActiveAccount extends Account {
  session: Session
}

/**
 * Finds the owner of a code or token. Returns undefined when the session has ended or expired, or the user was deleted or
 * suspended: the user service is asked too, because its order to end all sessions may still be on the way (I88).
 */
export async function findActiveAccount(
  { db, clock, users }: Oidc,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<ActiveAccount | undefined> {
  const { basis } = currentMemory() ?? {}
  const found = basis?.session.id === sessionId ? basis.session : findSession(db, sessionId)
  const [session, known] = await Promise.all([found, users.findUser(userId)]).catch((error: unknown) => {
    throw toProviderError(error)
  })
  if (!session || session.userId !== userId || endOf(session, clock.now())) return undefined
  if (!known || known.user.status === 'suspended' || isBeforeEpoch(session, known)) return undefined
  return { accountId: userId, session, claims: () => claimsOf(known.user) }
}
