import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { SessionResource } from '#contract/sessions/sessions.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { decodeCursor, defaultPageRows, encodeCursor, pageOf } from '#runtime/database/cursor.ts'
import { deviceName } from '#runtime/requests/device-name.ts'
import type { Auth } from '../core/auth.ts'
import { levelOf } from '../core/level-of.ts'
import { findActiveSessions, type KnownSession } from './session-list-store.ts'

export interface SessionPage {
  sessions: SessionResource[]
  nextCursor: string | null
}

/** Lists the living sessions of a user, for the user and for callers with the scope `sessions:read`. */
export async function listSessions(
  auth: Pick<Auth, 'db' | 'clock'>,
  input: { userId: string; caller: Caller; limit?: number | undefined; cursor?: string | undefined },
): Promise<SessionPage> {
  const { userId, caller, limit = defaultPageRows } = input
  // The reply is the same as for an unknown user, so that it does not tell which users exist.
  if (userId !== caller.userId && !caller.scopes.includes('sessions:read'))
    throw new Failure('user_not_found')
  const after = decodeCursor(input.cursor)
  const found = await findActiveSessions(auth.db, { userId, now: auth.clock.now(), after, limit: limit + 1 })
  const { page, nextCursor } = pageOf(found, limit, encodeCursor)
  return {
    sessions: await Promise.all(page.map((session) => toSessionResource(session, caller))),
    nextCursor,
  }
}

export async function toSessionResource(session: KnownSession, caller: Caller): Promise<SessionResource> {
  return {
    id: session.id,
    device_name: session.device.name ?? (await deviceName(session.device.userAgent)),
    user_agent: session.device.userAgent,
    address: session.device.address,
    created_at: toRfc3339(session.createdAt),
    last_used_at: toRfc3339(session.rotatedAt),
    expires_at: toRfc3339(session.idleExpiresAt),
    authenticated_at: toRfc3339(session.authenticatedAt),
    acr: levelOf(session.amr),
    amr: [...session.amr],
    current: session.id === caller.sessionId,
  }
}
