import { Failure } from '#contract/declaration/failures.ts'
import type { OperationReply } from '../call-operation.ts'
import { ask } from './ask-latchkey.ts'
import { toResource } from './caller.ts'
import type { WebSessionContext } from './context.ts'
import { endSession, replaceSession, sessionOf, toNewTokens } from './end-session.ts'
import type { Exchange } from './exchange.ts'
import { answerHostedRoute, signOutUrl } from './hosted/hosted-routes.ts'
import { isOutage, toUnavailable } from './read-caller.ts'
import { isForm, readFields } from './read-fields.ts'
import { seeOther, toReturnPath, withQuery } from './return-path.ts'
import { isSameOrigin } from './same-origin.ts'
import type { SessionTokens } from './session-cookie.ts'
import { requireSameOrigin } from './session-state.ts'

interface RouteCall {
  context: WebSessionContext
  exchange: Exchange
  fields: Record<string, unknown>
  /** The path of the application to which the request wants to be led afterwards; `/` when it names none. */
  returnTo: string
}

interface Outcome {
  body: object
  status?: number
  /** The URL of Latchkey to which a form leads afterwards. A script reads it as `location` and goes there itself. */
  location?: string
  /** The page to which a form leads afterwards, in place of the page that the form names. */
  page?: string | undefined
}

interface SessionRoute {
  run(call: RouteCall): Promise<Outcome>
  /**
   * The fields that a form may send. JSON is passed on to Latchkey unchanged, which refuses each field that it does not know
   * by name.
   */
  fields: readonly string[]
  /** Returns the page of the application that shows what was wrong with a form. */
  page(context: WebSessionContext): string | undefined
}

const routes: Record<string, SessionRoute> = {
  'GET /me': { run: showCaller, fields: [], page: () => undefined },
  'POST /login': {
    run: (call) => begin(call, 'logIn'),
    fields: ['username', 'password', 'device_name'],
    page: ({ loginPage }) => loginPage,
  },
  'POST /login/totp': {
    run: (call) => begin(call, 'completeLoginByTotp'),
    fields: [],
    page: () => undefined,
  },
  'POST /login/recovery-code': {
    run: (call) => begin(call, 'completeLoginByRecoveryCode'),
    fields: [],
    page: () => undefined,
  },
  'POST /login/totp/enrol': { run: enrolTotp, fields: [], page: () => undefined },
  'POST /signup': {
    run: signUp,
    fields: ['username', 'email', 'password', 'name', 'locale'],
    page: ({ signUpPage }) => signUpPage,
  },
  'POST /logout': { run: logOut, fields: [], page: () => undefined },
  'POST /sessions/revoke': { run: endSessions, fields: ['scope'], page: () => undefined },
}

/** Answers a request to a route of the session. Returns undefined for every other path and method. */
export async function answerRoute(
  context: WebSessionContext,
  exchange: Exchange,
): Promise<Response | undefined> {
  const { request } = exchange
  const [path = ''] = request.target.split('?')
  if (!path.startsWith(`${context.basePath}/`)) return undefined
  const name = `${request.method} ${path.slice(context.basePath.length)}`
  const hosted = await answerHostedRoute(context, exchange, name)
  if (hosted) {
    exchange.finish(hosted.headers)
    return hosted
  }
  const route = Object.hasOwn(routes, name) ? routes[name] : undefined
  if (!route) return undefined
  const response = await run(route, { context, exchange })
  exchange.finish(response.headers)
  return response
}

type Incoming = Pick<RouteCall, 'context' | 'exchange'>

async function run(route: SessionRoute, { context, exchange }: Incoming): Promise<Response> {
  const { request } = exchange
  let returnTo = '/'
  try {
    requireSameOrigin(context, request)
    const sent = request.method === 'GET' ? {} : await readFields(request)
    returnTo = toReturnPath(sent.return_to)
    if (!isForm(request)) return toJson(await route.run({ context, exchange, fields: sent, returnTo }))
    const fields = Object.fromEntries(Object.entries(sent).filter(([name]) => route.fields.includes(name)))
    const { page, location } = await route.run({ context, exchange, fields, returnTo })
    if (location !== undefined) return seeOther(location)
    return seeOther(page === undefined ? returnTo : withQuery(page, { return_to: returnTo }))
  } catch (cause) {
    const failure = isOutage(cause) && !(cause instanceof Failure) ? toUnavailable(cause) : cause
    if (!(failure instanceof Failure)) throw failure
    const page = isForm(request) && failure.code !== 'forbidden' ? route.page(context) : undefined
    if (page === undefined) return exchange.toHttpFailure(failure).getResponse()
    return seeOther(withQuery(page, { failure: failure.code, ...faultyFields(failure), return_to: returnTo }))
  }
}

