import type { UserResource } from '#contract/users/user.ts'

/**
 * The claims that a client gets for each scope. All are in ID tokens too: many applications never ask for the user information.
 */
export const claimsOfScopes = {
  openid: ['sub', 'auth_time', 'acr', 'amr', 'sid'],
  profile: ['preferred_username', 'name', 'updated_at', 'locale'],
  email: ['email', 'email_verified'],
  // The claim is a list, as software that knows groups or roles of people expects it (RFC 9068 section 2.2.3.1).
  roles: ['roles'],
}

/** Returns the claims that these scopes allow a client to read. */
export const claimsOfGranted = (scopes: readonly string[]): string[] =>
  Object.entries(claimsOfScopes).flatMap(([scope, names]) => (scopes.includes(scope) ? names : []))

/** Returns the scopes that allow a client to read these claims, besides `openid`, whose claims come with every login. */
export const scopesOfClaims = (claims: ReadonlySet<string>): string[] =>
  Object.entries(claimsOfScopes)
    .filter(([scope, names]) => scope !== 'openid' && names.some((name) => claims.has(name)))
    .map(([scope]) => scope)

/** Returns all claims about a user. The scopes of a client decide which of them the client gets. */
export function claimsOf(user: UserResource) {
  const { id: sub, username: preferred_username, name, email, email_verified, locale, role } = user
  return {
    sub,
    preferred_username,
    email,
    email_verified,
    roles: [role],
    ...(name === null ? {} : { name }),
    ...(locale === null ? {} : { locale }),
    updated_at: Math.floor(Date.parse(user.updated_at) / 1000),
  }
}
