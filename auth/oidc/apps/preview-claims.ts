import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { ClaimsPreviewResource } from '#contract/oidc/apps.ts'
import { normalizeId } from '#contract/rules/user-in-path.ts'
import { requireClient } from '../../clients/index.ts'
import type { Auth } from '../../core/auth.ts'
import { identityScopes } from '../../core/capabilities.ts'
import { claimsOf, claimsOfGranted } from '../../core/claims.ts'

/** The names of the claims about the login itself, which tokens of people have. Their values are known only at a login. */
const ofLogin = ['sid', 'auth_time', 'acr', 'amr']

/**
 * Returns the claims that an OpenID client would receive about a user. They are made by the same rules as the claims of tokens,
 * but no token is made.
 * @throws {Failure} `forbidden`, `client_not_found`, `user_not_found`, `invalid_request`
 */
export async function previewClaims(
  { db, users, policy: { issuer, audience } }: Pick<Auth, 'db' | 'users' | 'policy'>,
  input: {
    clientId: string
    userId: string
    scope: string | undefined
    resource: string | undefined
    caller: Caller
  },
): Promise<ClaimsPreviewResource> {
  if (!input.caller.scopes.includes('users:read')) throw new Failure('forbidden')
  const client = await requireClient(db, input.clientId)
  const known = await users.findUser(normalizeId(input.userId))
  if (!known) throw new Failure('user_not_found')
  const { resource } = input
  if (resource !== undefined && (!client.resources.includes(resource) || resource === audience)) {
    const detail = 'The client may get no access tokens for this address.'
    throw new Failure('invalid_request', { errors: [{ pointer: '/resource', code: 'not_allowed', detail }] })
  }
  const asked =
    input.scope === undefined ? client.scopes : [...new Set(input.scope.split(' ').filter(Boolean))]
  const scopes = asked.filter((one) => client.scopes.includes(one))
  const isOpenId = scopes.includes('openid')
  const told = { sub: known.user.id, ...claimsFor(claimsOf(known.user), scopes) }
  const ofToken = { iss: issuer, sub: known.user.id, client_id: client.id }
  const tokenScopes = resource === undefined ? scopes : scopes.filter((one) => !identityScopes.includes(one))
  const binding = client.bindsAccessTokens ? ['cnf'] : []
  return {
    scopes,
    refused_scopes: asked.filter((one) => !scopes.includes(one)),
    id_token: isOpenId
      ? {
          claims: { iss: issuer, aud: client.id, ...told },
          at_login: ['exp', 'iat', ...ofLogin, 'nonce'],
        }
      : null,
    access_token: {
      format: resource === undefined ? 'opaque' : 'jwt',
      claims: {
        ...ofToken,
        scope: tokenScopes.join(' '),
        ...(resource === undefined ? {} : { aud: resource }),
      },
      at_login: [
        'exp',
        'iat',
        ...ofLogin,
        ...(resource === undefined ? [] : ['jti', 'grant_id']),
        ...binding,
      ],
    },
    user_information: isOpenId ? told : null,
  }
}

/** Returns those claims that the scopes allow a client to read. */
function claimsFor(all: Record<string, unknown>, scopes: readonly string[]): Record<string, unknown> {
  const open = claimsOfGranted(scopes)
  return Object.fromEntries(Object.entries(all).filter(([name]) => open.includes(name)))
}
