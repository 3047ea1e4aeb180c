import type { federatedLoginEndpoints } from '../sign-in/federated-login.ts'
import type { IdentityResource, identityEndpoints } from '../sign-in/identities.ts'
import type { ExamplesOf } from './example.ts'
import { tokenPair } from './people.ts'

const google: IdentityResource = {
  id: '01a1f4d4-77aa-7c31-9f0e-52b6d1c8e0b7',
  provider: 'google',
  issuer: 'https://accounts.google.com',
  subject: '117623398240912837465',
  email: 'ada@example.com',
  added_at: '2026-11-21T09:36:00.000Z',
  last_used_at: null,
}

/** An example for each endpoint about accounts at other providers. */
export const identityExamples = {
  listIdentities: { params: { id: 'me' }, reply: { data: [google] } },
  removeIdentity: { params: { id: 'me', identity_id: google.id } },
} satisfies ExamplesOf<typeof identityEndpoints>

const return_to = 'https://app.example.com/signed-in'
const federatedToken = 'lk_federated_dGhlIGNsaWVudCB0aGF0IGhhcyBiZWd1biBhIGxvZ2lu'

const begun = {
  params: { provider: 'google' },
  body: { return_to },
  reply: {
    authorization_url: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=latchkey&scope=openid',
    federated_token: federatedToken,
    expires_in: 600,
  },
}

const response = {
  federated_token: federatedToken,
  response: 'code=4%2F0AbUR2VM&state=c3RhdGUgb2YgdGhlIGxvZ2lu',
}

/** An example for each endpoint with which people log in, link and step up at a provider. */
export const federatedLoginExamples = {
  listProviders: { reply: { data: [{ name: 'google', title: 'Google', step_up: true }] } },
  beginFederatedLogin: begun,
  completeFederatedLogin: { params: { provider: 'google' }, body: response, reply: tokenPair },
  beginIdentityLink: begun,
  completeIdentityLink: { params: { provider: 'google' }, body: response },
  beginFederatedStepUp: begun,
  completeFederatedStepUp: { params: { provider: 'google' }, body: response, reply: tokenPair },
} satisfies ExamplesOf<typeof federatedLoginEndpoints>
