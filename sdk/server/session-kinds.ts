import { Failure } from '#contract/declaration/failures.ts'
import { type Caller, toCaller, toHostedCaller } from './caller.ts'
import type { WebSessionContext } from './context.ts'
import type { NewTokens } from './new-tokens.ts'
import type { SessionTokens } from './session-cookie.ts'

/** A caller whose tokens were verified, and the times of the access token in seconds since 1970. */
export interface Verified {
  caller: Caller
  iat: number
  exp: number
}

/** What differs between a sign-in by a form of the application and one through the hosted pages. */
interface SessionKind {
  verify(context: WebSessionContext, tokens: SessionTokens): Promise<Verified>
  refresh(
    context: WebSessionContext,
    tokens: SessionTokens,
    headers: Record<string, string>,
  ): Promise<NewTokens>
}

/** Returns the kind of a session by its tokens. A cookie that was changed to the other kind has no valid tokens of it. */
export const kindOf = ({ idToken }: SessionTokens): SessionKind =>
  idToken === undefined ? ofOwnForm : ofHostedPages

const ofOwnForm: SessionKind = {
  verify: ({ validator, profiles }, { accessToken }) => verifyOwn({ validator, profiles }, accessToken),
  refresh: ({ refresh }, { refreshToken }, headers) => refresh(refreshToken, headers),
}

/** Verifies an access token of Latchkey's own API. @throws {Failure} */
export async function verifyOwn(
  { validator, profiles }: Pick<WebSessionContext, 'validator' | 'profiles'>,
  accessToken: string,
): Promise<Verified> {
  const claims = await validator.verifyToken(accessToken)
  const { iat, exp } = claims
  return { caller: toCaller(claims, accessToken, await profiles.find(accessToken)), iat, exp }
}

const ofHostedPages: SessionKind = {
  async verify({ hosted }, { accessToken, idToken = '' }) {
    if (!hosted) throw new Failure('token_invalid')
    // The ID token comes first, because the access token may be asked about by a request.
    const id = await hosted.idTokens.verify(idToken)
    const claims = await hosted.accessTokens.verifyToken(accessToken)
    // A token of another application is refused, also when that one may get tokens for this address. So is a cookie that was put
    // together from tokens of two sign-ins.
    if (claims.client_id !== hosted.clientId || claims.sub !== id.sub || claims.sid !== id.sid)
      throw new Failure('token_invalid')
    return { caller: toHostedCaller(claims, id, accessToken), iat: claims.iat, exp: claims.exp }
  },
  async refresh({ hosted }, { refreshToken }, headers) {
    if (!hosted) throw new Failure('token_invalid')
    return hosted.refresh(refreshToken, headers)
  },
}
