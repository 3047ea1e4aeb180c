import { endpoint } from '../declaration/endpoint.ts'
import { array, integer, object, optional, type Static, string } from '../declaration/schema.ts'
import { DeviceName, Locale } from '../fields.ts'
import { ProviderName } from './identities.ts'
import { DeviceToken } from './login-steps.ts'
import { TokenPair } from './token-pair.ts'

const at = { tag: 'identities', access: 'anyone', success: 200 } as const
const ofProvider = { ...at, method: 'POST', params: object({ provider: ProviderName }) } as const

const FederatedToken = string({
  minLength: 20,
  maxLength: 200,
  description:
    'Proves that the login is completed where it was begun. Keep it in the client, out of every URL.',
})

export const listProvidersEndpoint = endpoint({
  ...at,
  name: 'listProviders',
  method: 'GET',
  paths: ['/api/v1/auth/federated'],
  summary: 'The providers with whose accounts people can log in here',
  reply: object(
    {
      data: array(
        object({ name: ProviderName, title: string({ description: 'What people call it: `Google`.' }) }),
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
  body: object(
    {
      return_to: string({
        maxLength: 2_048,
        description: 'A URL of one of the origins in `LATCHKEY_RETURN_ORIGINS`.',
      }),
    },
    { title: 'FederatedLoginRequest' },
  ),
  reply: object(
    {
      authorization_url: string({ description: 'A page of the provider.' }),
      federated_token: FederatedToken,
      expires_in: integer({ description: 'Seconds until the person must be back.' }),
    },
    { title: 'BegunFederatedLogin' },
  ),
  failures: ['provider_not_found', 'identity_provider_unavailable', 'overloaded'],
})
export type BegunFederatedLoginResource = Static<typeof beginFederatedLoginEndpoint.reply>

export const completeFederatedLoginEndpoint = endpoint({
  ...ofProvider,
  name: 'completeFederatedLogin',
  paths: ['/api/v1/auth/federated/{provider}/complete'],
  summary: 'Log in with what a provider has answered',
  description:
    'A response counts once, and with the `federated_token` of its login only. A person whom nobody is here becomes a user where sign-up is open and the provider has surely verified the address. Otherwise `identity_unlinked`: log in in another way, and link the account on the account pages. A second factor is asked for as after a password.',
  body: object(
    {
      federated_token: FederatedToken,
      response: string({
        maxLength: 8_192,
        description: 'The query of the URL that the person came back with, as it is.',
      }),
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

export const federatedLoginEndpoints = [
  listProvidersEndpoint,
  beginFederatedLoginEndpoint,
  completeFederatedLoginEndpoint,
]
