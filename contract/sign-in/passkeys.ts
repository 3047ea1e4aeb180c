import { endpoint } from '../declaration/endpoint.ts'
import { Id, KeyName, Time, UserIdPath } from '../declaration/fields.ts'
import { SessionsPending } from '../declaration/reply-headers.ts'
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
import { factorEndpoints, ProvenUser, RecoveryCodes } from './factors.ts'
import { PasskeyAssertion, PasskeyAttestation, PasskeyCreation } from './webauthn.ts'

export const PasskeyName = { ...KeyName, description: 'The name of the passkey in the list of its user.' }

export const Passkey = object(
  {
    id: Id,
    name: PasskeyName,
    is_synced: boolean({
      description: 'Whether the passkey can be synced to other devices of its user, as password managers do.',
    }),
    is_refused: boolean({
      description:
        'Whether the passkey is rejected because its counter went backwards, which indicates a copy. Remove it and add another.',
    }),
    added_at: Time,
    last_used_at: nullable(string({ format: 'date-time', description: 'Accurate to the day.' })),
  },
  { title: 'Passkey' },
)
export type PasskeyResource = Static<typeof Passkey>

const ofUser = { tag: 'passkeys', params: UserIdPath, access: 'signed_in' } as const
const ofPasskey = {
  ...ofUser,
  params: object({
    id: string({ maxLength: 100, description: 'The id of the user.' }),
    passkey_id: string({ maxLength: 100, description: 'The id of the passkey.' }),
  }),
} as const
const proof =
  'You need a sign-in or re-authentication from the last five minutes, with every factor that your sign-in requires: sign in again, or re-authenticate.'

export const listPasskeysEndpoint = endpoint({
  ...ofUser,
  name: 'listPasskeys',
  method: 'GET',
  paths: ['/api/v1/users/{id}/passkeys'],
  summary: 'List the passkeys of a user',
  description: 'Your own, or those of any user with the scope `users:read`. At most 20.',
  success: 200,
  reply: object({ data: array(Passkey) }, { title: 'PasskeyList' }),
  failures: ['user_not_found'],
})

export const beginPasskeyEndpoint = endpoint({
  ...ofUser,
  name: 'beginPasskey',
  ownOnly: true,
  method: 'POST',
  paths: ['/api/v1/users/{id}/passkeys/options'],
  summary: 'Start adding a passkey',
  description: `For yourself only. Nothing is stored yet. ${proof}`,
  success: 200,
  reply: PasskeyCreation,
  failures: [
    'user_not_found',
    'forbidden',
    'reauthentication_required',
    'passkeys_off',
    'auth_service_outdated',
  ],
})

export const addPasskeyEndpoint = endpoint({
  ...ofUser,
  name: 'addPasskey',
  ownOnly: true,
  method: 'POST',
  paths: ['/api/v1/users/{id}/passkeys'],
  summary: 'Add a passkey created by the browser',
  description: `For yourself only, at most 20. The passkey signs in without a password. With a password it is a second factor, which sign-ins require from now on. If you have no recovery codes yet, the response contains them. ${proof}`,
  body: object({ credential: PasskeyAttestation, name: optional(PasskeyName) }, { title: 'NewPasskey' }),
  success: 201,
  reply: object({ passkey: Passkey, recovery_codes: optional(RecoveryCodes) }, { title: 'AddedPasskey' }),
  failures: [
    'user_not_found',
    'forbidden',
    'reauthentication_required',
    'passkeys_off',
    'passkey_invalid',
    'passkey_taken',
    'too_many_passkeys',
    'auth_service_outdated',
  ],
  // The status is 400 and not 401, because the access token is valid: after a 401, clients would refresh it or log the user
  // out.
  statuses: { passkey_invalid: 400 },
})

export const renamePasskeyEndpoint = endpoint({
  ...ofPasskey,
  name: 'renamePasskey',
  ownOnly: true,
  method: 'PATCH',
  paths: ['/api/v1/users/{id}/passkeys/{passkey_id}'],
  summary: 'Rename a passkey',
  description: 'For yourself only.',
  body: object({ name: PasskeyName }, { title: 'PasskeyChange' }),
  success: 200,
  reply: Passkey,
  failures: ['forbidden', 'factor_not_found'],
})

export const removePasskeyEndpoint = endpoint({
  ...ofPasskey,
  name: 'removePasskey',
  ownOnly: true,
  method: 'DELETE',
  paths: ['/api/v1/users/{id}/passkeys/{passkey_id}'],
  summary: 'Remove a passkey',
  description: `For yourself only. Takes effect before the response is sent, and ends every other session. Without another second factor, the recovery codes are removed too. ${proof}`,
  success: 204,
  headers: SessionsPending,
  failures: ['user_not_found', 'forbidden', 'reauthentication_required', 'factor_not_found', 'last_way_in'],
})

export const passkeyEndpoints = [
  listPasskeysEndpoint,
  beginPasskeyEndpoint,
  addPasskeyEndpoint,
  renamePasskeyEndpoint,
  removePasskeyEndpoint,
]

/** The endpoints of all second factors, with which a login may continue after the password. */
export const secondFactorEndpoints = [...factorEndpoints, ...passkeyEndpoints]

/** The purposes for which a passkey is used. A challenge that was made for one purpose is refused for every other one. */
export const passkeyPurposes = ['login', 'second_factor', 'step_up'] as const
export type PasskeyPurpose = (typeof passkeyPurposes)[number]

export const provePasskeyEndpoint = endpoint({
  name: 'provePasskey',
  method: 'POST',
  access: 'service',
  tag: 'internal',
  paths: ['/internal/prove-passkey'],
  summary: 'Check an assertion of a passkey and use its challenge up',
  description:
    '`user_id` must own the passkey; it is absent for a login without a password. `login_expired` when the user, the password or a factor has changed since the other two.',
  body: object(
    {
      purpose: oneOf(passkeyPurposes),
      bound_to: string({ maxLength: 200, description: 'As when the challenge was made.' }),
      credential: PasskeyAssertion,
      user_id: optional(Id),
      session_epoch: optional(integer()),
      factors_version: optional(integer()),
    },
    { title: 'PasskeyProof' },
  ),
  success: 200,
  reply: object(
    {
      proven: ProvenUser,
      amr: array(string(), {
        description: '`swk` for a passkey that may be copied, otherwise `hwk`; and `user` (RFC 8176).',
      }),
    },
    { title: 'ProvenPasskey' },
  ),
  failures: ['passkey_invalid', 'passkeys_off', 'login_expired'],
})
