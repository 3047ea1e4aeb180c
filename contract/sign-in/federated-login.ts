import { endpoint } from '../declaration/endpoint.ts'
import { DeviceName, Locale } from '../declaration/fields.ts'
import { array, boolean, integer, object, optional, type Static, string } from '../declaration/schema.ts'
import { ProviderName } from './identities.ts'
import { DeviceToken } from './login-steps.ts'
import { TokenPair } from './token-pair.ts'

const at = { tag: 'identities', access: 'anyone', success: 200 } as const
const ofProvider = { ...at, method: 'POST', params: object({ provider: ProviderName }) } as const
const ofUser = { ...ofProvider, access: 'signed_in' } as const

const FederatedToken = string({
  minLength: 20,
  maxLength: 200,
  description:
    'Proves that the login is completed where it was begun. Keep it in the client, out of every URL.',
})

const Return = object(
  {
    return_to: string({
      maxLength: 2_048,
      description: 'A URL of one of the origins in `LATCHKEY_RETURN_ORIGINS`.',
    }),
  },
  { title: 'FederatedLoginRequest' },
)

const Begun = object(
  {
    authorization_url: string({ description: 'A page of the provider.' }),
    federated_token: FederatedToken,
    expires_in: integer({ description: 'Seconds until the person must be back.' }),
  },
  { title: 'BegunFederatedLogin' },
)

const responseFields = {
  federated_token: FederatedToken,
  response: string({
    maxLength: 8_192,
    description: 'The query of the URL that the person came back with, as it is.',
  }),
}

/** The body of a request in which a signed-in user passes on the response of a provider. */
const Response = object(responseFields, { title: 'FederatedResponse' })

/**
 * The statuses of these failures where a user is signed in. They are 400 and not 401, because the access token is valid: after a
 * 401, clients would refresh it or log the user out.
 */
const whereSignedIn = { login_expired: 400, identity_refused: 400, identity_code_refused: 400 } as const

export const listProvidersEndpoint = endpoint({
  ...at,
  name: 'listProviders',
  method: 'GET',
  paths: ['/api/v1/auth/federated'],
  summary: 'The providers with whose accounts people can log in here',
  reply: object(
    {
      data: array(
        object({
          name: ProviderName,
          title: string({ description: 'What people call it: `Google`.' }),
          step_up: optional(
            boolean({ description: 'Whether people can prove there anew who they are. Not at GitHub.' }),
          ),
        }),
      ),
    },
    { title: 'ProviderList' },
  ),
  failures: [],
})

export const beginFederatedLoginEndpoint = endpoint({
  ...ofProvider,
  name: 'beginFederatedLogin',
  paths: ['/api/v1/auth/federated/{provider}'],
  summary: 'Begin a login with an account at a provider',
  description:
    'For applications with pages of their own; the account pages have a button. Lead the person to `authorization_url`. The provider leads back here, and from here to `return_to`, with a query that the same client sends to `/complete` within ten minutes.',
  body: Return,
  reply: Begun,
  failures: ['provider_not_found', 'identity_provider_unavailable', 'overloaded'],
})
export type BegunFederatedLoginResource = Static<typeof beginFederatedLoginEndpoint.reply>

export const completeFederatedLoginEndpoint = endpoint({
  ...ofProvider,
  name: 'completeFederatedLogin',
  paths: ['/api/v1/auth/federated/{provider}/complete'],
  summary: 'Log in with what a provider has answered',
  description:
    'A response counts once, and with the `federated_token` of its login only. A person whom nobody is here becomes a user where sign-up is open and the provider has surely verified the address. Otherwise `identity_unlinked`: log in in another way, and link the account. A second factor is asked for as after a password.',
  body: object(
    {
      ...responseFields,
      device_name: optional(DeviceName),
      device_token: optional(DeviceToken),
      locale: optional(Locale),
    },
    { title: 'FederatedLogin' },
  ),
  reply: TokenPair,
  failures: [
    'provider_not_found',
    'login_expired',
    'identity_refused',
    'identity_code_refused',
    'identity_unlinked',
    'second_factor_required',
    'second_factor_enrolment_required',
    'sessions_limited',
    'signup_limited',
    'identity_provider_unavailable',
    'overloaded',
    'user_service_unavailable',
  ],
})

