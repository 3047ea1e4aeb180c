import { endpoint } from '../declaration/endpoint.ts'
import { Time } from '../declaration/fields.ts'
import {
  array,
  boolean,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  string,
} from '../declaration/schema.ts'
import { Backlog } from '../events/events.ts'
import { keyPurposes } from '../sessions/tokens.ts'
import { ProviderName } from '../sign-in/identities.ts'

const Purpose = oneOf(keyPurposes, { description: 'The tokens that the key signs.' })

export const SigningKey = object(
  {
    kid: string({
      description: 'The key id in the header of tokens, and in the key set (except for refresh tokens).',
    }),
    purpose: Purpose,
    algorithm: string({ examples: ['EdDSA', 'HS256'] }),
    status: oneOf(['next', 'active', 'retired', 'revoked'], {
      description:
        "`next`: published, doesn't sign yet. `active`: signs. `retired`: its tokens are valid until they expire. `revoked`: its tokens are rejected.",
    }),
    created_at: Time,
    signs_from: nullable({
      ...Time,
      description: 'When the key started or will start to sign. Null if it never did.',
    }),
    retires_at: nullable({
      ...Time,
      description: "When another key replaces it, by LATCHKEY_KEY_ROTATION. Null if the key isn't active.",
    }),
    removed_at: nullable({
      ...Time,
      description:
        'When the key is removed, once its last token has expired. Null for `next` and `active` keys.',
    }),
  },
  { title: 'SigningKey', description: 'A key that signs tokens. The key itself is never shown.' },
)
export type SigningKeyResource = Static<typeof SigningKey>

const SigningKeyList = object({ data: array(SigningKey) }, { title: 'SigningKeyList' })

export const listSigningKeysEndpoint = endpoint({
  name: 'listSigningKeys',
  method: 'GET',
  paths: ['/api/v1/signing-keys'],
  access: 'system:read',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'system',
  summary: 'List signing keys, oldest first',
  description:
    'Includes keys that are no longer used and not yet removed. To verify tokens, use the key set at `/.well-known/jwks.json`.',
  success: 200,
  reply: SigningKeyList,
  failures: [],
})

export const rotateSigningKeyEndpoint = endpoint({
  name: 'rotateSigningKey',
  method: 'POST',
  paths: ['/api/v1/signing-keys/rotate'],
  access: 'system:write',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'system',
  summary: 'Rotate a signing key',
  description:
    'Publishes the next key immediately; it signs after LATCHKEY_KEY_PUBLISH, when applications that cache the key set have it. No session ends. With `now` it signs immediately, and applications can reject its tokens until their cached key set expires: use this only for a leaked key, whose tokens `latchkey keys revoke` also rejects. While a next key is waiting, the request changes nothing. At most 20 keys per purpose are kept, including retired ones; beyond that the response is 429 until one is removed. Callers with an access token need a sign-in from the last five minutes.',
  body: object(
    { purpose: Purpose, now: optional(boolean({ description: 'False if absent.' })) },
    { title: 'SigningKeyRotation' },
  ),
  success: 200,
  reply: SigningKeyList,
  failures: ['signing_key_not_found', 'reauthentication_required', 'changes_limited'],
})

export const signingKeyEndpoints = [listSigningKeysEndpoint, rotateSigningKeyEndpoint]

export const ServiceState = object(
  {
    version: string({ description: 'The version of Latchkey.', examples: ['0.9.0-rc.1'] }),
    node: string({ description: 'The version of Node.', examples: ['24.21.0'] }),
    started_at: { ...Time, description: 'When the responding process started.' },
    workers: integer({
      description: 'The number of processes that share the ports on this machine (LATCHKEY_WORKERS).',
    }),
    database: object({
      engine: oneOf(['sqlite', 'postgres']),
      version: string({ examples: ['3.50.4', '18.1'] }),
    }),
    backlog: array(Backlog, { description: 'The queued deliveries of this service.' }),
    mail_server: boolean({ description: 'False while email stays in the local mailbox.' }),
    last_backup_at: nullable({
      ...Time,
      description:
        'When `latchkey backup` last backed up this data folder. Null if never, and on PostgreSQL.',
    }),
    certificate_expires_at: nullable({
      ...Time,
      description: 'When the TLS certificate expires. Null without TLS.',
    }),
  },
  { title: 'ServiceState', description: 'The status of a service.' },
)
export type ServiceStateResource = Static<typeof ServiceState>