const toJson = ({ body, status = 200, location }: Outcome): Response =>
  new Response(JSON.stringify(location === undefined ? body : { ...body, location }), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  })

/** Returns the names of the fields with a fault, so that the page can mark them. */
function faultyFields({ errors = [] }: Failure): { fields?: string } {
  const names = new Set(errors.map(({ pointer }) => pointer.slice(1)))
  return names.size === 0 ? {} : { fields: [...names].join(' ') }
}

/** Calls an operation of a login, and begins the session that it returns: after the password, or after the second factor. */
async function begin(
  { context, exchange, fields }: RouteCall,
  name: 'logIn' | 'completeLoginByTotp' | 'completeLoginByRecoveryCode',
): Promise<Outcome> {
  const before = exchange.tokens()
  const pair: OperationReply<'completeLoginByTotp'> = await ask(context, exchange, name, fields)
  await beginInPlaceOf(before, { context, exchange, pair })
  const { device_token, recovery_codes } = pair
  return {
    body: {
      ...toSignedIn(pair),
      ...(device_token === undefined ? {} : { device_token }),
      ...(recovery_codes ? { recovery_codes } : {}),
    },
  }
}

interface Begin {
  context: WebSessionContext
  exchange: Exchange
  pair: OperationReply<'logIn'>
}

/**
 * Begins the session of a token pair that the application got from Latchkey by itself, and ends the session that the browser had.
 * @throws {Failure} `forbidden` for a request that no page of the application sent, whatever its method: another site could
 * otherwise sign a browser in as a user of its choice
 */
export async function beginSession({ context, exchange, pair }: Begin): Promise<void> {
  const { origins } = context
  if (!isSameOrigin(exchange.request, origins)) {
    const detail = `Only pages of ${origins.join(', ')} may begin a session.`
    throw new Failure('forbidden', { detail })
  }
  await beginInPlaceOf(exchange.tokens(), { context, exchange, pair })
}

async function beginInPlaceOf(
  before: SessionTokens | undefined,
  { context, exchange, pair }: Begin,
): Promise<void> {
  context.profiles.remember(pair.access_token, pair.user)
  await exchange.begin(toNewTokens(pair))
  // A step-up returns new tokens of the session that the browser has.
  if (before && sessionOf(before) !== pair.session_id) await replaceSession(context, exchange, before)
}

/** Begins to add the authenticator app that a login requires. The session begins later, after a code of the app. */
async function enrolTotp({ context, exchange, fields }: RouteCall): Promise<Outcome> {
  return { body: await ask(context, exchange, 'enrolTotpAtLogin', fields) }
}

const toSignedIn = ({ user, session_id }: OperationReply<'logIn'>) => ({ user, session_id })

async function signUp({ context, exchange, fields, returnTo }: RouteCall): Promise<Outcome> {
  const user = await ask(context, exchange, 'createUser', fields)
  const { username, password } = fields
  try {
    const { body } = await begin({ context, exchange, returnTo, fields: { username, password } }, 'logIn')
    return { body, status: 201 }
  } catch (error) {
    if (!(error instanceof Failure) && !isOutage(error)) throw error
    // The user was created, but the login failed, for example because the address must be confirmed first. The form then
    // leads to the login page.
    const page = context.loginPage && withQuery(context.loginPage, { signed_up: 'true' })
    return { body: { user, session_id: null }, status: 201, page }
  }
}

async function logOut({ context, exchange, returnTo }: RouteCall): Promise<Outcome> {
  const tokens = exchange.tokens()
  // The cookie is removed only after the session has ended. Otherwise people could believe that they are logged out while
  // their session goes on.
  if (tokens) await endSession(context, exchange, tokens)
  exchange.end()
  const location = tokens && signOutUrl(context, exchange.request, { tokens, returnTo })
  return { body: { logged_out: true }, ...(location === undefined ? {} : { location }) }
}

async function endSessions({ context, exchange, fields }: RouteCall): Promise<Outcome> {
  if (exchange.tokens()?.idToken !== undefined) {
    const detail =
      'A session through the hosted pages has no right to end others. Link to the account pages instead.'
    throw new Failure('forbidden', { detail })
  }
  const { accessToken } = await exchange.requireCaller()
  const body = await ask(context, exchange, 'endOwnSessions', fields, accessToken)
  if (fields.scope === 'all') exchange.end()
  return { body }
}

async function showCaller({ exchange }: RouteCall): Promise<Outcome> {
  const caller = await exchange.caller()
  return { body: { caller: caller ? toResource(caller) : null } }
}
