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

const Purpose = oneOf(keyPurposes, { description: 'Which tokens the key signs.' })

export const SigningKey = object(
  {
    kid: string({
      description: 'As in the header of the tokens, and in the key set for all but refresh tokens.',
    }),
    purpose: Purpose,
    algorithm: string({ examples: ['EdDSA', 'HS256'] }),
    status: oneOf(['next', 'active', 'retired', 'revoked'], {
      description:
        '`next` is published and does not sign yet, `active` signs, what a `retired` key has signed is good until it expires, and what a `revoked` one has signed is refused.',
    }),
    created_at: Time,
    signs_from: nullable({ ...Time, description: 'When it began to sign, or will. Null if it never did.' }),
    retires_at: nullable({
      ...Time,
      description: 'When another key takes its place, by LATCHKEY_KEY_ROTATION. Null unless it is active.',
    }),
    removed_at: nullable({
      ...Time,
      description: 'When it goes, with the last token that it has signed. Null for a key that signs or will.',
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
  summary: 'The signing keys and their ages, oldest first',
  description:
    'All of them, also those that are no longer used and not removed yet. For checking tokens, take the key set at `/.well-known/jwks.json`.',
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
  summary: 'Replace a signing key before its time',
  description:
    'The next key is published at once, and signs after LATCHKEY_KEY_PUBLISH, when everybody who keeps the key set has it. No session ends. With `now` it signs at once, and applications that keep the key set may refuse tokens for as long as they keep it: for a key that leaked, which `latchkey keys revoke` refuses as well. A user must have logged in within the last five minutes. Repeating it while a next key waits changes nothing. At most 20 keys of a purpose are kept, retired ones included; beyond that the response is 429 until one of them is removed.',
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
    version: string({ description: 'The version of Latchkey.', examples: ['0.1.0'] }),
    node: string({ description: 'The version of Node.', examples: ['24.21.0'] }),
    started_at: { ...Time, description: 'When the process started that answered.' },
    workers: integer({
      description: 'How many processes share the ports on this machine (LATCHKEY_WORKERS).',
    }),
    database: object({
      engine: oneOf(['sqlite', 'postgres']),
      version: string({ examples: ['3.50.4', '18.1'] }),
    }),
    backlog: array(Backlog, { description: 'What waits in this service to be delivered.' }),
    mail_server: boolean({ description: 'False while mail stays in the mailbox of this machine.' }),
    last_backup_at: nullable({
      ...Time,
      description:
        'When `latchkey backup` last wrote one of this data folder; null if never, and on PostgreSQL.',
    }),
    certificate_expires_at: nullable({
      ...Time,
      description: 'When the certificate that is served here expires; null where TLS is off.',
    }),
  },
  { title: 'ServiceState', description: 'What a service knows of itself.' },
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
  summary: 'How the user service is',
  description:
    'Its version, its database, and what waits in it. Of several processes or machines, one answers for itself.',
})

export const getAuthServiceStateEndpoint = endpoint({
  ...state,
  name: 'getAuthServiceState',
  paths: ['/api/v1/system/authentication-service'],
  summary: 'How the authentication service is',
  description:
    'Its version, its database, and what waits in it. Of several processes or machines, one answers for itself.',
})

export const SettingInForce = object(
  {
    name: string({ examples: ['LATCHKEY_AUTH_PORT'] }),
    value: nullable(
      string({ description: 'As it was written, without its secret parts; null if it is not set.' }),
    ),
    is_hidden: boolean({ description: 'True for a secret, of which only asterisks are shown.' }),
    origin: oneOf(['default', 'profile', 'flag', 'environment', 'env file', 'secret file'], {
      description: 'Where the value is from.',
    }),
  },
  { title: 'SettingInForce', description: 'A setting, as the process uses it.' },
)
export type SettingInForceResource = Static<typeof SettingInForce>

export const listSettingsEndpoint = endpoint({
  name: 'listSettings',
  method: 'GET',
  paths: ['/api/v1/system/settings'],
  access: 'system:read',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'system',
  summary: 'The settings in force, and where they are from',
  description:
    'Of the process of the authentication service that answers. A user service that runs elsewhere has settings of its own, which `latchkey settings` shows there.',
  success: 200,
  reply: object({ data: array(SettingInForce) }, { title: 'SettingList' }),
  failures: [],
})

export const IdentityProviderState = object(
  {
    name: ProviderName,
    title: string({ description: 'What people call it.', examples: ['Google'] }),
    kind: oneOf(['google', 'microsoft', 'github', 'apple', 'openid']),
    issuer: string({ description: 'Who signs what it says; for GitHub the address of the site.' }),
    redirect_uri: string({ description: 'The address that must be entered at the provider.' }),
    last_answer_at: nullable({
      ...Time,
      description: 'When it last answered this process as it must; null if not since the start.',
    }),
    last_failure_at: nullable({
      ...Time,
      description: 'When it last failed, for this process since the start.',
    }),
    last_failure: nullable(string({ description: 'What was wrong then.' })),
  },
  { title: 'IdentityProviderState', description: 'A provider with whose accounts people can sign in.' },
)
export type IdentityProviderStateResource = Static<typeof IdentityProviderState>

export const listIdentityProvidersEndpoint = endpoint({
  name: 'listIdentityProviders',
  method: 'GET',
  paths: ['/api/v1/system/identity-providers'],
  access: 'system:read',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'system',
  summary: 'The providers of identities that are set up, and whether they answer',
  description: 'Those of the settings. What one process has seen since its start; others may have seen more.',
  success: 200,
  reply: object({ data: array(IdentityProviderState) }, { title: 'IdentityProviderStateList' }),
  failures: [],
})

export const IdentityCount = object(
  {
    provider: ProviderName,
    identities: integer({ description: 'How many accounts there users sign in with.' }),
    last_used_at: nullable({
      ...Time,
      description: 'When somebody last signed in with one; exact to a day.',
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
  summary: 'How many accounts at each provider users sign in with',
  description:
    'Also at providers that are not set up any more. 100,000 accounts are looked at, at most: `is_capped` says that there are more.',
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
