import type { Reply } from '#contract/declaration/endpoint.ts'
import { findOwnFactorsEndpoint } from '#contract/sign-in/own-factors.ts'
import type { PageAnswer, PageRequest } from '../core/answer.ts'
import type { Pages } from '../core/pages.ts'
import { forSignedIn, personOf, type Visit, withReturn } from '../core/visit.ts'

/**
 * The second factors and passkeys of a user, and whether the last authentication of the session is recent enough to
 * change them.
 */
export type OwnFactors = Reply<typeof findOwnFactorsEndpoint>

/** Returns the fields that tell the user service who is acting, and with which methods this was proven. */
export const proverOf = (caller: Visit['caller']) => ({ ...personOf(caller), amr: [...caller.amr] })

export const findOwnFactors = (pages: Pages, { caller }: Pick<Visit, 'caller'>): Promise<OwnFactors> =>
  pages.users.ask(findOwnFactorsEndpoint, proverOf(caller))

/**
 * Shows a page about second factors or passkeys to a user who has authenticated recently. Other users must
 * re-authenticate first: otherwise they could fill in a form or scan a QR code, and be refused afterwards. When the
 * form is sent, the user service checks again whether the authentication is still recent.
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
