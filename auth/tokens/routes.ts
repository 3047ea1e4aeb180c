import { logOutEndpoint, refreshEndpoint } from '#contract/auth.ts'
import {
  checkTokensEndpoint,
  introspectTokenEndpoint,
  revokeTokenEndpoint,
  type TokenInformationResource,
  validateTokenEndpoint,
  verifyTokenEndpoint,
} from '#contract/tokens.ts'
import { Answer, route } from '#runtime/route.ts'
import type { Auth } from '../core/auth.ts'
import { identityHeaders } from './identity-headers.ts'
import { introspectToken } from './introspect-token.ts'
import { logOut } from './log-out.ts'
import { refresh } from './refresh.ts'
import { revokeToken } from './revoke-token.ts'
import { serverMetadata, serverMetadataEndpointOf } from './server-metadata.ts'
import { validateToken } from './validate-token.ts'
import { validateTokens } from './validate-tokens.ts'

export const tokenRoutes = (auth: Auth) => [
  route(logOutEndpoint, async ({ token, address }) => {
    await logOut(auth, { token, address })
    return { logged_out: true as const }
  }),
  route(refreshEndpoint, ({ body, address }) => refresh(auth, { refreshToken: body.refresh_token, address })),
  route(validateTokenEndpoint, ({ token }) => identify(auth, token)),
  route(verifyTokenEndpoint, ({ token }) => identify(auth, token)),
  route(revokeTokenEndpoint, ({ body, address }) => revokeToken(auth, { token: body.token, address })),
  route(introspectTokenEndpoint, ({ body }) => introspectToken(auth, { token: body.token })),
  route(checkTokensEndpoint, ({ body }) => validateTokens(auth, { tokens: body.tokens })),
  route(
    serverMetadataEndpointOf(auth),
    () => new Answer(serverMetadata(auth), { 'cache-control': 'public, max-age=300' }),
  ),
]

function identify(auth: Auth, token: string | undefined) {
  const information = validateToken(auth, { token })
  return information instanceof Promise ? information.then(withIdentity) : withIdentity(information)
}

/** Replies are cached by the information of the token, because the same tokens are validated again and again. */
const replies = new WeakMap<TokenInformationResource, Answer<TokenInformationResource>>()

function withIdentity(token: TokenInformationResource): Answer<TokenInformationResource> {
  let reply = replies.get(token)
  if (!reply) {
    reply = new Answer(token, identityHeaders(token))
    replies.set(token, reply)
  }
  return reply
}
