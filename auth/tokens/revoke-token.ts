import { isApiKeyForm } from '#contract/api-key-form.ts'
import { Failure } from '#contract/failures.ts'
import type { Auth } from '../core/auth.ts'
import { endSession } from '../sessions/session-store.ts'
import { readRefreshToken } from './token.ts'

/**
 * Ends the session of an access or refresh token, whoever presents it: having the token is the right to end it. What is
 * no token of ours ends nothing, and the answer is the same (RFC 7009 section 2.2): there is nothing left to revoke.
 */
export async function revokeToken(auth: Auth, input: { token: string }): Promise<void> {
  // Its owner would believe that it is revoked now.
  if (isApiKeyForm(input.token)) {
    const detail = 'An API key is revoked by its id: DELETE /api/v1/api-keys/{id}.'
    throw new Failure('unsupported_token_type', { detail })
  }
  const sessionId = await findSessionOf(auth, input.token)
  if (sessionId === undefined) return
  if (await auth.db.transaction((tx) => endSession(tx, sessionId, 'revoked', auth.clock.now())))
    auth.log.info(
      { event: 'session.ended', session_id: sessionId, reason: 'revoked' },
      'a token was revoked by its bearer',
    )
}

/** The token says which kind it is, not the hint that came with it. An expired one still names its session. */
async function findSessionOf(auth: Auth, token: string): Promise<string | undefined> {
  try {
    return (await auth.verifier.verify(token, { allowExpired: true })).sid
  } catch (error) {
    if (!isInvalid(error)) throw error
  }
  try {
    return (await readRefreshToken(auth, token)).sessionId
  } catch (error) {
    if (!isInvalid(error)) throw error
    return undefined
  }
}

const isInvalid = (error: unknown): boolean => error instanceof Failure && error.code === 'token_invalid'
