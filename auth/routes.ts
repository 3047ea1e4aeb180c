import {
  changePasswordEndpoint,
  checkTokensEndpoint,
  endSessionsEndpoint,
  introspectTokenEndpoint,
  jwksEndpoint,
  logInEndpoint,
  logOutEndpoint,
  refreshEndpoint,
  revokeTokenEndpoint,
  type TokenInformationResource,
  validateTokenEndpoint,
  verifyTokenEndpoint,
  watchRevocationsEndpoint,
} from '#contract/auth.ts'
import type { StreamEvent } from '#contract/endpoint.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { Answer, route, streamRoute } from '#runtime/route.ts'
import type { Auth } from './core/auth.ts'
import { changePassword } from './login/change-password.ts'
import { logIn } from './login/log-in.ts'
import { type RevocationNews, watchRevocations } from './revocations/watch-revocations.ts'
import { endSessions } from './sessions/end-sessions.ts'
import { checkTokens } from './tokens/check-tokens.ts'
import { identityHeaders } from './tokens/identity-headers.ts'
import { introspectToken } from './tokens/introspect-token.ts'
import { logOut } from './tokens/log-out.ts'
import { refresh } from './tokens/refresh.ts'
import { revokeToken } from './tokens/revoke-token.ts'
import { serverMetadata, serverMetadataEndpointOf } from './tokens/server-metadata.ts'
import { validateToken } from './tokens/validate-token.ts'

export const authRoutes = (auth: Auth) => [
  route(logInEndpoint, ({ body, address, userAgent }) =>
    logIn(auth, {
      name: body.username,
      password: body.password,
      device: { name: body.device_name ?? null, userAgent: userAgent ?? null, address },
    }),
  ),
  route(changePasswordEndpoint, ({ body, caller, address, userAgent }) =>
    changePassword(auth, {
      caller,
      currentPassword: body.current_password,
      newPassword: body.new_password,
      device: { name: null, userAgent: userAgent ?? null, address },
    }),
  ),
  route(logOutEndpoint, async ({ token }) => {
    await logOut(auth, { token })
    return { logged_out: true as const }
  }),
  route(refreshEndpoint, ({ body }) => refresh(auth, { refreshToken: body.refresh_token })),
  route(validateTokenEndpoint, ({ token }) => identify(auth, token)),
  route(verifyTokenEndpoint, ({ token }) => identify(auth, token)),
  route(revokeTokenEndpoint, ({ body }) => revokeToken(auth, { token: body.token })),
  route(introspectTokenEndpoint, ({ body }) => introspectToken(auth, { token: body.token })),
  streamRoute(watchRevocationsEndpoint, ({ query, caller, lastEventId, signal }) =>
    revocationEvents(watchRevocations(auth, { caller, after: lastEventId ?? query.after, signal })),
  ),
  route(checkTokensEndpoint, ({ body }) => checkTokens(auth, { tokens: body.tokens })),
  route(endSessionsEndpoint, async ({ body }) => ({
    ended: await endSessions(auth, { userId: body.user_id, epoch: body.epoch, reason: body.reason }),
  })),
  route(
    jwksEndpoint,
    () => new Answer({ keys: auth.keys.publicJwks() }, { 'cache-control': 'public, max-age=300' }),
  ),
  route(
    serverMetadataEndpointOf(auth),
    () => new Answer(serverMetadata(auth), { 'cache-control': 'public, max-age=300' }),
  ),
]

async function* revocationEvents(
  news: AsyncIterable<RevocationNews>,
): AsyncGenerator<StreamEvent<typeof watchRevocationsEndpoint>> {
  for await (const one of news) {
    if ('heartbeat' in one) {
      const { at, keySetVersion } = one.heartbeat
      const data = { at: toRfc3339(at), key_set_version: keySetVersion }
      yield { event: 'heartbeat', id: one.position, data }
    } else {
      const { sessionId, userId, reason, endedAt, forgetAt } = one.ended
      const data = {
        session_id: sessionId,
        user_id: userId,
        reason,
        ended_at: toRfc3339(endedAt),
        forget_at: toRfc3339(forgetAt),
      }
      yield { event: 'session.ended', id: one.position, data }
    }
  }
}

function identify(auth: Auth, token: string | undefined) {
  const information = validateToken(auth, { token })
  return information instanceof Promise ? information.then(withIdentity) : withIdentity(information)
}

/** Whoever asks about a token asks again: the reply is written once. */
const replies = new WeakMap<TokenInformationResource, Answer<TokenInformationResource>>()

function withIdentity(token: TokenInformationResource): Answer<TokenInformationResource> {
  let reply = replies.get(token)
  if (!reply) {
    reply = new Answer(token, identityHeaders(token))
    replies.set(token, reply)
  }
  return reply
}
