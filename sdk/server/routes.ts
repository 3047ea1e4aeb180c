import { Failure } from '#contract/declaration/failures.ts'
import {
  callOperation,
  type OperationInput,
  type OperationName,
  type OperationReply,
} from '../call-operation.ts'
import { decodeJwt } from '../jwt.ts'
import { toResource } from './caller.ts'
import type { WebSessionContext } from './context.ts'
import type { Exchange } from './exchange.ts'
import { clientHeaders } from './incoming-request.ts'
import { isOutage, toUnavailable } from './read-caller.ts'
import { isForm, readFields } from './read-fields.ts'
import { toReturnPath, withQuery } from './return-path.ts'
import { isSameOrigin } from './same-origin.ts'
import type { SessionTokens } from './session-cookie.ts'
import { requireSameOrigin } from './session-state.ts'

interface RouteCall {
  context: WebSessionContext
  exchange: Exchange
  fields: Record<string, unknown>
}

interface Outcome {
  body: object
  status?: number
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
  const route = Object.hasOwn(routes, name) ? routes[name] : undefined
  if (!route) return undefined
  const response = await run(route, { context, exchange })
  exchange.finish(response.headers)
  return response
}

async function run(route: SessionRoute, { context, exchange }: Omit<RouteCall, 'fields'>): Promise<Response> {
  const { request } = exchange
  let returnTo = '/'
  try {
    requireSameOrigin(context, request)
    const sent = request.method === 'GET' ? {} : await readFields(request)
    if (!isForm(request)) return toJson(await route.run({ context, exchange, fields: sent }))
    returnTo = toReturnPath(sent.return_to)
    const fields = Object.fromEntries(Object.entries(sent).filter(([name]) => route.fields.includes(name)))
    const { page } = await route.run({ context, exchange, fields })
    return seeOther(page === undefined ? returnTo : withQuery(page, { return_to: returnTo }))
  } catch (cause) {
    const failure = isOutage(cause) && !(cause instanceof Failure) ? toUnavailable(cause) : cause
    if (!(failure instanceof Failure)) throw failure
    const page = isForm(request) && failure.code !== 'forbidden' ? route.page(context) : undefined
    if (page === undefined) return exchange.toHttpFailure(failure).getResponse()
    return seeOther(withQuery(page, { failure: failure.code, ...faultyFields(failure), return_to: returnTo }))
  }
}

const toJson = ({ body, status = 200 }: Outcome): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  })

const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })

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
  await exchange.begin(pair)
  // A step-up returns new tokens of the session that the browser has.
  if (before && sessionOf(before) !== pair.session_id) await replaceSession(context, exchange, before)
}

function sessionOf({ accessToken }: SessionTokens): unknown {
  try {
    return decodeJwt(accessToken).payload.sid
  } catch {
    return undefined
  }
}

/** Begins to add the authenticator app that a login requires. The session begins later, after a code of the app. */
async function enrolTotp({ context, exchange, fields }: RouteCall): Promise<Outcome> {
  return { body: await ask(context, exchange, 'enrolTotpAtLogin', fields) }
}

const toSignedIn = ({ user, session_id }: OperationReply<'logIn'>) => ({ user, session_id })

/**
 * Ends the session that a login replaces: otherwise somebody who copied its cookie could still use it. When this fails, the login
 * still succeeds, and the old session ends when it expires.
 */
async function replaceSession(
  context: WebSessionContext,
  exchange: Exchange,
  before: SessionTokens,
): Promise<void> {
  await endSession(context, exchange, before).catch((error: unknown) => {
    if (!isOutage(error)) throw error
  })
}

async function signUp({ context, exchange, fields }: RouteCall): Promise<Outcome> {
  const user = await ask(context, exchange, 'createUser', fields)
  const { username, password } = fields
  try {
    const { body } = await begin({ context, exchange, fields: { username, password } }, 'logIn')
    return { body, status: 201 }
  } catch (error) {
    if (!(error instanceof Failure) && !isOutage(error)) throw error
    // The user was created, but the login failed, for example because the address must be confirmed first. The form then
    // leads to the login page.
    const page = context.loginPage && withQuery(context.loginPage, { signed_up: 'true' })
    return { body: { user, session_id: null }, status: 201, page }
  }
}

async function logOut({ context, exchange }: RouteCall): Promise<Outcome> {
  const tokens = exchange.tokens()
  // The cookie is removed only after the session has ended. Otherwise people could believe that they are logged out while
  // their session goes on.
  if (tokens) await endSession(context, exchange, tokens)
  exchange.end()
  return { body: { logged_out: true } }
}

async function endSession(
  context: WebSessionContext,
  exchange: Exchange,
  tokens: SessionTokens,
): Promise<void> {
  const { accessToken, refreshToken } = tokens
  try {
    await ask(context, exchange, 'logOut', {}, accessToken)
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'token_invalid')) throw error
    // The access token was signed with a key that is no longer known, so the session is ended by its refresh token.
    await ask(context, exchange, 'revokeToken', { token: refreshToken })
  }
}

async function endSessions({ context, exchange, fields }: RouteCall): Promise<Outcome> {
  const { accessToken } = await exchange.requireCaller()
  const body = await ask(context, exchange, 'endOwnSessions', fields, accessToken)
  if (fields.scope === 'all') exchange.end()
  return { body }
}

async function showCaller({ exchange }: RouteCall): Promise<Outcome> {
  const caller = await exchange.caller()
  return { body: { caller: caller ? toResource(caller) : null } }
}

const ask = <Name extends OperationName>(
  { authUrl, usersUrl, timeoutMs }: WebSessionContext,
  { request }: Exchange,
  name: Name,
  input: Record<string, unknown>,
  bearer?: string,
): Promise<OperationReply<Name>> =>
  callOperation(name, input as OperationInput<Name>, {
    bearer,
    timeoutMs,
    headers: clientHeaders(request),
    baseUrl: name === 'createUser' ? usersUrl : authUrl,
  })
