import type { TokenInformationResource } from '#contract/sessions/tokens.ts'

/**
 * Returns the headers that describe the user of a token. A proxy that has a request validated passes these headers on
 * to the application.
 */
export const identityHeaders = (token: TokenInformationResource) => ({
  'x-auth-user-id': token.user_id,
  'x-auth-username': token.username,
  'x-auth-role': token.role,
  'x-auth-session-id': token.session_id,
  'x-auth-authenticated-at': token.authenticated_at,
  'x-auth-acr': token.acr ?? 'aal1',
  'x-auth-amr': (token.amr ?? []).join(' '),
})
