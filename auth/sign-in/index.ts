/**
 * # Sign-in
 *
 * Every session begins in this room. A *method* is a way to prove who one is: a password, a passkey, a second factor, or an
 * account at a provider (room `federation`). A *proof* is what a method has proven. A *step* is what a login still needs: a
 * second factor of the user, or the *enrolment* of one, where the deployment demands it. *Step-up* is a fresh proof for a
 * session that exists. A *trusted device* stands in for the second factor for 30 days. A *known network* is one from which the
 * user has signed in before.
 *
 * Ada sends her password. `login/routes.ts` → `signIn` (`sign-in.ts`) with the method `byPassword`. The method finds whom the
 * name means and whether Ada's network is known (`known-network-store.ts`), counts the attempt before anything is checked
 * (`limits/login-throttle.ts`, with the limits of `limits/login-limits.ts`), and has the user service check the password. She
 * has an authenticator app: `next-step.ts` says so, and `begin-next-step.ts` stores the login (`pending-login-store.ts`) and
 * refuses with `second_factor_required` and a `login_token`. She sends it with a code, and asks to trust this device. `signIn`
 * with `bySecondFactor` checks the code, `start-session.ts` starts the session in one transaction, together with the device
 * (`devices/remember-device.ts`), and the attempt is released. Later she deletes something, which needs a fresh proof: `stepUp`
 * and `raise-session.ts` raise her session.
 *
 * A new method is a file in `methods/` that returns a `Method` (`method.ts`). `Login` is the context of this room; a login that
 * waits for its next step is a `PendingLogin`.
 *
 * Somebody who guesses passwords is slowed down by name and by network (`limits/login-limits.ts` says by how much), and Ada can
 * sign in all the same from where she is known. An admin sees the counts (`login/find-user-lock.ts`) and releases them
 * (`login/unlock-user.ts`). With the link of a mail Ada sets a new password (`links/reset-password.ts`) or recovers her account
 * (`links/recover-account.ts`). `login/login-hours.ts` counts in the background how logins went.
 */

import { lockEndpoints } from '#contract/sign-in/locks.ts'
import { loginHourEndpoints } from '#contract/sign-in/login-hours.ts'
import {
  completeLoginByRecoveryCodeEndpoint,
  completeLoginByTotpEndpoint,
  enrolTotpAtLoginEndpoint,
  forgetDeviceEndpoint,
  listDevicesEndpoint,
  stepUpEndpoint,
} from '#contract/sign-in/login-steps.ts'
import { passkeyLoginEndpoints } from '#contract/sign-in/passkey-login.ts'
import { linkEndpoints } from '#contract/users/links.ts'
import { lazily } from '#runtime/lazily.ts'
import { startLoop } from '#runtime/loop.ts'
import type { Module } from '#runtime/module.ts'
import type { Route } from '#runtime/requests/route.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import { expiredDevices } from './devices/device-store.ts'
import { forgetUser } from './forget-user.ts'
import { expiredNetworks } from './known-network-store.ts'
import { expiredAttempts } from './limits/login-attempt-store.ts'
import type { Locks } from './login/find-user-lock.ts'
import { expiredHours } from './login/login-hour-store.ts'
import type { LoginHours } from './login/login-hours.ts'
import { loginRoutes } from './login/routes.ts'
import type { Login } from './login.ts'
import { expiredPendingLogins } from './pending-login-store.ts'

/** Creates the context of all logins. */
export { createLogin } from './create-login.ts'
/** Forgets a trusted device of a user. */
export { forgetDevice } from './devices/forget-device.ts'
/** Lists the trusted devices of a user. */
export { listDevices } from './devices/list-devices.ts'
/** Recovers an account with the link “This was not me” of a mail. */
export { recoverAccount } from './links/recover-account.ts'
/** Sets a new password with the link of a mail. */
export { resetPassword } from './links/reset-password.ts'
/** The context of all logins. */
export type { Login } from './login.ts'
/** A way to prove who one is: to sign in, or, as a `StepUpMethod`, for a step-up. */
export type { Method, StepUpMethod } from './method.ts'
/** A second factor as a client sends it. */
export type { Factor } from './methods/check-factor.ts'
/** Find the trusted device that a request comes from, and tell whether it stands in for the second factor. */
export { findTrustedDevice, isTrustedOn } from './methods/find-trusted-device.ts'
/** The method that replaces the password of a user who is signed in. */
export { byNewPassword } from './methods/new-password.ts'
/** The methods with a passkey: alone, as the last step of a login, and for a step-up. */
export { byPasskey, byPasskeyStep, stepUpByPasskey } from './methods/passkey.ts'
/** The method with a login name and a password. */
export { byPassword } from './methods/password.ts'
/** The method with a second factor, as the last step of a login. */
export { bySecondFactor } from './methods/second-factor.ts'
/** The method of a step-up: the password, and a second factor if the user has one. */
export { stepUpByPassword } from './methods/step-up-by-password.ts'
/** `passkeyRequest` makes the options with which a browser asks for a passkey: for a login, its last step, or a step-up. */
export { forLogin, forStep, forStepUp, passkeyRequest } from './passkeys/passkey-request.ts'
/** Begins to add the authenticator app that a login demands. */
export { enrolAtLogin } from './second-factors/enrol-at-login.ts'
/** `signIn` signs a person in, and `stepUp` takes a fresh proof for a session. */
export { signIn, stepUp } from './sign-in.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadLockRoutes = lazily(() => import('./login/lock-routes.ts'))
const loadRpcs = lazily(() => import('./rpcs.ts'))
const loadHours = lazily(() => import('./login/login-hours.ts'))

/** The endpoints whose code is loaded on first use. */
const onDemand = [
  completeLoginByTotpEndpoint,
  completeLoginByRecoveryCodeEndpoint,
  enrolTotpAtLoginEndpoint,
  stepUpEndpoint,
  listDevicesEndpoint,
  forgetDeviceEndpoint,
  ...linkEndpoints,
  ...passkeyLoginEndpoints,
  ...loginHourEndpoints,
]

const storeHoursMs = 10_000

/** Returns the routes about the counted failures of users, which commands call too. */
export const lockRoutes = (locks: Locks): Route[] =>
  routesOnDemand(lockEndpoints, async () => (await loadLockRoutes()).lockRoutes(locks))

/** Opens the module that signs people in, by every method but an account at a provider. */
export function openSignIn(login: Login): Module {
  let hours: LoginHours | undefined
  const storeHours = async () => {
    const { createLoginHours } = await loadHours()
    // The writer is created after the load: two callers that load at the same time must share one writer, because each writer
    // knows only which counts it has stored itself, and two would store all counts twice.
    hours ??= createLoginHours(login)
    await hours.store()
  }
  return {
    routes: [
      ...loginRoutes(login),
      ...lockRoutes(login),
      ...routesOnDemand(onDemand, async () => (await loadRoutes()).signInRoutes(login)),
    ],
    rpcs: async () => (await loadRpcs()).signInRpcs,
    sweeps: [expiredAttempts, expiredPendingLogins, expiredNetworks, expiredHours, expiredDevices],
    forgetUser,
    start: () => [
      startLoop(
        'store how logins went',
        { idleMs: storeHoursMs, firstAfterMs: storeHoursMs, log: login.log },
        async () => {
          await storeHours()
          return false
        },
      ),
    ],
    stop: () => storeHours().catch((err: unknown) => login.log.warn({ err }, 'counts of sign-ins lost')),
  }
}
