import type { Reply } from '#contract/declaration/endpoint.ts'
import { findOwnFactorsEndpoint } from '#contract/login/own-factors.ts'
import type { PageAnswer, PageRequest } from '../core/answer.ts'
import type { Pages } from '../core/pages.ts'
import { forSignedIn, personOf, type Visit, withReturn } from '../core/visit.ts'

/** The ways in of a person, and whether their session may change one at this moment. */
export type OwnFactors = Reply<typeof findOwnFactorsEndpoint>

/** Names who acts to the user service, with the methods by which they have proven it. */
export const proverOf = (caller: Visit['caller']) => ({ ...personOf(caller), amr: [...caller.amr] })

export const findOwnFactors = (pages: Pages, { caller }: Pick<Visit, 'caller'>): Promise<OwnFactors> =>
  pages.users.askForPerson(findOwnFactorsEndpoint, proverOf(caller))

/**
 * Shows a page about a way in to somebody whose proof is fresh. Everybody else is asked for one first, so that nobody fills in a form
 * or scans a picture in vain. The change itself is refused by the user service where the proof is not fresh any more.
 */
export const forProven = (
  pages: Pages,
  pageOf: (request: PageRequest) => string,
  handle: (visit: Visit, own: OwnFactors) => PageAnswer,
) =>
  forSignedIn(pages, pageOf, async (visit) => {
    const own = await findOwnFactors(pages, visit)
    return own.is_proof_fresh ? handle(visit, own) : { to: withReturn('prove', pageOf(visit.request)) }
  })
