import type { Reply } from '#contract/declaration/endpoint.ts'
import { useTakeBackLinkEndpoint } from '#contract/users/links.ts'
import type { Auth } from '../../core/auth.ts'
import { learnSessionEpoch } from '../../core/learn-session-epoch.ts'

/**
 * Recovers the account of a user with the link “This was not me”. All sessions of the user have ended when this returns, also while
 * the order of the user service cannot arrive. The consents that a thief may have given end with the order.
 * @throws {Failure} `link_invalid`
 */
export async function recoverAccount(
  auth: Auth,
  token: string,
): Promise<Reply<typeof useTakeBackLinkEndpoint>> {
  const takenBack = await auth.users.ask(useTakeBackLinkEndpoint, { token })
  const { user_id: userId, session_epoch: epoch } = takenBack
  if (epoch !== undefined)
    await auth.db.transaction(async (tx) => {
      await learnSessionEpoch(tx, { userId, known: { session_epoch: epoch }, at: auth.clock.now() })
    })
  return takenBack
}
