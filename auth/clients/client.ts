import type {
  ClientAuthMethod,
  ClientGrantType,
  IdTokenAlgorithm,
  OidcClientResource,
  PkceRequirement,
} from '#contract/oidc/client.ts'
import { toRfc3339 } from '#runtime/clock.ts'

/** An OpenID client: an application that people log in to. */
export interface Client extends ClientSettings {
  /** The `client_id`. */
  id: string
  isEnabled: boolean
  /** The digests of the client's secrets, oldest first. */
  secrets: readonly ClientSecret[]
  /** The id of the user or the API key that created the client; null for the command line. */
  createdBy: string | null
  createdAt: number
  updatedAt: number
  /** A number that rises with every change of the client, used as its ETag. */
  version: number
}

/** The settings of a client that an admin chooses. */
export interface ClientSettings {
  name: string
  /** True for an application of the operator's own: people are not asked for their consent. */
  isFirstParty: boolean
  /** The method by which the client authenticates at the token endpoint; `none` makes it a public client. */
  tokenEndpointAuthMethod: ClientAuthMethod
  /** The public keys of a client with `private_key_jwt`. */
  jwks: ClientKeys | null
  redirectUris: readonly string[]
  postLogoutRedirectUris: readonly string[]
  backchannelLogoutUri: string | null
  grantTypes: readonly ClientGrantType[]
  scopes: readonly string[]
  /** The addresses of the APIs for which the client may get access tokens (RFC 8707), or of the API that it is itself. */
  resources: readonly string[]
  idTokenAlgorithm: IdTokenAlgorithm
  /** True when the client must push its authorization requests (RFC 9126). */
  requiresPushedRequests: boolean
  /** Whether the client's authorization requests must use PKCE (RFC 7636). */
  requirePkce: PkceRequirement
  /** True when the client's access tokens are bound to a key (DPoP, RFC 9449). */
  bindsAccessTokens: boolean
}

export interface ClientKeys {
  keys: Record<string, unknown>[]
}

export interface ClientSecret {
  id: string
  digest: string
  createdAt: number
  /**
   * The id of the user or the API key that made the secret; null for the command line, absent when an earlier version made it.
   */
  createdBy?: string | null | undefined
}

export const isPublic = ({ tokenEndpointAuthMethod }: Pick<ClientSettings, 'tokenEndpointAuthMethod'>) =>
  tokenEndpointAuthMethod === 'none'

/**
 * Returns whether a client is an API (a resource server): it gets no tokens, and introspects the tokens for its own
 * addresses. Such a client has no grant type, so its addresses cannot be those of APIs that it calls.
 */
export const isApi = ({ grantTypes }: Pick<ClientSettings, 'grantTypes'>): boolean => grantTypes.length === 0

/** Returns whether a client authenticates with a secret. */
export const usesSecrets = ({
  tokenEndpointAuthMethod: method,
}: Pick<ClientSettings, 'tokenEndpointAuthMethod'>) =>
  method === 'client_secret_basic' || method === 'client_secret_post'

/** The settings under the field names of the API, which are those of RFC 7591 where it defines them. */
type SettingFields = Omit<
  OidcClientResource,
  'id' | 'kind' | 'enabled' | 'secrets' | 'created_by' | 'created_at' | 'updated_at'
>

/** The settings of a request. A field that is absent is not set by the request. */
export type RequestedSettings = { [Field in keyof SettingFields]?: SettingFields[Field] | undefined }

/**
 * The default settings of a client, for an application on a server that logs people in. A request must add only its addresses.
 */
const usualSettings: Omit<ClientSettings, 'name'> = {
  isFirstParty: false,
  tokenEndpointAuthMethod: 'client_secret_basic',
  jwks: null,
  redirectUris: [],
  postLogoutRedirectUris: [],
  backchannelLogoutUri: null,
  grantTypes: ['authorization_code', 'refresh_token'],
  scopes: ['openid', 'profile', 'email', 'offline_access'],
  resources: [],
  idTokenAlgorithm: 'RS256',
  requiresPushedRequests: false,
  requirePkce: 'always',
  bindsAccessTokens: false,
}

/**
 * Returns the default settings of a new client. Without the grant type `refresh_token` they leave out the scope
 * `offline_access`.
 */
export function newSettings({
  name,
  grant_types: grantTypes,
}: RequestedSettings & { name: string }): ClientSettings {
  const refreshes = grantTypes === undefined || grantTypes.includes('refresh_token')
  const scopes = usualSettings.scopes.filter((scope) => refreshes || scope !== 'offline_access')
  return { name, ...usualSettings, scopes }
}

/** Returns the settings of a client, with each value that a request sets in place of the present one. */
export const withRequested = (settings: ClientSettings, requested: RequestedSettings): ClientSettings => ({
  name: requested.name ?? settings.name,
  isFirstParty: requested.first_party ?? settings.isFirstParty,
  tokenEndpointAuthMethod: requested.token_endpoint_auth_method ?? settings.tokenEndpointAuthMethod,
  jwks: requested.jwks === undefined ? settings.jwks : requested.jwks,
  redirectUris: requested.redirect_uris ?? settings.redirectUris,
  postLogoutRedirectUris: requested.post_logout_redirect_uris ?? settings.postLogoutRedirectUris,
  backchannelLogoutUri:
    requested.backchannel_logout_uri === undefined
      ? settings.backchannelLogoutUri
      : requested.backchannel_logout_uri,
  grantTypes: requested.grant_types ?? settings.grantTypes,
  scopes: requested.scopes ?? settings.scopes,
  resources: requested.resources ?? settings.resources,
  idTokenAlgorithm: requested.id_token_signed_response_alg ?? settings.idTokenAlgorithm,
  requiresPushedRequests: requested.require_pushed_authorization_requests ?? settings.requiresPushedRequests,
  requirePkce: requested.require_pkce ?? settings.requirePkce,
  bindsAccessTokens: requested.dpop_bound_access_tokens ?? settings.bindsAccessTokens,
})

/** Returns the settings under the field names of the API. */
export const toSettingFields = (settings: ClientSettings): SettingFields => ({
  name: settings.name,
  first_party: settings.isFirstParty,
  token_endpoint_auth_method: settings.tokenEndpointAuthMethod,
  jwks: settings.jwks,
  redirect_uris: [...settings.redirectUris],
  post_logout_redirect_uris: [...settings.postLogoutRedirectUris],
  backchannel_logout_uri: settings.backchannelLogoutUri,
  grant_types: [...settings.grantTypes],
  scopes: [...settings.scopes],
  resources: [...settings.resources],
  id_token_signed_response_alg: settings.idTokenAlgorithm,
  require_pushed_authorization_requests: settings.requiresPushedRequests,
  require_pkce: settings.requirePkce,
  dpop_bound_access_tokens: settings.bindsAccessTokens,
})

export function toOidcClientResource(client: Client): OidcClientResource {
  const { name, ...settings } = toSettingFields(client)
  return {
    id: client.id,
    name,
    kind: isPublic(client) ? 'public' : 'confidential',
    ...settings,
    enabled: client.isEnabled,
    secrets: client.secrets.map(({ id, createdAt }) => ({ id, created_at: toRfc3339(createdAt) })),
    created_by: client.createdBy,
    created_at: toRfc3339(client.createdAt),
    updated_at: toRfc3339(client.updatedAt),
  }
}