const state = {
  method: 'GET',
  access: 'system:read',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'system',
  success: 200,
  reply: ServiceState,
  failures: [],
} as const

export const getUserServiceStateEndpoint = endpoint({
  ...state,
  name: 'getUserServiceState',
  paths: ['/api/v1/system/user-service'],
  summary: 'Get the status of the user service',
  description:
    "Returns the version, database and queues of the process that responds. Other processes and machines aren't included.",
})

export const getAuthServiceStateEndpoint = endpoint({
  ...state,
  name: 'getAuthServiceState',
  paths: ['/api/v1/system/authentication-service'],
  summary: 'Get the status of the authentication service',
  description:
    "Returns the version, database and queues of the process that responds. Other processes and machines aren't included.",
})

export const SettingInForce = object(
  {
    name: string({ examples: ['LATCHKEY_AUTH_PORT'] }),
    value: nullable(string({ description: 'The value as written, without secret parts. Null if not set.' })),
    is_hidden: boolean({ description: 'True for a secret, which is shown as asterisks.' }),
    origin: oneOf(['default', 'profile', 'flag', 'environment', 'env file', 'secret file'], {
      description: 'The source of the value.',
    }),
  },
  { title: 'SettingInForce', description: 'An effective setting of the process.' },
)
export type SettingInForceResource = Static<typeof SettingInForce>

export const listSettingsEndpoint = endpoint({
  name: 'listSettings',
  method: 'GET',
  paths: ['/api/v1/system/settings'],
  access: 'system:read',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'system',
  summary: 'List the effective settings and their sources',
  description:
    'Returns the settings of the responding process of the authentication service. A user service that runs elsewhere has its own; run `latchkey settings` there.',
  success: 200,
  reply: object({ data: array(SettingInForce) }, { title: 'SettingList' }),
  failures: [],
})

export const IdentityProviderState = object(
  {
    name: ProviderName,
    title: string({ description: 'The display name.', examples: ['Google'] }),
    kind: oneOf(['google', 'microsoft', 'github', 'apple', 'openid']),
    issuer: string({ description: 'The issuer of its tokens; for GitHub, the URL of the site.' }),
    redirect_uri: string({ description: 'The redirect URI to register at the provider.' }),
    last_answer_at: nullable({
      ...Time,
      description:
        "When the provider last sent this process a valid response. Null if it hasn't since the start.",
    }),
    last_failure_at: nullable({
      ...Time,
      description: 'The last failure in this process since the start.',
    }),
    last_failure: nullable(string({ description: 'The error of the last failure.' })),
  },
  { title: 'IdentityProviderState', description: 'An identity provider for sign-in.' },
)
export type IdentityProviderStateResource = Static<typeof IdentityProviderState>

export const listIdentityProvidersEndpoint = endpoint({
  name: 'listIdentityProviders',
  method: 'GET',
  paths: ['/api/v1/system/identity-providers'],
  access: 'system:read',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'system',
  summary: 'List the configured identity providers and their status',
  description:
    'Lists the providers in the settings, with the last response and failure that the responding process has seen since its start.',
  success: 200,
  reply: object({ data: array(IdentityProviderState) }, { title: 'IdentityProviderStateList' }),
  failures: [],
})

export const IdentityCount = object(
  {
    provider: ProviderName,
    identities: integer({ description: 'The number of linked accounts at the provider.' }),
    last_used_at: nullable({
      ...Time,
      description: 'The last sign-in with such an account, accurate to the day.',
    }),
  },
  { title: 'IdentityCount' },
)
export type IdentityCountResource = Static<typeof IdentityCount>

export const listIdentityCountsEndpoint = endpoint({
  name: 'listIdentityCounts',
  method: 'GET',
  paths: ['/api/v1/system/identities'],
  access: 'system:read',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'system',
  summary: 'Count the linked accounts by provider',
  description:
    'Includes providers that are no longer configured. Examines at most 100,000 accounts; `is_capped` is true if there are more.',
  success: 200,
  reply: object({ data: array(IdentityCount), is_capped: boolean() }, { title: 'IdentityCountList' }),
  failures: [],
})

export const authSystemEndpoints = [
  getAuthServiceStateEndpoint,
  listSettingsEndpoint,
  listIdentityProvidersEndpoint,
]
export const userSystemEndpoints = [getUserServiceStateEndpoint, listIdentityCountsEndpoint]
