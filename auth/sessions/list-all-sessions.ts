import type { Caller } from '#contract/declaration/endpoint.ts'
import { normalizeId } from '#contract/rules/user-in-path.ts'
import type { AnySessionResource } from '#contract/sessions/sessions.ts'
import { decodeCursor, defaultPageRows, encodeCursor, newest, pageOf } from '#runtime/database/cursor.ts'
import type { Auth } from '../core/auth.ts'
import { toSessionResource } from './list-sessions.ts'
import { findAllSessions, findSessionsAt, findSessionsFrom, findSessionsOf } from './session-list-store.ts'

/** A character that sorts after every character of an address. */
const afterAll = '\u{10ffff}'

/** Lists the living sessions of everybody, newest first. */
export async function listAllSessions(
  auth: Pick<Auth, 'db' | 'clock'>,
  input: {
    caller: Caller
    user_id?: string | undefined
    address?: string | undefined
    client_id?: string | undefined
    limit?: number | undefined
    cursor?: string | undefined
  },
): Promise<{ sessions: AnySessionResource[]; nextCursor: string | null }> {
  const { address, limit = defaultPageRows } = input
  const clientId = input.client_id === undefined ? null : normalizeId(input.client_id)
  const before = input.cursor === undefined ? newest : decodeCursor(input.cursor)
  const page = { now: auth.clock.now(), before, limit: limit + 1 }
  const shared = { ...rangeOf(address), clientId }
  const found =
    input.user_id !== undefined
      ? await findSessionsOf(auth.db, { ...page, ...shared, userId: normalizeId(input.user_id) })
      : address !== undefined
        ? await findSessionsFrom(auth.db, { ...page, ...shared })
        : clientId !== null
          ? await findSessionsAt(auth.db, { ...page, clientId })
          : await findAllSessions(auth.db, page)
  const { page: shown, nextCursor } = pageOf(found, limit, encodeCursor)
  const sessions = await Promise.all(
    shown.map(async (session) => ({
      ...(await toSessionResource(session, input.caller)),
      user_id: session.userId,
    })),
  )
  return { sessions, nextCursor }
}

/**
 * Returns the first and the last address that fit a filter. A filter that ends with a dot or a colon fits every address that
 * begins with it.
 */
function rangeOf(address = ''): { first: string; last: string } {
  const first = address.toLowerCase()
  return { first, last: first === '' || /[.:]$/.test(first) ? first + afterAll : first }
}
