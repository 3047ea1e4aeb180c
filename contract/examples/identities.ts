import type { IdentityResource, identityEndpoints } from '../login/identities.ts'
import type { ExamplesOf } from './example.ts'

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
