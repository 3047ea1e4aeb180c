import { endpoint } from '../declaration/endpoint.ts'
import { Acr, Id, Time } from '../declaration/fields.ts'
import { array, boolean, literal, object, optional, string } from '../declaration/schema.ts'
import { Factors, RecoveryCodes, TotpCode, TotpEnrolment } from './factors.ts'
import { Identity, provenIdentityFields } from './identities.ts'
import { Passkey, PasskeyName } from './passkeys.ts'
import { PasskeyAttestation, PasskeyCreation } from './webauthn.ts'

/** The fields about the person who acts on a page: the user of a living session, which the authentication service has checked. */
export const personFields = { user_id: Id, session_id: Id, authenticated_at: Time, acr: Acr }

const prover = { ...personFields, amr: array(string(), { maxItems: 10 }) }
export const Prover = object(prover, { title: 'Prover' })

const Done = object({ done: literal(true) }, { title: 'Done' })

const act = { method: 'POST', access: 'service', tag: 'internal', success: 200 } as const

const changing = ['user_not_found', 'forbidden', 'reauthentication_required'] as const

export const findOwnFactorsEndpoint = endpoint({
  ...act,
  name: 'findOwnFactors',
  paths: ['/internal/own-account/factors'],
  summary: 'One’s own ways in, for the pages that show and change them',
  body: Prover,
  reply: object(
    {
      factors: Factors,
      passkeys: array(Passkey),
      identities: optional(
        array(Identity, { description: 'Absent from a user service of the version before.' }),
      ),
      is_proof_fresh: boolean({ description: 'Whether the session may change a way in at this moment.' }),
    },
    { title: 'OwnFactors' },
  ),
  failures: ['user_not_found'],
})

export const countActOnOtherEndpoint = endpoint({
  ...act,
  name: 'countActOnOther',
  paths: ['/internal/own-account/count-act'],
  summary: 'Count that a session ends the sessions of somebody else',
  body: Prover,
  reply: Done,
  failures: ['user_not_found', 'reauthentication_required'],
})

export const enrolOwnTotpEndpoint = endpoint({
  ...act,
  name: 'enrolOwnTotp',
  paths: ['/internal/own-account/enrol-totp'],
  summary: 'Begin to add an authenticator app on a page',
  body: Prover,
  reply: TotpEnrolment,
  failures: changing,
})

export const confirmOwnTotpEndpoint = endpoint({
  ...act,
  name: 'confirmOwnTotp',
  paths: ['/internal/own-account/confirm-totp'],
  summary: 'Confirm the authenticator app on a page',
  body: object({ ...prover, code: TotpCode }, { title: 'OwnTotpConfirmation' }),
  reply: object({ recovery_codes: optional(RecoveryCodes) }, { title: 'ConfirmedOwnTotp' }),
  failures: [...changing, 'second_factor_invalid', 'enrolment_not_found'],
})

export const removeOwnTotpEndpoint = endpoint({
  ...act,
  name: 'removeOwnTotp',
  paths: ['/internal/own-account/remove-totp'],
  summary: 'Remove the authenticator app on a page',
  body: Prover,
  reply: Done,
  failures: [...changing, 'factor_not_found'],
})

export const makeOwnRecoveryCodesEndpoint = endpoint({
  ...act,
  name: 'makeOwnRecoveryCodes',
  paths: ['/internal/own-account/recovery-codes'],
  summary: 'Make ten new recovery codes on a page',
  body: Prover,
  reply: object({ recovery_codes: RecoveryCodes }, { title: 'MadeOwnRecoveryCodes' }),
  failures: [...changing, 'factor_not_found'],
})

export const beginOwnPasskeyEndpoint = endpoint({
  ...act,
  name: 'beginOwnPasskey',
  paths: ['/internal/own-account/passkey-options'],
  summary: 'Begin to add a passkey on a page',
  body: Prover,
  reply: PasskeyCreation,
  failures: [...changing, 'passkeys_off'],
})

export const addOwnPasskeyEndpoint = endpoint({
  ...act,
  name: 'addOwnPasskey',
  paths: ['/internal/own-account/add-passkey'],
  summary: 'Add a passkey on a page',
  body: object(
    { ...prover, credential: PasskeyAttestation, name: optional(PasskeyName) },
    { title: 'NewOwnPasskey' },
  ),
  reply: object({ recovery_codes: optional(RecoveryCodes) }, { title: 'AddedOwnPasskey' }),
  failures: [...changing, 'passkeys_off', 'passkey_invalid', 'passkey_taken', 'too_many_passkeys'],
})

export const renameOwnPasskeyEndpoint = endpoint({
  ...act,
  name: 'renameOwnPasskey',
  paths: ['/internal/own-account/rename-passkey'],
  summary: 'Give a passkey another name on a page',
  body: object({ ...prover, passkey_id: Id, name: PasskeyName }, { title: 'OwnPasskeyName' }),
  reply: Done,
  failures: ['forbidden', 'factor_not_found'],
})

export const removeOwnPasskeyEndpoint = endpoint({
  ...act,
  name: 'removeOwnPasskey',
  paths: ['/internal/own-account/remove-passkey'],
  summary: 'Remove a passkey on a page',
  body: object({ ...prover, passkey_id: Id }, { title: 'RemovedOwnPasskey' }),
  reply: Done,
  failures: [...changing, 'factor_not_found', 'last_way_in'],
})

export const linkOwnIdentityEndpoint = endpoint({
  ...act,
  name: 'linkOwnIdentity',
  paths: ['/internal/own-account/link-identity'],
  summary: 'Link an account at a provider on a page, after both were proven',
  body: object({ ...prover, ...provenIdentityFields }, { title: 'NewOwnIdentity' }),
  reply: Done,
  failures: [...changing, 'identity_taken', 'too_many_identities', 'email_unverified'],
})

export const removeOwnIdentityEndpoint = endpoint({
  ...act,
  name: 'removeOwnIdentity',
  paths: ['/internal/own-account/remove-identity'],
  summary: 'Unlink an account at a provider on a page',
  body: object({ ...prover, identity_id: Id }, { title: 'RemovedOwnIdentity' }),
  reply: Done,
  failures: [...changing, 'identity_not_found', 'last_way_in'],
})

/**
 * The operations behind the account pages that change a person's own ways to sign in. The authentication service calls them on
 * behalf of the user of a session. `countActOnOther` is beside them, because it asks for the same proof of that user.
 */
export const ownFactorEndpoints = [
  findOwnFactorsEndpoint,
  countActOnOtherEndpoint,
  enrolOwnTotpEndpoint,
  confirmOwnTotpEndpoint,
  removeOwnTotpEndpoint,
  makeOwnRecoveryCodesEndpoint,
  beginOwnPasskeyEndpoint,
  addOwnPasskeyEndpoint,
  renameOwnPasskeyEndpoint,
  removeOwnPasskeyEndpoint,
  linkOwnIdentityEndpoint,
  removeOwnIdentityEndpoint,
]

export type OwnFactorEndpoint = (typeof ownFactorEndpoints)[number]
