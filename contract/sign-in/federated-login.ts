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
  description: 'Binds the sign-in to the client that started it. Keep it in the client and out of URLs.',
})

const Return = object(
  {
    return_to: string({
      maxLength: 2_048,
      description: 'A URL at one of the origins in `LATCHKEY_RETURN_ORIGINS`.',
    }),
  },
  { title: 'FederatedLoginRequest' },
)

const Begun = object(
  {
    authorization_url: string({ description: 'The URL of the provider to open.' }),
    federated_token: FederatedToken,
    expires_in: integer({ description: 'Seconds within which the user must return.' }),
  },
  { title: 'BegunFederatedLogin' },
)

const responseFields = {
  federated_token: FederatedToken,
  response: string({
    maxLength: 8_192,
    description: 'The unchanged query of the URL to which the user returned.',
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
  summary: 'List the identity providers for sign-in',
  reply: object(
    {
      data: array(
        object({
          name: ProviderName,
          title: string({ description: 'The display name, such as `Google`.' }),
          step_up: optional(
            boolean({ description: 'Whether users can re-authenticate at the provider. Never at GitHub.' }),
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
  summary: 'Start a sign-in with a provider',
  description:
    'For applications with their own pages; the account pages have a button for it. Redirect the user to `authorization_url`. The provider redirects back to Latchkey, and Latchkey to `return_to` with a query that the same client sends to `/complete` within ten minutes.',
  body: Return,
  reply: Begun,
  failures: ['provider_not_found', 'identity_provider_unavailable', 'overloaded'],
})
export type BegunFederatedLoginResource = Static<typeof beginFederatedLoginEndpoint.reply>

export const completeFederatedLoginEndpoint = endpoint({
  ...ofProvider,
  name: 'completeFederatedLogin',
  paths: ['/api/v1/auth/federated/{provider}/complete'],
  summary: 'Complete a sign-in with a provider',
  description:
    'Each response is accepted once, with the `federated_token` of its sign-in. If no user is linked to the account, a user is created when sign-up is open and the provider has reliably verified the email address. Otherwise the response is `identity_unlinked`: use another sign-in method and link the account. A second factor is required as after a password.',
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
  summary: 'Start linking an account at a provider',
  description:
    'Works like a sign-in: redirect the user to `authorization_url`, and send the query with which they return to `/link/complete` within ten minutes. You need a sign-in or re-authentication from the last five minutes, with every factor that your sign-in requires: sign in again, or re-authenticate.',
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
  summary: 'Complete linking an account',
  description:
    "Each response is accepted once, with its `federated_token` and in the session that started it. The sign-in must still be recent: after `reauthentication_required`, re-authenticate and send the same response again. `identity_taken` doesn't reveal which user has the account. The user is notified by email.",
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
  summary: 'Start re-authenticating at a provider',
  description:
    "Use it after `reauthentication_required` (RFC 9470), for users without a password. The provider is asked to authenticate the user again. A provider that doesn't support this (`step_up` in the list of providers) gets `provider_not_found`.",
  body: Return,
  reply: Begun,
  failures: ['provider_not_found', 'forbidden', 'identity_provider_unavailable', 'overloaded'],
})

export const completeFederatedStepUpEndpoint = endpoint({
  ...ofUser,
  name: 'completeFederatedStepUp',
  paths: ['/api/v1/auth/federated/{provider}/step-up/complete'],
  summary: 'Complete re-authentication at a provider',
  description:
    'Returns new tokens of the same session, like POST /api/v1/auth/step-up. The account must be linked to this user, and the provider must confirm that the user authenticated after the request; otherwise the response is `identity_refused`. With a second factor, the response is `second_factor_required` with a `login_token`: continue as in a sign-in (such as `/api/v1/auth/login/totp`), whose response then has the new tokens of this session.',
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
