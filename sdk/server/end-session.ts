import { Failure } from '#contract/declaration/failures.ts'
import type { OperationReply } from '../call-operation.ts'
import { decodeJwt } from '../jwt.ts'
import { ask } from './ask-latchkey.ts'
import type { WebSessionContext } from './context.ts'
import type { Exchange } from './exchange.ts'
import { clientHeaders } from './incoming-request.ts'
import type { NewTokens } from './new-tokens.ts'
import { isOutage } from './read-caller.ts'
import type { SessionTokens } from './session-cookie.ts'

/** Takes the tokens out of the reply to a login or a refresh at Latchkey's own API. */
export const toNewTokens = (pair: OperationReply<'logIn'>): NewTokens => ({
  accessToken: pair.access_token,
  refreshToken: pair.refresh_token,
  refreshExpiresIn: pair.refresh_expires_in,
})

/** Returns the id of the session of tokens, which are not verified; undefined when they cannot be read. */
export function sessionOf({ accessToken }: SessionTokens): unknown {
  try {
    return decodeJwt(accessToken).payload.sid
  } catch {
    return undefined
  }
}

/**
 * Ends a session at Latchkey. Of a session through the hosted pages, only the access of this application ends: the browser ends the
 * rest when it is led to the provider.
 */
export async function endSession(
  context: WebSessionContext,
  exchange: Exchange,
  { accessToken, refreshToken, idToken }: SessionTokens,
): Promise<void> {
  if (idToken !== undefined) {
    const requests = await context.hosted?.requests()
    await requests?.revoke(refreshToken, clientHeaders(exchange.request))
    return
  }
  try {
    await ask(context, exchange, 'logOut', {}, accessToken)
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'token_invalid')) throw error
    // The access token was signed with a key that is no longer known, so the session is ended by its refresh token.
    await ask(context, exchange, 'revokeToken', { token: refreshToken })
  }
}

/**
 * Ends the session that a login replaces: otherwise somebody who copied its cookie could still use it. When this fails, the login
 * still succeeds, and the old session ends when it expires.
 */
export async function replaceSession(
  context: WebSessionContext,
  exchange: Exchange,
  before: SessionTokens,
): Promise<void> {
  await endSession(context, exchange, before).catch((error: unknown) => {
    if (!isOutage(error)) throw error
  })
}
