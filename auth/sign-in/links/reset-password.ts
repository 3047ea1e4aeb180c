import { useResetLinkEndpoint } from '#contract/users/links.ts'
import { siteKey } from '#runtime/network.ts'
import type { Auth } from '../../core/auth.ts'
import { learnSessionEpoch } from '../../core/learn-session-epoch.ts'
import { rememberNetwork } from '../known-network-store.ts'
import { forgetFailures, forgetFailuresOfName, nameKey } from '../limits/login-limits.ts'

/**
 * Sets a new password with the link of a mail. All sessions of the user have ended when this returns, also while the order of the
 * user service cannot arrive. The counts of the user's failed logins are removed, and the client's network is
 * remembered as one that the user logs in from, under any login name: the reader of the mail is not the attacker who guesses
 * passwords, and must be able to log in immediately although the guessing continues from other networks (I15, I16).
 * @throws {Failure} `link_invalid`, `password_unacceptable`, `overloaded`
 */
export async function resetPassword(
  auth: Auth,
  reset: { token: string; password: string; address: string },
): Promise<void> {
  const { address } = reset
  const { user, session_epoch: epoch } = await auth.users.ask(useResetLinkEndpoint, reset)
  const { id: userId, email } = user
  const network = siteKey(address)
  await auth.db.transaction(async (tx) => {
    await forgetFailures(tx, userId)
    await forgetFailuresOfName(tx, email)
    const now = auth.clock.now()
    if (epoch !== undefined) await learnSessionEpoch(tx, { userId, known: { session_epoch: epoch }, at: now })
    if (network) await rememberNetwork(tx, { userId, countedBy: nameKey(email), network, now })
  })
}
