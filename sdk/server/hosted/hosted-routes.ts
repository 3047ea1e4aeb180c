import { Failure } from '#contract/declaration/failures.ts'
import type { WebSessionContext } from '../context.ts'
import { replaceSession, sessionOf } from '../end-session.ts'
import type { Exchange } from '../exchange.ts'
import { clientHeaders, type IncomingRequest } from '../incoming-request.ts'
import { isOutage, toUnavailable } from '../read-caller.ts'
import { seeOther, toReturnPath, withQuery } from '../return-path.ts'
import type { SessionTokens } from '../session-cookie.ts'
import { failurePage } from './failure-page.ts'
import type { HostedPages } from './hosted-pages.ts'
import {
  findPending,
  type PendingSignIn,
  removePending,
  wasAsked,
  writeAsked,
  writePending,
} from './pending-sign-in.ts'

interface HostedCall {
  context: WebSessionContext
  hosted: HostedPages
  exchange: Exchange
  query: URLSearchParams
}

const routes: Record<string, (call: HostedCall) => Promise<Response>> = {
  'GET /sign-in': beginSignIn,
  'GET /callback': finishSignIn,
  'GET /signed-out': async ({ query }) => seeOther(toReturnPath(query.get('state'))),
}

/** Answers a request to a route of the sign-in through the hosted pages. Returns undefined for any other one. */
export async function answerHostedRoute(
  context: WebSessionContext,
  exchange: Exchange,
  name: string,
): Promise<Response | undefined> {
  const { hosted } = context
  const route = hosted && Object.hasOwn(routes, name) ? routes[name] : undefined
  if (!hosted || !route) return undefined
  const { request } = exchange
  const query = new URL(request.target, 'http://application.invalid').searchParams
  try {
    requireWholePage(request)
    return await route({ context, hosted, exchange, query })
  } catch (cause) {
    const failure = isOutage(cause) ? toUnavailable(cause) : cause
    if (!(failure instanceof Failure)) throw failure
    return answerFailure(failure, { context, exchange })
  }
}

/**
 * Refuses a request that is not for a whole page, such as one of a frame, an image or a script: a sign-in never happens behind the
 * back of a person. A link of another site is allowed, because it only leads to the hosted pages.
 * @throws {Failure} `forbidden`
 */
function requireWholePage({ header }: IncomingRequest): void {
  const destination = header('sec-fetch-dest')
  if (destination === undefined || destination === 'document') return
  throw new Failure('forbidden', {
    detail: 'A sign-in needs a whole page, not a frame or a request of a script.',
  })
}

async function beginSignIn({ context, hosted, exchange, query }: HostedCall): Promise<Response> {
  const { request } = exchange
  const returnTo = toReturnPath(query.get('return_to'))
  const isSilent = query.get('silent') === 'true'
  const cookies = request.header('cookie')
  // A browser that is not signed in would otherwise be led back and forth without an end.
  if (isSilent && wasAsked(context, cookies)) return seeOther(returnTo)
  const { challenge, ...secrets } = await (await hosted.requests()).begin()
  const location = new URL('/oidc/authorize', context.issuer)
  location.search = new URLSearchParams({
    response_type: 'code',
    client_id: hosted.clientId,
    redirect_uri: callbackUrl(context, request),
    scope: hosted.scope,
    resource: hosted.resource,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...(isSilent ? { prompt: 'none' } : {}),
  }).toString()
  const response = seeOther(location.href)
  for (const cookie of writePending(context, cookies, { ...secrets, returnTo, isSilent }))
    response.headers.append('set-cookie', cookie)
  if (isSilent) response.headers.append('set-cookie', writeAsked(context, true))
  return response
}

async function finishSignIn(call: HostedCall): Promise<Response> {
  const { context, exchange, query } = call
  const state = query.get('state') ?? ''
  const pending = findPending(context, exchange.request.header('cookie'), state)
  // Another site has sent the browser here with a response that belongs to a sign-in of somebody else, or the response is old.
  if (!pending) throw new Failure('link_invalid')
  let response: Response
  try {
    await exchangeCode(call, pending)
    response = seeOther(pending.returnTo)
    response.headers.append('set-cookie', writeAsked(context, false))
  } catch (cause) {
    const failure = isOutage(cause) ? toUnavailable(cause) : cause
    if (!(failure instanceof Failure)) throw failure
    // A silent sign-in shows no page, also when it fails.
    response = pending.isSilent ? seeOther(pending.returnTo) : answerFailure(failure, call, pending.returnTo)
  }
  response.headers.append('set-cookie', removePending(context, state))
  return response
}

/** Exchanges the code for the tokens of a new session, which takes the place of the one that the browser had. */
async function exchangeCode(
  { context, hosted, exchange, query: parameters }: HostedCall,
  secrets: PendingSignIn,
): Promise<void> {
  const { request } = exchange
  const before = exchange.tokens()
  const redirectUri = callbackUrl(context, request)
  const tokens = await (await hosted.requests()).exchange(
    { parameters, secrets, redirectUri },
    clientHeaders(request),
  )
  const { sessionId } = await exchange.begin(tokens)
  // A further sign-in in the same session of Latchkey belongs to the same grant, which must not end.
  if (before && (before.idToken === undefined || sessionOf(before) !== sessionId))
    await replaceSession(context, exchange, before)
}

/** Answers a failure: by a page of the application that shows it, by a page of the session, or by a problem document. */
function answerFailure(
  failure: Failure,
  { context, exchange }: Pick<HostedCall, 'context' | 'exchange'>,
  returnTo = '/',
): Response {
  const { loginPage, basePath } = context
  if (!exchange.request.header('accept')?.includes('text/html') || failure.code === 'session_ended')
    return exchange.toHttpFailure(failure).getResponse()
  if (loginPage !== undefined)
    return seeOther(withQuery(loginPage, { failure: failure.code, return_to: returnTo }))
  const again = withQuery(`${basePath}/sign-in`, { return_to: returnTo })
  return failurePage(exchange.toHttpFailure(failure), `${originOf(context, exchange.request)}${again}`)
}

/**
 * Returns the URL of the provider that ends the session of the browser there (OpenID Connect RP-Initiated Logout). Undefined for a
 * session of an own form, which the provider does not have in its cookie.
 */
export function signOutUrl(
  context: WebSessionContext,
  request: IncomingRequest,
  { tokens, returnTo }: { tokens: SessionTokens; returnTo: string },
): string | undefined {
  if (tokens.idToken === undefined || !context.hosted) return undefined
  const location = new URL('/oidc/logout', context.issuer)
  location.search = new URLSearchParams({
    id_token_hint: tokens.idToken,
    client_id: context.hosted.clientId,
    post_logout_redirect_uri: `${originOf(context, request)}${context.basePath}/signed-out`,
    // The path is checked again when the browser comes back, because everybody can write a URL.
    state: returnTo,
  }).toString()
  return location.href
}

const callbackUrl = (context: WebSessionContext, request: IncomingRequest): string =>
  `${originOf(context, request)}${context.basePath}/callback`

/** Returns the origin of the application at which a browser has opened it. A host that is not in `origins` counts as the first one. */
function originOf({ origins }: WebSessionContext, { header }: IncomingRequest): string {
  const host = header('host')
  return origins.find((origin) => new URL(origin).host === host) ?? origins[0] ?? ''
}
