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

const ClientName = { ...KeyName, description: 'The name of the application, as people see it.' }

const AuthMethod = oneOf(clientAuthMethods, {
  description:
    'How the client proves who it is (RFC 7591). `none` makes it public: an application on a device or in a browser, which can keep no secret.',
})

const PublicKeys = nullable(
  object(
    { keys: array(freeObject({ description: 'A public key (RFC 7517).' }), { minItems: 1, maxItems: 10 }) },
    {
      description: 'The public keys of a client with `private_key_jwt`; null for every other one.',
    },
  ),
)

const RedirectUris = array(Uri, {
  maxItems: 50,
  uniqueItems: true,
  description:
    'Where codes are sent: `https://…`, `http://` on loopback (any port then), or a private scheme with a domain in it, such as `com.example.app:/signed-in`. Compared letter by letter.',
})

const PostLogoutRedirectUris = array(Uri, {
  maxItems: 50,
  uniqueItems: true,
  description: 'Where the browser may go after a logout. The same forms as `redirect_uris`.',
})

const BackchannelLogoutUri = nullable({
  ...Uri,
  description:
    'Where the end of a session is told (OpenID Connect Back-Channel Logout); `https`, or `http` on loopback.',
})

const GrantTypes = array(oneOf(clientGrantTypes), {
  uniqueItems: true,
  description:
    '`device_code` stands for `urn:ietf:params:oauth:grant-type:device_code`. Without any the client is an API: it gets no tokens, and introspects those for its own addresses, which are its `resources`.',
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
      'What the client may ask for: `openid`, `profile`, `email`, `roles`, `offline_access`, and words of your own APIs. The scopes of Latchkey’s own API are refused.',
  },
)

const Resources = array(Uri, {
  maxItems: 50,
  uniqueItems: true,
  description:
    'The addresses of your own APIs that the client may get access tokens for (RFC 8707): absolute URIs without a fragment. They are the `aud` of those tokens.',
})

const IdTokenAlgorithmField = oneOf(idTokenAlgorithms, { description: 'What signs its ID tokens.' })

const RequirePkce = oneOf(pkceRequirements, {
  description:
    'Whether its authorization requests must use PKCE with `S256` (RFC 7636). `always` is the default. `or_nonce` also accepts a request with a `nonce`, which protects only a client that checks the `nonce` in the ID token (RFC 9700 section 2.1.1). `never` leaves a stolen code to the client secret alone: only for software that supports neither. A public client always uses PKCE. PKCE that a client sends is always checked.',
})

/** The fields of a client that a request may set, with the same schemas as in the resource. */
export const settable = {
  name: ClientName,
  first_party: boolean({
    description: 'An application of your own: people are not asked for their consent.',
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
    description: 'Whether it must push its authorization requests first (RFC 9126).',
  }),
  require_pkce: RequirePkce,
  dpop_bound_access_tokens: boolean({
    description: 'Whether its access tokens are bound to a key of its own (RFC 9449).',
  }),
}

export const clientFields = {
  id: { ...Id, description: 'The `client_id`, a UUIDv7 (RFC 9562).' },
  kind: oneOf(['public', 'confidential'], {
    description: '`public` with `token_endpoint_auth_method` `none`, which never changes to or from another.',
  }),
  ...settable,
  enabled: boolean({ description: 'One that is disabled gets no tokens, and its requests are refused.' }),
  secrets: array(object({ id: Id, created_at: Time }), {
    description: 'Its secrets, oldest first. Two may be good at a time.',
  }),
  created_by: MadeBy,
  created_at: Time,
  updated_at: Time,
}

export const OidcClient = object(clientFields, { title: 'OidcClient' })
export type OidcClientResource = Static<typeof OidcClient>

export const ClientSecret = string({
  description: '`lks_` and 32 random bytes in base64url. In this reply and nowhere else.',
})
