import { Failure } from '#contract/failures.ts'
import { isApiKeyForm } from '#contract/rules/api-key-form.ts'
import type { Auth } from '../core/auth.ts'
import type { Client } from '../oidc-clients/client.ts'
import { endSession } from '../sessions/session-store.ts'
import { readRefreshToken } from './token.ts'

/**
 * Ends the session of an access or refresh token. No other credential is needed, but a client that proves itself ends only what
 * was given to it. An invalid token ends nothing and gets the same
 * reply (RFC 7009 section 2.2).
 */
export async function revokeToken(
  auth: Auth,
  input: { token: string; address: string; client?: Client | undefined },
): Promise<void> {
  // An API key is refused, because its owner would otherwise believe that it is revoked now.
  if (isApiKeyForm(input.token)) {
    const detail = 'An API key is revoked by its id: DELETE /api/v1/api-keys/{id}.'
    throw new Failure('unsupported_token_type', { detail })
  }
  const found = await findSessionOf(auth, input.token)
  // A client ends what was given to it, and nothing else (RFC 7009 section 2.1). It is not told whether there was something.
  if (!found || (input.client && input.client.id !== found.clientId)) return
  const { sessionId } = found
  const end = { reason: 'revoked', at: auth.clock.now(), address: input.address } as const
  await auth.db.transaction((tx) => endSession(tx, sessionId, end))
}

/** The session that a token belongs to, and the client that it was given to; a refresh token names none. */
interface TokenOrigin {
  sessionId: string
  clientId: string | undefined
}

/** Finds the session of a token. The parameter `token_type_hint` is ignored, and an expired token still names its session. */
async function findSessionOf(auth: Auth, token: string): Promise<TokenOrigin | undefined> {
  try {
    const { sid: sessionId, client_id: clientId } = await auth.verifier.verify(token, { allowExpired: true })
    return { sessionId, clientId }
  } catch (error) {
    if (!isInvalid(error)) throw error
  }
  try {
    const { sessionId } = await readRefreshToken(auth, token)
    return { sessionId, clientId: undefined }
  } catch (error) {
    if (!isInvalid(error)) throw error
    return undefined
  }
}

const isInvalid = (error: unknown): boolean => error instanceof Failure && error.code === 'token_invalid'