export const beginIdentityLinkEndpoint = endpoint({
  ...ofUser,
  name: 'beginIdentityLink',
  paths: ['/api/v1/auth/federated/{provider}/link'],
  summary: 'Begin to link an account at a provider to oneself',
  description:
    'It needs a proof, at most five minutes old, of everything that a login of this user asks for: log in again, or step up. Then as a login: lead the person to `authorization_url`, and send what they come back with to `/link/complete` within ten minutes.',
  body: Return,
  reply: Begun,
  failures: [
    'provider_not_found',
    'forbidden',
    'reauthentication_required',
    'identity_provider_unavailable',
    'overloaded',
    'user_service_unavailable',
  ],
})

export const completeIdentityLinkEndpoint = endpoint({
  ...ofUser,
  name: 'completeIdentityLink',
  paths: ['/api/v1/auth/federated/{provider}/link/complete'],
  summary: 'Link the account that a provider has proven',
  description:
    'A response counts once, with the `federated_token` of its link, and in the session that began it. The proof of the user must still be fresh: after `reauthentication_required`, step up and send the same response again. `identity_taken` does not say whose the account is. The user is told by mail.',
  body: Response,
  success: 204,
  failures: [
    'provider_not_found',
    'forbidden',
    'login_expired',
    'identity_refused',
    'identity_code_refused',
    'reauthentication_required',
    'identity_taken',
    'too_many_identities',
    'email_unverified',
    'identity_provider_unavailable',
    'overloaded',
    'user_service_unavailable',
  ],
  statuses: whereSignedIn,
})

export const beginFederatedStepUpEndpoint = endpoint({
  ...ofUser,
  name: 'beginFederatedStepUp',
  paths: ['/api/v1/auth/federated/{provider}/step-up'],
  summary: 'Begin to prove at a provider who one is, for what needs a fresh proof',
  description:
    'After `reauthentication_required` (RFC 9470), for users without a password. The provider is asked to have the person prove it anew. `provider_not_found` also for a provider that cannot be asked for that (`step_up` in the list of providers).',
  body: Return,
  reply: Begun,
  failures: ['provider_not_found', 'forbidden', 'identity_provider_unavailable', 'overloaded'],
})

export const completeFederatedStepUpEndpoint = endpoint({
  ...ofUser,
  name: 'completeFederatedStepUp',
  paths: ['/api/v1/auth/federated/{provider}/step-up/complete'],
  summary: 'Prove by what a provider has answered who one is',
  description:
    'The reply is a new pair of tokens of the same session, as after POST /api/v1/auth/step-up. The account must be linked to this user, and the provider must say that the person has authenticated after it was asked; otherwise `identity_refused`. A user with a second factor gets `second_factor_required` with a `login_token`, and gives it as in a login (`/api/v1/auth/login/totp` and its neighbours): the reply there is then the new pair of this session.',
  body: Response,
  reply: TokenPair,
  failures: [
    'provider_not_found',
    'forbidden',
    'login_expired',
    'identity_refused',
    'identity_code_refused',
    'second_factor_required',
    'identity_provider_unavailable',
    'overloaded',
    'user_service_unavailable',
  ],
  statuses: { ...whereSignedIn, second_factor_required: 400 },
})

export const federatedLoginEndpoints = [
  listProvidersEndpoint,
  beginFederatedLoginEndpoint,
  completeFederatedLoginEndpoint,
  beginIdentityLinkEndpoint,
  completeIdentityLinkEndpoint,
  beginFederatedStepUpEndpoint,
  completeFederatedStepUpEndpoint,
]
