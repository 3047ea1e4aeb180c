import { Failure } from '#contract/declaration/failures.ts'
import { headerIn, ownOrigins } from '#runtime/http/http-call.ts'
import { isSameOrigin } from '#sdk/server/same-origin.ts'
import type { PageRequest } from './answer.ts'
import type { Pages } from './pages.ts'

/** The parts of a request that are known before its body is read. */
type Addressed = Pick<PageRequest, 'headers' | 'protocol' | 'host' | 'hostname'>

/**
 * Refuses a form that was sent by a page of another site (CSRF): the browser would add the person's cookie to it, too.
 * Over https all present browsers send `Sec-Fetch-Site`; in all other cases the header `Origin` is checked.
 * @throws {Failure} `forbidden`
 */
export function requireOwnForm(pages: Pick<Pages, 'publicUrl' | 'isApart'>, request: Addressed): void {
  const header = (name: string) => headerIn(request, name)
  if (!isSameOrigin({ header }, ownOrigins(pages, request))) throw new Failure('forbidden')
}
