import { scopes as apiScopes } from '../declaration/endpoint.ts'
import { Id, KeyName, MadeBy, Time } from '../declaration/fields.ts'
import {
  array,
  boolean,
  freeObject,
  nullable,
  object,
  oneOf,
  type Static,
  string,
} from '../declaration/schema.ts'

export const clientAuthMethods = [
  'none',
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
] as const
export type ClientAuthMethod = (typeof clientAuthMethods)[number]

export const clientGrantTypes = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'device_code',
] as const
export type ClientGrantType = (typeof clientGrantTypes)[number]

export const idTokenAlgorithms = ['RS256', 'ES256', 'EdDSA'] as const
export type IdTokenAlgorithm = (typeof idTokenAlgorithms)[number]

export const pkceRequirements = ['always', 'or_nonce', 'never'] as const
export type PkceRequirement = (typeof pkceRequirements)[number]

/** Returns whether a word is a scope of Latchkey's own API, which no client may have. */
export const isApiScope = (scope: string): boolean => apiScopes.some((own) => own === scope)

const Uri = string({
  minLength: 1,
  maxLength: 2_000,
  pattern: '^[\\u0021-\\u007e]+$',
  inWords: 'must have only printable ASCII characters, and no spaces',
})

const ClientName = { ...KeyName, description: 'The name of the application, as shown to users.' }

const AuthMethod = oneOf(clientAuthMethods, {
  description:
    "The client authentication method (RFC 7591). `none` makes the client public: an application on a device or in a browser, which can't keep a secret.",
})

const PublicKeys = nullable(
  object(
    { keys: array(freeObject({ description: 'A public key (RFC 7517).' }), { minItems: 1, maxItems: 10 }) },
    {
      description: 'The public keys of a client with `private_key_jwt`. Null for all others.',
    },
  ),
)

const RedirectUris = array(Uri, {
  maxItems: 50,
  uniqueItems: true,
  description:
    'Redirect URIs: `https://…`, `http://` on loopback (any port matches), or a private scheme that contains a domain, such as `com.example.app:/signed-in`. Compared character by character.',
})

const PostLogoutRedirectUris = array(Uri, {
  maxItems: 50,
  uniqueItems: true,
  description: 'Post-logout redirect URIs, in the same forms as `redirect_uris`.',
})

const BackchannelLogoutUri = nullable({
  ...Uri,
  description:
    'The URL notified when a session ends (OpenID Connect Back-Channel Logout): `https`, or `http` on loopback.',
})

const GrantTypes = array(oneOf(clientGrantTypes), {
  uniqueItems: true,
  description:
    '`device_code` stands for `urn:ietf:params:oauth:grant-type:device_code`. A client without grant types is an API: it gets no tokens, and introspects access tokens for its `resources`.',
})

const ClientScopes = array(
  string({
    minLength: 1,
    maxLength: 100,
    pattern: '^[\\u0021\\u0023-\\u005b\\u005d-\\u007e]+$',
    inWords: 'must have only printable ASCII characters, and no spaces, quotation marks or backslashes',
  }),
  {
    maxItems: 50,
    uniqueItems: true,
    description:
      "The scopes that the client can request: `openid`, `profile`, `email`, `roles`, `offline_access` and scopes of your own APIs. Scopes of Latchkey's API are rejected.",
  },
)

const Resources = array(Uri, {
  maxItems: 50,
  uniqueItems: true,
  description:
    'The URIs of your own APIs for which the client can get access tokens (RFC 8707): absolute, without a fragment. They become the `aud` of these tokens.',
})

const IdTokenAlgorithmField = oneOf(idTokenAlgorithms, { description: 'The signing algorithm of ID tokens.' })

const RequirePkce = oneOf(pkceRequirements, {
  description:
    'Whether authorization requests must use PKCE with `S256` (RFC 7636). Default: `always`. `or_nonce` also accepts a request with a `nonce`, which protects only a client that checks the `nonce` in the ID token (RFC 9700 section 2.1.1). `never` leaves only the client secret to protect a stolen code; use it only for software that supports neither. Public clients always use PKCE. A `code_challenge` that a client sends is always enforced.',
})

/** The fields of a client that a request may set, with the same schemas as in the resource. */
export const settable = {
  name: ClientName,
  first_party: boolean({
    description: 'True for an application of your own, which needs no consent.',
  }),
  token_endpoint_auth_method: AuthMethod,
  jwks: PublicKeys,
  redirect_uris: RedirectUris,
  post_logout_redirect_uris: PostLogoutRedirectUris,
  backchannel_logout_uri: BackchannelLogoutUri,
  grant_types: GrantTypes,
  scopes: ClientScopes,
  resources: Resources,
  id_token_signed_response_alg: IdTokenAlgorithmField,
  require_pushed_authorization_requests: boolean({
    description: 'Whether the client must push its authorization requests (RFC 9126).',
  }),
  require_pkce: RequirePkce,
  dpop_bound_access_tokens: boolean({
    description: "Whether access tokens are bound to the client's DPoP key (RFC 9449).",
  }),
}

export const clientFields = {
  id: { ...Id, description: 'The `client_id`, a UUIDv7 (RFC 9562).' },
  kind: oneOf(['public', 'confidential'], {
    description: "`public` if `token_endpoint_auth_method` is `none`. The kind of a client can't change.",
  }),
  ...settable,
  enabled: boolean({ description: 'A disabled client gets no tokens, and its requests are rejected.' }),
  secrets: array(object({ id: Id, created_at: Time }), {
    description: 'The client secrets, oldest first. At most two.',
  }),
  created_by: MadeBy,
  created_at: Time,
  updated_at: Time,
}

export const OidcClient = object(clientFields, { title: 'OidcClient' })
export type OidcClientResource = Static<typeof OidcClient>

export const ClientSecret = string({
  description: '`lks_` and 32 random bytes in base64url. Shown only in this response.',
})
