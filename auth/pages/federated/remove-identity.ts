import { Failure } from '#contract/declaration/failures.ts'
import { removeOwnIdentityEndpoint } from '#contract/sign-in/own-factors.ts'
import { type AccountPage, type PageAnswer, type PageRequest, sentId } from '../core/answer.ts'
import type { Pages } from '../core/pages.ts'
import { forSignedIn, type Visit } from '../core/visit.ts'
import { findOwnFactors, forProven, type OwnFactors, proverOf } from '../factors/proven.ts'
import { unlinkIdentityView } from './views.ts'

/** The page on which people unlink an account at a provider. */
export const unlinkPage = (pages: Pages): AccountPage => ({
  path: '/account/remove-identity',
  show: forProven(pages, pageOf, ({ request }, own) => {
    const identity = named(own, request)
    return identity ? { view: unlinkIdentityView(pages, identity) } : { to: '../account' }
  }),
  send: forSignedIn(pages, pageOf, (visit) => unlink(pages, visit)),
})

const pageOf = (request: PageRequest): string =>
  `remove-identity?${new URLSearchParams({ id: sentId(request) })}`

const named = ({ identities = [] }: OwnFactors, request: PageRequest) =>
  identities.find(({ id }) => id === sentId(request))

const done: PageAnswer = { to: '../account?done=identity_removed' }

async function unlink(pages: Pages, visit: Visit): Promise<PageAnswer> {
  const { request, caller } = visit
  pages.countChange(caller.userId)
  try {
    const removed = { ...proverOf(caller), identity_id: sentId(request) }
    await pages.users.ask(removeOwnIdentityEndpoint, removed)
    return done
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'identity_not_found') return done
    const identity = error.code === 'last_way_in' && named(await findOwnFactors(pages, visit), request)
    if (!identity) throw error
    const view = unlinkIdentityView(pages, identity, ({ federated }) => federated.lastWayIn)
    return { view, status: 409 }
  }
}
