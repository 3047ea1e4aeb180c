import { openSession, type Session, type SessionOptions } from './session/open-session.ts'
import { thisTab } from './session/tab.ts'

export type { FailureCode } from '#contract/declaration/failure-table.ts'
export { type EndReason, Failure, type FieldError } from '#contract/declaration/failures.ts'
export type { TokenPair, User } from './generated/types.ts'
export { isFailure } from './is-failure.ts'
export { ServiceUnreachable } from './send-request.ts'
export type { Session, SessionOptions } from './session/open-session.ts'
export { type KeptSession, local, memory, type SessionStore } from './session/session-store.ts'
export type { SessionState, SignOutReason } from './session/tab-session.ts'

/**
 * Creates the session of a user in a browser tab: it keeps the tokens and refreshes them in time. A network fault never signs the
 * user out: that happens only when Latchkey replies that the session is over, and `reason` of the state then says why.
 * @throws {TypeError} for a URL that is no origin, or not https
 * @example
 * const session = createSession({ baseUrl: 'https://id.example.com' })
 * session.onChange(({ user }) => showUser(user))
 * await session.logIn({ username: 'ada', password })
 * const reply = await session.fetch('https://id.example.com/api/v1/users/me')
 */
export const createSession = (options: SessionOptions): Session => openSession(options, thisTab(options.now))
