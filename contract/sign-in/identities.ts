import { endpoint } from '../declaration/endpoint.ts'
import { DisplayName, Id, Locale, Time, UserIdPath } from '../declaration/fields.ts'
import { SessionsPending } from '../declaration/reply-headers.ts'
import {
  array,
  boolean,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  string,
} from '../declaration/schema.ts'
import { ProvenUser } from './factors.ts'

/**
 * The name of a provider in the settings. It is also a part of the URL to which the provider redirects the browser after a
 * login.
 */
export const ProviderName = string({
  minLength: 1,
  maxLength: 32,
  pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$',
  inWords: 'must have only lower-case letters, digits and hyphens, and begin and end with a letter or digit',
  description: 'The name of the provider in the settings, such as `google`.',
  examples: ['google'],
})

const Issuer = string({
  minLength: 1,
  maxLength: 500,
  description: 'The issuer of the provider (OpenID Connect), or its URL.',
})
const Subject = string({
  minLength: 1,
  maxLength: 255,
  description: 'The id of the user at the provider, which is never reused there.',
})
const ToldEmail = string({
  maxLength: 254,
  description: "The email address from the provider. It isn't used to find a user.",
})

export const Identity = object(
  {
    id: Id,
    provider: ProviderName,
    issuer: Issuer,
    subject: Subject,
    email: nullable(ToldEmail),
    added_at: Time,
    last_used_at: nullable(string({ format: 'date-time', description: 'Accurate to the day.' })),
  },
  { title: 'Identity' },
)
export type IdentityResource = Static<typeof Identity>

const ofUser = { tag: 'identities', params: UserIdPath, access: 'signed_in' } as const

export const listIdentitiesEndpoint = endpoint({
  ...ofUser,
  name: 'listIdentities',
  method: 'GET',
  paths: ['/api/v1/users/{id}/identities'],
  summary: 'List the linked accounts of a user',
  description:
    'Lists at most 20 accounts at identity providers. Your own, or those of any user with the scope `users:read`.',
  success: 200,
  reply: object({ data: array(Identity) }, { title: 'IdentityList' }),
  failures: ['user_not_found'],
})

export const removeIdentityEndpoint = endpoint({
  ...ofUser,
  params: object({
    id: string({ maxLength: 100, description: 'The id of the user.' }),
    identity_id: string({ maxLength: 100, description: 'The id of the identity.' }),
  }),
  name: 'removeIdentity',
  ownOnly: true,
  method: 'DELETE',
  paths: ['/api/v1/users/{id}/identities/{identity_id}'],
  summary: 'Unlink an account at a provider',
  description:
    "For yourself only. Takes effect before the response is sent, and ends every other session. The last sign-in method can't be removed. You need a sign-in or re-authentication from the last five minutes, with every factor that your sign-in requires: sign in again, or re-authenticate.",
  success: 204,
  headers: SessionsPending,
  failures: ['user_not_found', 'forbidden', 'reauthentication_required', 'identity_not_found', 'last_way_in'],
})

export const identityEndpoints = [listIdentitiesEndpoint, removeIdentityEndpoint]

/** The identity of a person that a provider has proven, as the authentication service has checked it. */
export const provenIdentityFields = {
  provider: ProviderName,
  issuer: Issuer,
  subject: Subject,
  email: nullable(ToldEmail),
  email_verified: boolean({ description: 'By the rule for this provider, never by its word alone.' }),
}

const internal = { method: 'POST', access: 'service', tag: 'internal', success: 200 } as const

/**
 * The purposes for which a provider authenticates a person: a login, or a step-up, which is a new authentication of a user who is
 * logged in.
 */
export const identityPurposes = ['login', 'step_up'] as const

export const proveIdentityEndpoint = endpoint({
  ...internal,
  name: 'proveIdentity',
  paths: ['/internal/prove-identity'],
  summary: 'Whose identity this is',
  description:
    'By issuer and subject alone, never by the address. `identity_not_found` also for a user who may not log in.',
  body: object(
    { purpose: oneOf(identityPurposes), ...provenIdentityFields, user_id: optional(Id) },
    { title: 'IdentityProof' },
  ),
  reply: ProvenUser,
  failures: ['identity_not_found'],
})

export const signUpByIdentityEndpoint = endpoint({
  ...internal,
  name: 'signUpByIdentity',
  paths: ['/internal/sign-up-by-identity'],
  summary: 'Make a user of an identity that nobody has, whose address the provider has verified',
  body: object(
    {
      ...provenIdentityFields,
      name: optional(DisplayName),
      locale: optional(Locale),
      address: string({ maxLength: 100 }),
      is_passed_on: boolean({ description: 'Whether a proxy has passed the request of the client on.' }),
    },
    { title: 'IdentitySignUp' },
  ),
  reply: ProvenUser,
  failures: ['identity_taken', 'email_taken', 'email_unverified', 'signup_closed', 'signup_limited'],
})

export const internalIdentityEndpoints = [proveIdentityEndpoint, signUpByIdentityEndpoint]
