import { Failure } from '#contract/declaration/failures.ts'
import { isApiKeyForm } from '#contract/rules/api-key-form.ts'
import { endSession } from '../core/session-store.ts'
import { readRefreshToken } from './token.ts'
import type { TokenCheckContext } from './tokens.ts'

/**
 * Ends the session of an access or refresh token of a login. No other credential is needed: the holder of such a token can log out
 * with it, too. A token that an OpenID client was given, such as an access token for an API, ends nothing here, because only
 * that client may revoke it (RFC 7009 section 2.1): an API must not be able to sign out the people whose tokens it receives.
 * An invalid token ends nothing and gets the same reply (section 2.2).
 */
export async function revokeToken(
  auth: TokenCheckContext,
  input: { token: string; address: string },
): Promise<void> {
  refuseApiKey(input.token)
  const sessionId = await findSessionOf(auth, input.token)
  if (sessionId === undefined) return
  const end = { reason: 'revoked', at: auth.clock.now(), address: input.address } as const
  await auth.db.transaction((tx) => endSession(tx, sessionId, end))
}

/**
 * Refuses an API key, because its owner would otherwise believe that it is revoked now.
 * @throws {Failure} `unsupported_token_type`
 */
export function refuseApiKey(token: string): void {
  if (!isApiKeyForm(token)) return
  const detail = 'An API key is revoked by its id: DELETE /api/v1/api-keys/{id}.'
  throw new Failure('unsupported_token_type', { detail })
}

/** Finds the session of a token. The parameter `token_type_hint` is ignored, and an expired token still names its session. */
async function findSessionOf(auth: TokenCheckContext, token: string): Promise<string | undefined> {
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
