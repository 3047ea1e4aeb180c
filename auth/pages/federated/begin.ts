import { Failure } from '#contract/declaration/failures.ts'
import { findBrowserSession } from '../../browser-sessions/index.ts'
import { beginAtProvider, type FederatedLogin, type Provider } from '../../federation/index.ts'
import type { PageAnswer, PageRequest } from '../core/answer.ts'
import { browserSecret } from '../core/browser-secret.ts'
import type { Pages } from '../core/pages.ts'
import { ownPage, returnTarget } from '../core/return-target.ts'
import { withReturn } from '../core/visit.ts'
import { providerFailed } from './views.ts'

/**
 * Redirects a browser to a provider: to sign in, to link an account there, or for a new proof of who the person is. Pages have
 * a link to this path and no form, because browsers check every redirect after a form against the Content-Security-Policy of
 * the page. Nothing is changed before the person comes back.
 */
export async function beginOnPage(
  pages: Pages,
  provider: Provider,
  request: PageRequest,
): Promise<PageAnswer> {
  const { return_to: returnTo } = request.query
  const purpose = purposeIn(request.query.purpose)
  const session = purpose === 'login' ? undefined : await findBrowserSession(pages, request.headers.cookie)
  if (purpose !== 'login' && !session) return { to: withReturn('sign-in', ownPage(returnTo)) }
  const { secret, cookie } = browserSecret(request.headers.cookie, provider)
  try {
    const url = await beginAtProvider(pages.federation, {
      provider: provider.name,
      browser: secret,
      purpose,
      session,
      address: request.ip,
      returnTo: returnTarget(returnTo, pages.returnOrigins).asSent,
    })
    return { to: url.href, cookie }
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'identity_provider_unavailable') throw error
    return { view: providerFailed(pages, provider), status: 503, retryAfterSeconds: error.retryAfterSeconds }
  }
}

const purposeIn = (text: unknown): FederatedLogin['purpose'] =>
  text === 'link' || text === 'step_up' ? text : 'login'
