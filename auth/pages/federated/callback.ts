import { Failure } from '#contract/declaration/failures.ts'
import { isPassedOn } from '#runtime/http/proxy.ts'
import { newId } from '#runtime/ids.ts'
import { beginBrowserSession, findBrowserSession } from '../../browser-sessions/index.ts'
import { addQueryParameters } from '../../core/add-query-parameters.ts'
import {
  type AuthenticatedIdentity,
  byIdentity,
  type FederatedLogin,
  federatedLoginMs,
  findClientReturn,
  finishAtProvider,
  type Provider,
  storeLinkProof,
} from '../../federation/index.ts'
import { signIn } from '../../sign-in/index.ts'
import { findRequestedLanguage, noteUiLocales, type PageAnswer, type PageRequest } from '../core/answer.ts'
import { findBrowserSecret, findFormSecret, noBrowserSecret } from '../core/browser-secret.ts'
import { deviceTokenIn } from '../core/device-cookie.ts'
import type { Pages } from '../core/pages.ts'
import { takesPasskeys } from '../core/passkeys-here.ts'
import { returnTarget } from '../core/return-target.ts'
import { browserOf, deviceOf, withReturn } from '../core/visit.ts'
import { secondFactorView } from '../sign-in/second-factor.ts'
import { limitOf } from '../view/limit.ts'
import { completeProviderStepUp } from './complete-provider-step-up.ts'
import { providerFailed, providerRefused, tooLate, tooMany } from './views.ts'

/** The longest response of a provider that is read, in characters of a URL query. */
const maxResponse = 8_192

/** Answers a browser that a provider has sent back with a redirect. */
export function comeBack(pages: Pages, provider: Provider, request: PageRequest): Promise<PageAnswer> {
  const { search } = new URL(request.url, 'http://localhost')
  const response = new URLSearchParams(search.length > maxResponse ? '' : search)
  return takeBack(pages, provider, { request, response, browser: findBrowserSecret(request.headers.cookie) })
}

/**
 * Answers a browser that a provider has sent back with a form. The field `user` of the form is ignored, because nobody has
 * signed it.
 */
export function comeBackWithForm(
  pages: Pages,
  provider: Provider,
  request: PageRequest,
): Promise<PageAnswer> {
  const { user: _unsigned, ...fields } = request.body ?? {}
  const response = new URLSearchParams(fields)
  return takeBack(pages, provider, { request, response, browser: findFormSecret(request.headers.cookie) })
}

interface Back {
  request: PageRequest
  response: URLSearchParams
  /** The secret of the browser, from its cookie. */
  browser: string | undefined
}

async function takeBack(pages: Pages, provider: Provider, back: Back): Promise<PageAnswer> {
  const { federation } = pages
  const { name } = provider
  const clientReturn = await findClientReturn(federation, { provider: name, response: back.response })
  if (clientReturn) return { to: addQueryParameters(clientReturn, back.response) }
  try {
    const { begun, person } = await finishAtProvider(federation, { provider: name, ...back })
    await noteUiLocales(pages, back.request, begun.returnTo)
    return await goOn(pages, { ...back, begun, person })
  } catch (error) {
    return afterFailure(pages, provider, error)
  }
}

interface Come extends Back {
  begun: FederatedLogin
  person: AuthenticatedIdentity
}

function goOn(pages: Pages, come: Come): Promise<PageAnswer> {
  switch (come.begun.purpose) {
    case 'login':
      return signInOrKeep(pages, come)
    case 'link':
      return keepProof(pages, come)
    case 'step_up':
      return completeProviderStepUp(pages, come)
  }
}

/** Signs in the person whom the provider has proven; keeps the proof of an account that no user has (see `keepProof`). */
async function signInOrKeep(pages: Pages, come: Come): Promise<PageAnswer> {
  const { request, begun, person } = come
  const { headers } = request
  const target = returnTarget(begun.returnTo, pages.returnOrigins)
  const client = { device: deviceOf(request), deviceToken: deviceTokenIn(headers.cookie) }
  const comer = { locale: findRequestedLanguage(request), isPassedOn: isPassedOn(headers) }
  try {
    const { session_id: sessionId } = await signIn(pages, byIdentity(person, comer), client)
    const cookie = await beginBrowserSession(pages, { sessionId, ...browserOf(request) })
    return { to: target.to, cookie: [cookie, ...noBrowserSecret] }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'identity_unlinked') return keepProof(pages, come)
    if (!error.loginStep) throw error
    const { token } = error.loginStep
    const hasPasskeys = takesPasskeys(pages, request)
    return { view: await secondFactorView(pages, error, { token, target, hasPasskeys }) }
  }
}

/**
 * Stores that the provider has proven an account. The account is linked only when the person has also signed in to a user and
 * has agreed (I145). The reply does not tell whether a user has the e-mail address.
 */
async function keepProof(pages: Pages, { request, begun, person }: Come): Promise<PageAnswer> {
  const now = pages.clock.now()
  const { browser, userId, sessionId, returnTo } = begun
  const { provider, issuer, subject, email, emailVerified } = person
  const proof = {
    browser,
    id: newId(now),
    userId,
    sessionId,
    returnTo,
    provider,
    issuer,
    subject,
    email,
    emailVerified,
  }
  await pages.db.transaction((tx) => storeLinkProof(tx, proof, now + federatedLoginMs))
  const isSignedIn = userId !== null || (await findBrowserSession(pages, request.headers.cookie))
  return { to: isSignedIn ? 'link-identity' : withReturn('sign-in', 'link-identity') }
}

/** Returns the page after a failed login at a provider: it says what went wrong, and offers the other ways to sign in. */
function afterFailure(pages: Pages, provider: Provider, error: unknown): PageAnswer {
  if (!(error instanceof Failure)) throw error
  if (error.code === 'identity_provider_unavailable')
    return { view: providerFailed(pages, provider), status: 503, retryAfterSeconds: error.retryAfterSeconds }
  if (error.code === 'identity_refused') return { view: providerRefused(pages, provider), status: 401 }
  if (error.code === 'login_expired' || error.code === 'identity_code_refused')
    return { view: tooLate(pages), status: 401 }
  const limited = limitOf(error)
  if (!limited) throw error
  const { problem, retryAfterSeconds } = limited
  return { view: tooMany(pages, problem), status: 429, retryAfterSeconds }
}
