import type { UserResource } from '#contract/user.ts'

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

/** Returns all claims about a user. The scopes of a client decide which of them the client gets. */
export function claimsOf(user: UserResource) {
  const { id: sub, username: preferred_username, name, email, email_verified, locale, role } = user
  return {
    ...{ sub, preferred_username, email, email_verified },
    roles: [role],
    ...(name === null ? {} : { name }),
    ...(locale === null ? {} : { locale }),
    updated_at: Math.floor(Date.parse(user.updated_at) / 1000),
  }
}
