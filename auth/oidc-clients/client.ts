import type {
  ClientAuthMethod,
  ClientGrantType,
  IdTokenAlgorithm,
  OidcClientResource,
} from '#contract/oidc/client.ts'
import { toRfc3339 } from '#runtime/clock.ts'

/** An OpenID client: an application that people log in to. */
export interface Client extends ClientSettings {
  /** The `client_id`. */
  id: string
  isEnabled: boolean
  /** The digests of its secrets, oldest first. */
  secrets: readonly ClientSecret[]
  /** The id of a user or of an API key; null for the command line. */
  createdBy: string | null
  createdAt: number
  updatedAt: number
  /** The version rises with every change. It is the ETag. */
  version: number
}

/** The settings of a client that an admin chooses. */
export interface ClientSettings {
  name: string
  /** True for an application of the operator's own: people are not asked for their consent. */
  isFirstParty: boolean
  /** `none` makes a public client. */
  tokenEndpointAuthMethod: ClientAuthMethod
  /** The public keys of a client with `private_key_jwt`. */
  jwks: ClientKeys | null
  redirectUris: readonly string[]
  postLogoutRedirectUris: readonly string[]
  backchannelLogoutUri: string | null
  grantTypes: readonly ClientGrantType[]
  scopes: readonly string[]
  /** The addresses of APIs that it may get access tokens for (RFC 8707). */
  resources: readonly string[]
  idTokenAlgorithm: IdTokenAlgorithm
  /** True when it must push its authorization requests (RFC 9126). */
  requiresPushedRequests: boolean
  /** True when its access tokens are bound to a key (DPoP, RFC 9449). */
  bindsAccessTokens: boolean
}

export interface ClientKeys {
  keys: Record<string, unknown>[]
}

export interface ClientSecret {
  id: string
  digest: string
  createdAt: number
  /** The id of a user or of an API key; null for the command line, absent from one that an earlier version has made. */
  createdBy?: string | null | undefined
}

export const isPublic = ({ tokenEndpointAuthMethod }: Pick<ClientSettings, 'tokenEndpointAuthMethod'>) =>
  tokenEndpointAuthMethod === 'none'

/** Says whether a client proves itself with a secret. */
export const usesSecrets = ({
  tokenEndpointAuthMethod: method,
}: Pick<ClientSettings, 'tokenEndpointAuthMethod'>) =>
  method === 'client_secret_basic' || method === 'client_secret_post'

/** The settings by the names of the contract, which are those of RFC 7591 where it has them. */
type SettingFields = Omit<
  OidcClientResource,
  'id' | 'kind' | 'enabled' | 'secrets' | 'created_by' | 'created_at' | 'updated_at'
>

/** The settings of a request. A field that is absent is not set by the request. */
export type RequestedSettings = { [Field in keyof SettingFields]?: SettingFields[Field] | undefined }

/** The settings of a client whose request names only its addresses: an application on a server that logs people in. */
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
  bindsAccessTokens: false,
}

/** Returns the settings of a new client before those of its request. Without refresh tokens it asks for no offline access. */
export function newSettings({
  name,
  grant_types: grantTypes,
}: RequestedSettings & { name: string }): ClientSettings {
  const refreshes = grantTypes === undefined || grantTypes.includes('refresh_token')
  const scopes = usualSettings.scopes.filter((scope) => refreshes || scope !== 'offline_access')
  return { name, ...usualSettings, scopes }
}

/** Returns the settings of a client with those that a request sets in their place. */
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
  bindsAccessTokens: requested.dpop_bound_access_tokens ?? settings.bindsAccessTokens,
})

/** Returns the settings by the names of the contract. */
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
