import type { TokenInformationResource } from '#contract/auth.ts'

/** Who it is, as headers: a proxy that asks before it lets a request through passes those on. */
export const identityHeaders = (token: TokenInformationResource) => ({
  'x-auth-user-id': token.user_id,
  'x-auth-username': token.username,
  'x-auth-role': token.role,
  'x-auth-session-id': token.session_id,
})
