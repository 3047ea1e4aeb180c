import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { Ending } from '../core/require-may-end.ts'
import { findSession } from '../core/session-store.ts'
import { endOneSession } from './end-one-session.ts'

/** Ends a session whose owner the caller need not know. A repeated call does no harm. @throws {Failure} `session_not_found` */
export async function endAnySession(
  auth: Ending,
  input: { sessionId: string; caller: Caller; address: string },
): Promise<void> {
  const session = await findSession(auth.db, input.sessionId.toLowerCase())
  if (!session) throw new Failure('session_not_found')
  await endOneSession(auth, { ...input, userId: session.userId })
}
