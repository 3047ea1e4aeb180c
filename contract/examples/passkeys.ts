import type { passkeyLoginEndpoints } from '../sign-in/passkey-login.ts'
import type { PasskeyResource, passkeyEndpoints } from '../sign-in/passkeys.ts'
import type { PasskeyAssertionResource, PasskeyRequestResource } from '../sign-in/webauthn.ts'
import type { ExamplesOf } from './example.ts'
import { loginToken, tokenPair } from './people.ts'

const credentialId = 'c2l4dGVlbiBvciBtb3JlIGJ5dGVzIG9mIGFuIGlk'
const challenge = 'AQGdrI8yIHJhbmRvbSBieXRlcywgYW5kIGEgY29kZSBvdmVyIHRoZW0gdGhhdCBzYXlzIHdoYQ'
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoi4oCmIn0'
const me = { id: 'me' } as const

const laptop: PasskeyResource = {
  id: '01a1f4d4-77aa-7c31-9f0e-52b6d1c8e0a4',
  name: 'Laptop',
  is_synced: true,
  is_refused: false,
  added_at: '2026-11-21T09:36:00.000Z',
  last_used_at: null,
}
const ofLaptop = { id: 'me', passkey_id: laptop.id } as const

const assertion: PasskeyAssertionResource = {
  id: credentialId,
  rawId: credentialId,
  type: 'public-key',
  response: {
    clientDataJSON,
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MdAAAAAA',
    signature: 'MEUCIQDNb3RoaW5nIHRvIHNlZSBoZXJlIGF0IGFsbA',
    userHandle: 'AaH00oweejSwxV0Pap4rcQ',
  },
}

const request: PasskeyRequestResource = {
  public_key: {
    challenge,
    rpId: 'example.com',
    timeout: 300_000,
    userVerification: 'required',
    allowCredentials: [],
  },
  expires_in: 300,
}

/** An example for each endpoint with which a user keeps passkeys. */
export const passkeyExamples = {
  listPasskeys: { params: me, reply: { data: [laptop] } },
  beginPasskey: {
    params: me,
    reply: {
      public_key: {
        challenge,
        rp: { id: 'example.com', name: 'example.com' },
        user: { id: 'AaH00oweejSwxV0Pap4rcQ', name: 'ada', displayName: 'Ada Lovelace' },
        pubKeyCredParams: [
          { type: 'public-key', alg: -8 },
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        timeout: 300_000,
        excludeCredentials: [],
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      },
      expires_in: 300,
    },
  },
  addPasskey: {
    params: me,
    body: {
      credential: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        response: {
          clientDataJSON,
          attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVik',
          transports: ['internal', 'hybrid'],
        },
      },
      name: 'Laptop',
    },
    reply: { passkey: laptop },
  },
  renamePasskey: { params: ofLaptop, body: { name: 'Old laptop' }, reply: { ...laptop, name: 'Old laptop' } },
  removePasskey: { params: ofLaptop },
} satisfies ExamplesOf<typeof passkeyEndpoints>

/** An example for each endpoint with which a user proves a passkey, for a login or a step-up. */
export const passkeyLoginExamples = {
  beginPasskeyLogin: { reply: request },
  logInByPasskey: { body: { credential: assertion, device_name: 'Ada’s laptop' }, reply: tokenPair },
  beginPasskeyStep: { body: { login_token: loginToken }, reply: request },
  completeLoginByPasskey: { body: { login_token: loginToken, credential: assertion }, reply: tokenPair },
  beginPasskeyStepUp: { reply: request },
  stepUpByPasskey: { body: { credential: assertion }, reply: tokenPair },
} satisfies ExamplesOf<typeof passkeyLoginEndpoints>
