import { Failure } from '#contract/declaration/failures.ts'
import { linkOwnIdentityEndpoint } from '#contract/sign-in/own-factors.ts'
import { type LinkProof, takeLinkProof, toIdentity } from '../../federation/index.ts'
import type { AccountPage, PageAnswer } from '../core/answer.ts'
import { noBrowserSecret } from '../core/browser-secret.ts'
import type { Pages } from '../core/pages.ts'
import { returnTarget } from '../core/return-target.ts'
import { forSignedIn, type Visit, withReturn } from '../core/visit.ts'
import { findProof, linkPagePath as here } from '../core/waiting-link.ts'
import { findOwnFactors, proverOf } from '../factors/proven.ts'
import type { Texts } from '../texts/texts.ts'
import { linkIdentityView } from './views.ts'

/**
 * The page that links an account at a provider to the signed-in user. The person must have signed in to that account in
 * this browser, and the last authentication of the user must be recent.
 */
export const linkPage = (pages: Pages): AccountPage => ({
  path: `/account/${here}`,
  show: forSignedIn(pages, here, async (visit) => {
    const proof = await findProof(pages, visit.request)
    if (!proof || !isFor(proof, visit)) return { to: '../account' }
    const { is_proof_fresh: isFresh } = await findOwnFactors(pages, visit)
    return isFresh ? { view: linkIdentityView(pages, proof, visit.user) } : { to: withReturn('prove', here) }
  }),
  send: forSignedIn(pages, here, (visit) => link(pages, visit)),
})

/**
 * Checks whether a request may link an account that was authenticated at a provider. If the link began in a session,
 * only that session may complete it (I146).
 */
const isFor = ({ userId, sessionId }: LinkProof, { caller }: Visit): boolean =>
  userId === null || (userId === caller.userId && sessionId === caller.sessionId)

async function link(pages: Pages, visit: Visit): Promise<PageAnswer> {
  const { request, caller } = visit
  const proof = await findProof(pages, request)
  if (!proof || !isFor(proof, visit) || proof.id !== request.body?.id) return { to: '../account' }
  pages.countChange(caller.userId)
  const { is_proof_fresh: isFresh } = await findOwnFactors(pages, visit)
  if (!isFresh) return { to: withReturn('prove', here) }
  const { browser, id } = proof
  const taken = await takeLinkProof(pages.db, { browser, id, now: pages.clock.now() })
  if (!taken) return { to: '../account' }
  try {
    await pages.users.ask(linkOwnIdentityEndpoint, { ...proverOf(caller), ...toIdentity(taken) })
    const { asSent } = returnTarget(taken.returnTo, pages.returnOrigins)
    return { to: asSent ?? '../account?done=identity', cookie: noBrowserSecret }
  } catch (error) {
    const problem = problemOf(error)
    if (!problem) throw error
    return {
      view: linkIdentityView(pages, undefined, visit.user, problem),
      status: 409,
      cookie: noBrowserSecret,
    }
  }
}

function problemOf(error: unknown): ((texts: Texts) => string) | undefined {
  if (!(error instanceof Failure)) return undefined
  switch (error.code) {
    case 'identity_taken':
      return ({ federated }) => federated.taken
    case 'too_many_identities':
      return ({ federated }) => federated.tooMany
    case 'email_unverified':
      return ({ federated }) => federated.unconfirmed
    default:
      return undefined
  }
}
