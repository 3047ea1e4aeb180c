import { Failure, type FieldError } from '#contract/declaration/failures.ts'
import { isApiScope } from '#contract/oidc/client.ts'
import { type ClientSettings, isApi, isPublic } from './client.ts'
import type { OidcClients } from './oidc-clients.ts'
import { redirectKindOf } from './redirect-uri.ts'

/**
 * Requires that the settings of a client fit together, and that nobody else can receive what is sent to its addresses.
 * @throws {Failure} `invalid_request`
 */
export function requireSoundClient(settings: ClientSettings, policy: OidcClients['policy']): void {
  const errors = [
    ...findAddressFaults(settings),
    ...findGrantFaults(settings),
    ...findScopeFaults(settings),
    ...findResourceFaults(settings, policy),
    ...findAuthenticationFaults(settings),
    ...findPkceFaults(settings),
  ]
  if (errors.length > 0) throw new Failure('invalid_request', { errors: errors.slice(0, maxErrors) })
}

const maxErrors = 20

const fault = (pointer: string, detail: string): FieldError => ({ pointer, code: 'not_allowed', detail })

function findAddressFaults(settings: ClientSettings): FieldError[] {
  const { redirectUris, postLogoutRedirectUris, backchannelLogoutUri } = settings
  const lists = { redirect_uris: redirectUris, post_logout_redirect_uris: postLogoutRedirectUris }
  const faults = Object.entries(lists).flatMap(([field, uris]) =>
    uris.flatMap((uri, at) =>
      redirectKindOf(uri)
        ? []
        : [
            fault(
              `/${field}/${at}`,
              'This is neither https, nor http on loopback, nor a private scheme with a domain in it; or it has a fragment, a wildcard or a password, or is not written as URLs are.',
            ),
          ],
    ),
  )
  const all = [...redirectUris, ...postLogoutRedirectUris]
  if (all.some((uri) => redirectKindOf(uri) !== 'web') && all.some(isSecureLoopback))
    faults.push(
      fault(
        '/redirect_uris',
        'An application on a device has http on loopback; https there is for web servers.',
      ),
    )
  const told = backchannelLogoutUri === null ? 'web' : redirectKindOf(backchannelLogoutUri)
  if (told !== 'web' && told !== 'loopback')
    faults.push(fault('/backchannel_logout_uri', 'This is neither https nor http on loopback.'))
  return faults
}

const isSecureLoopback = (uri: string): boolean =>
  /^https:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/?]|$)/.test(uri)

function findGrantFaults(settings: ClientSettings): FieldError[] {
  const { grantTypes, redirectUris } = settings
  const faults: FieldError[] = []
  if (grantTypes.includes('authorization_code') && redirectUris.length === 0)
    faults.push(fault('/redirect_uris', 'The grant type authorization_code needs an address for the code.'))
  if (grantTypes.includes('client_credentials') && isPublic(settings))
    faults.push(fault('/grant_types', 'A public client cannot prove who it is, as client_credentials needs.'))
  const begins = grantTypes.some((type) => type === 'authorization_code' || type === 'device_code')
  if (grantTypes.includes('refresh_token') && !begins)
    faults.push(fault('/grant_types', 'A refresh token comes only with authorization_code or device_code.'))
  return faults
}

function findScopeFaults({ scopes, grantTypes }: ClientSettings): FieldError[] {
  const faults = scopes.flatMap((scope, at) =>
    isApiScope(scope)
      ? [fault(`/scopes/${at}`, 'The scopes of Latchkey’s own API are for admins and API keys.')]
      : [],
  )
  if (scopes.includes('offline_access') && !grantTypes.includes('refresh_token'))
    faults.push(fault('/scopes', 'offline_access needs the grant type refresh_token.'))
  return faults
}

/**
 * Returns the faults of the resources. A token for the audience of Latchkey's own API would give access to it. The issuer is the
 * audience of what is meant for Latchkey itself, such as client assertions (RFC 7523 section 3).
 */
function findResourceFaults(
  { resources, grantTypes }: ClientSettings,
  { audience, issuer }: OidcClients['policy'],
): FieldError[] {
  if (isApi({ grantTypes }) && resources.length === 0)
    return [
      fault('/resources', 'A client without a grant type is an API, and needs the address of that API.'),
    ]
  return resources.flatMap((resource, at) => {
    const isAbsolute = URL.canParse(resource) && !resource.includes('#')
    if (isAbsolute && resource !== audience && resource !== issuer) return []
    const own = 'Latchkey’s own API is for people, admins and API keys.'
    return [fault(`/resources/${at}`, isAbsolute ? own : 'This is no absolute URI, or it has a fragment.')]
  })
}

function findAuthenticationFaults(settings: ClientSettings): FieldError[] {
  const { tokenEndpointAuthMethod: method, jwks } = settings
  if (isApi(settings) && isPublic(settings))
    return [
      fault('/token_endpoint_auth_method', 'A client without a grant type is an API, and proves who it is.'),
    ]
  if (method === 'private_key_jwt' && !jwks)
    return [fault('/jwks', 'The method private_key_jwt needs the public keys of the client.')]
  if (method !== 'private_key_jwt' && jwks)
    return [fault('/jwks', 'Only a client with the method private_key_jwt has keys.')]
  return []
}

/**
 * Returns the fault of a public client that need not use PKCE: anybody who intercepts its code could exchange it (RFC 9700 section
 * 2.1.1).
 */
const findPkceFaults = (settings: ClientSettings): FieldError[] =>
  isPublic(settings) && settings.requirePkce !== 'always'
    ? [
        fault(
          '/require_pkce',
          'A public client must always use PKCE, because it has no client authentication.',
        ),
      ]
    : []
