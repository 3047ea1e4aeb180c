/**
 * # Credentials
 *
 * This room checks that a login is the user's: by password, or by an *identity*, which is an account at another provider. It
 * changes and resets passwords, links identities, and recovers stolen accounts (*account recovery*). The *form* of a hash names its
 * format and cost; the *census* counts the hashes of other systems by their form.
 *
 * Ada logs in. The authentication service calls the route of `validate-route.ts`: `validate-user.ts` finds
 * her hash in `core/credentials-store.ts`, has the hasher compare the password, and records the login, or `login.failed`. The
 * reply names her second factors. A wrong password and an unknown name take as much time as a right password, so that the time
 * tells nothing. If the settings name an old system, a refused login asks `importAtSignIn` whether she is a user there.
 *
 * She forgets her password: the link of a mail leads to `reset-password.ts`, which ends her sessions and sends a notice
 * (`password-changed.ts`) that lists the API keys and webhooks which still work (`account-recovery/lasting.ts`). If a thief reset it,
 * she uses the link “This was not me” of that notice: `account-recovery/recover-account.ts` removes the password, and what was added since.
 *
 * In the background, `wrap-fast-hashes.ts` wraps hashes that are fast to guess, once an operator has asked for it.
 */
import { identityEndpoints, internalIdentityEndpoints } from '#contract/sign-in/identities.ts'
import { replacePasswordEndpoint } from '#contract/sign-in/internal-users.ts'
import {
  countActOnOtherEndpoint,
  findOwnFactorsEndpoint,
  linkOwnIdentityEndpoint,
  removeOwnIdentityEndpoint,
} from '#contract/sign-in/own-factors.ts'
import { useResetLinkEndpoint, useTakeBackLinkEndpoint } from '#contract/users/links.ts'
import { setTemporaryPasswordEndpoint } from '#contract/users/user-support.ts'
import { newId } from '#runtime/ids.ts'
import { lazily } from '#runtime/lazily.ts'
import { changeCounter } from '#runtime/limits/limit-changes.ts'
import { startLoop } from '#runtime/loop.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Users } from '../core/users.ts'
import type { Credentials } from './credentials.ts'
import { removeIdentitiesSince } from './identities/identity-store.ts'
import { openPasswordFormatCounts } from './password-format-counts.ts'
import { findWrappingSince } from './start-wrapping.ts'
import { validateRoute } from './validate-route.ts'

/** A login that was refused here, about which the old system is asked. */
export type { ImportAttempt } from './credentials.ts'
/** Links an account at another provider; false when another user has it. */
export { insertIdentity } from './identities/identity-store.ts'

const loadRoutes = lazily(() => import('./routes.ts'))
const loadRpcs = lazily(() => import('./identities/rpcs.ts'))
const loadWrapping = lazily(() => import('./wrap-fast-hashes.ts'))

const onDemand = [
  replacePasswordEndpoint,
  setTemporaryPasswordEndpoint,
  useResetLinkEndpoint,
  useTakeBackLinkEndpoint,
  ...identityEndpoints,
  ...internalIdentityEndpoints,
  findOwnFactorsEndpoint,
  countActOnOtherEndpoint,
  linkOwnIdentityEndpoint,
  removeOwnIdentityEndpoint,
]

/**
 * Opens the module that checks, changes and resets passwords, links accounts at other providers, and recovers stolen accounts.
 */
export function openCredentials(
  users: Users,
  { importAtSignIn }: Pick<Credentials, 'importAtSignIn'>,
): Module {
  const credentials: Credentials = {
    ...users,
    importAtSignIn,
    countPasswordChange: changeCounter(users.clock),
  }
  const census = openPasswordFormatCounts(users)
  const holder = newId(users.clock.now())
  const wrapInBackground = () =>
    startLoop('wrap fast hashes', { idleMs: 60_000, log: users.log }, async () => {
      // The formats of other systems are loaded only where they are needed.
      if ((await findWrappingSince(users.db)) === undefined) return false
      return (await loadWrapping()).wrapFastHashes(users, holder)
    })
  return {
    routes: [
      validateRoute(credentials),
      ...routesOnDemand(onDemand, async () => (await loadRoutes()).credentialRoutes(credentials)),
    ],
    rpcs: async () => [(await loadRpcs()).identityRpcs],
    metrics: [census.metric, ...users.passwords.metrics],
    start: () => [census.start(), wrapInBackground()],
    async forgetUser(tx, userId) {
      await removeIdentitiesSince(tx, { userId, since: 0 })
    },
  }
}
