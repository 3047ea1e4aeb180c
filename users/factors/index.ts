/**
 * # Second factors
 *
 * Besides the password, a user may have *second factors*: an authenticator app (TOTP), passkeys, and *recovery codes*, which
 * replace a lost factor. A passkey is also a way to sign in by itself. The secrets of apps and codes are stored encrypted
 * (`core/factor-secrets.ts`); of a passkey there is only a public key. The *version* of a user's factors rises with each
 * change.
 *
 * Ada adds an app: `totp/enrol-totp.ts` makes a secret and stores it as an *enrolment*, her phone shows a code, and
 * `totp/confirm-totp.ts` makes a factor of the enrolment, gives her recovery codes and sends a notice
 * (`core/record-factor-change.ts`). If the app replaces another one, her other sessions end. From now on `credentials` answers a
 * right password with her `second_factors`, the authentication service asks for a code and sends it here: `prove-factor.ts`
 * checks the code and uses it up, whether or not a session follows. To add a passkey, `passkeys/begin-passkey.ts` makes a
 * challenge, and `add-passkey.ts` verifies what the device signed (`passkeys/verification/`) and stores the public key.
 * `prove-passkey.ts` checks it at a login.
 *
 * Only Ada changes her own factors, after a fresh sign-in (`users/core/lock-own.ts`). An admin may reset them all
 * (`reset-factors.ts`). When she reports a theft, `remove-factors-since.ts` removes those that the thief added.
 */
import type { KeyObject } from 'node:crypto'
import { factorEndpoints, internalFactorEndpoints } from '#contract/sign-in/factors.ts'
import {
  addOwnPasskeyEndpoint,
  beginOwnPasskeyEndpoint,
  confirmOwnTotpEndpoint,
  enrolOwnTotpEndpoint,
  makeOwnRecoveryCodesEndpoint,
  removeOwnPasskeyEndpoint,
  removeOwnTotpEndpoint,
  renameOwnPasskeyEndpoint,
} from '#contract/sign-in/own-factors.ts'
import { passkeyEndpoints, provePasskeyEndpoint } from '#contract/sign-in/passkeys.ts'
import type { RelyingParty } from '#contract/sign-in/webauthn.ts'
import { lazily } from '#runtime/lazily.ts'
import { changeCounter } from '#runtime/limits/limit-changes.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Users } from '../core/users.ts'
import { forgetFactors } from './forget-factors.ts'
import { usedChallenges } from './passkeys/used-challenge-store.ts'
import { resealFactors } from './reseal-factors.ts'
import { expiredEnrolments } from './totp/totp-store.ts'

/** Encrypts the secret of a factor. */
export { sealFactor } from './core/factor-secrets.ts'
/** Removes the factors that were added since a time, when their owner reports a theft. */
export { removeFactorsSince } from './remove-factors-since.ts'
/** The factors with which a user can complete a login; and a user with them, as the authentication service receives it. */
export { findSecondFactors, toValidatedUser } from './second-factors.ts'
/** The parameters by which an authenticator app makes codes: algorithm, digits and period. */
export type { TotpForm } from './totp/totp.ts'
/** Stores an authenticator app. */
export { putTotp } from './totp/totp-store.ts'

/** Loads `findOwnFactors`, which returns what the account page shows of factors, with the first request for the page. */
export const loadOwnFactors = lazily(() => import('./find-own-factors.ts'))

const loadRoutes = lazily(() => import('./routes.ts'))
const loadRpcs = lazily(() => import('./rpcs.ts'))

/** The endpoints with which the account pages change factors. */
const ownFactors = [
  enrolOwnTotpEndpoint,
  confirmOwnTotpEndpoint,
  removeOwnTotpEndpoint,
  makeOwnRecoveryCodesEndpoint,
  beginOwnPasskeyEndpoint,
  addOwnPasskeyEndpoint,
  renameOwnPasskeyEndpoint,
  removeOwnPasskeyEndpoint,
]

/** Opens the module that stores authenticator apps, passkeys and recovery codes, and checks them for logins. */
export function openFactors(
  users: Users,
  {
    relyingParty,
    challengeKeys = [],
  }: { relyingParty?: RelyingParty | undefined; challengeKeys?: readonly KeyObject[] | undefined },
): Module {
  const factors = { ...users, relyingParty, challengeKeys, countEnrolment: changeCounter(users.clock) }
  const endpoints = [
    ...factorEndpoints,
    ...internalFactorEndpoints,
    ...passkeyEndpoints,
    provePasskeyEndpoint,
    ...ownFactors,
  ]
  return {
    routes: routesOnDemand(endpoints, async () => (await loadRoutes()).factorRoutes(factors)),
    rpcs: async () => [(await loadRpcs()).factorRpcs],
    sweeps: [expiredEnrolments, usedChallenges],
    async forgetUser(tx, id) {
      await forgetFactors(tx, id)
    },
    reseal: () => resealFactors(users),
  }
}
