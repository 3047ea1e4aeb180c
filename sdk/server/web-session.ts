import { Failure } from '#contract/declaration/failures.ts'
import { callOperation, type OperationReply } from '../call-operation.ts'
import { checkServiceUrl } from '../service-url.ts'
import { openTokenSource, ownTokenValidator, type TokenValidatorOptions } from '../token-validator.ts'
import type { Caller } from './caller.ts'
import type { WebSessionContext } from './context.ts'
import { toNewTokens } from './end-session.ts'
import { type Exchange, openExchange } from './exchange.ts'
import { openHostedPages, type WebSessionClient } from './hosted/hosted-pages.ts'
import { wasAsked } from './hosted/pending-sign-in.ts'
import { HttpFailure } from './http-failure.ts'
import { fromWebRequest, type IncomingRequest } from './incoming-request.ts'
import { createProfiles } from './profiles.ts'
import { isOutage, toUnavailable } from './read-caller.ts'
import { toReturnPath, withQuery } from './return-path.ts'
import { answerRoute, beginSession } from './routes.ts'
import { checkOrigin } from './same-origin.ts'
import { checkCookieName } from './session-cookie.ts'
import { shareRefresh } from './share-refresh.ts'

type Checking = Pick<
  TokenValidatorOptions,
  | 'issuer'
  | 'authUrl'
  | 'allowHttp'
  | 'credential'
  | 'timeoutMs'
  | 'silentAfterMs'
  | 'endedSessionsKept'
  | 'onFault'
  | 'now'
>

/** The options of a web session. `issuer` and `origins` are required. */
export interface WebSessionOptions extends Checking {
  /** The origins at which people open the application, such as `https://app.example.com`. */
  origins: string | readonly string[]
  /**
   * The OpenID client of the application, for `signIn()`. Without it, users sign in by forms of the application only.
   * `latchkey clients create --for` registers it.
   */
  client?: WebSessionClient
  /** The exact `aud` of the tokens of a sign-in by a form of the application; `latchkey` if absent. */
  audience?: string
  /**
   * The mode that says how the application notices that a session has ended, as in `TokenValidatorOptions`; `strict` if absent.
   */
  mode?: TokenValidatorOptions['mode']
  /** The origin of the user service, for signing up; that of the authentication service if absent. */
  usersUrl?: string
  /** The path that the routes of the session are below; `/auth` if absent. */
  basePath?: string
  /**
   * The page of the application where people log in. Without it, a page that needs a caller leads to the hosted pages if there is
   * a `client`, and is answered with a 401 otherwise.
   */
  loginPage?: string
  /** The page of the application where people sign up; `loginPage` if absent. */
  signUpPage?: string
  /**
   * The name of the cookie; `__Host-latchkey-session` if absent. Applications on several ports of one host need different names.
   */
  cookieName?: string
}

/** The options of `serve`, for one request. */
export interface ServeOptions {
  /** The network address of the person, as the runtime knows it. */
  address?: string | null | undefined
  /**
   * Makes the reply to an error that is no `HttpFailure`; `console.error` and a reply 500 if absent. When this function
   * throws, the runtime replies without the cookie of a refresh, and the session is lost.
   */
  onError?: ((error: unknown) => Response | Promise<Response>) | undefined
}

/** A cookie session of an application, made by `createWebSession`. */
export interface WebSession {
  /**
   * Answers a request: by a route of the session, or by the application. Sets the cookie and the cache headers of the reply,
   * and turns what the application throws into a reply: an `HttpFailure` into its own, every other error by `onError`.
   */
  serve(
    request: Request,
    application: (request: Request) => Response | Promise<Response>,
    options?: ServeOptions,
  ): Promise<Response>
  /**
   * Returns the signed-in user who sent a request, or undefined when the user is not signed in. The request is the object that the
   * framework gives: `Request`, that of Express or Fastify, the context of Hono. Tokens are refreshed as needed.
   * @throws {HttpFailure} `auth_service_unavailable` when that cannot be known now; `forbidden` when the request changes
   * something and was sent by another site; `token_expired` for the handshake of a WebSocket, which refreshes nothing
   */
  caller(request: object): Promise<Caller | undefined>
  /**
   * Returns the signed-in user, with that role if one is given.
   * @throws {HttpFailure} those of `caller`; `token_missing`, `token_invalid`, `token_expired` or `session_ended` when nobody is
   * signed in; `forbidden` without the role
   */
  requireCaller(request: object, role?: Caller['role']): Promise<Caller>
  /**
   * Begins the session of a token pair that your server got from Latchkey by itself, as by `logInByPasskey`, and ends the
   * session that the browser had. The request must come from a page of the application, by any method.
   * @throws {HttpFailure} `forbidden` for a request of another site; `auth_service_unavailable`
   * @example
   * const pair = await latchkey.logInByPasskey({ credential }, { onBehalfOf: { address, userAgent } })
   * await session.startSession(request, pair)
   */
  startSession(request: object, pair: OperationReply<'logIn'>): Promise<void>
  /**
   * Returns the path that leads to the hosted pages of Latchkey, and from there back to `returnTo`: a path of the application, `/`
   * if absent. Use it in a link, or redirect to it. On the hosted pages people sign in by password, passkey or another provider,
   * with a second factor, sign up, and reset their password.
   * @throws {Error} without a `client`
   * @example const link = `<a href="${session.signIn({ returnTo: '/notes' })}">Sign in</a>`
   */
  signIn(options?: { returnTo?: string }): string
  /**
   * Returns the path that signs a browser in without a page, if it is signed in at Latchkey already, such as by another application
   * (`prompt=none`, OpenID Connect Core section 3.1.2.1). Redirect to it when `caller` is undefined: the browser comes back to the
   * same page. Undefined when this browser was asked before, or when the request is not a GET for a whole page.
   * @throws {Error} without a `client`
   */
  signInSilently(request: object): string | undefined
  /**
   * Returns the path that signs out, to which a form of a page posts (`<form method="post">`), with the field `return_to` if
   * wanted. After `signIn()` it ends the session at Latchkey too, and so in every application of this browser.
   */
  signOut(): string
  /**
   * Returns the URL of the account pages, where users change their name, address, password and other ways to sign in. `returnTo` is
   * a path of the application, for the link that leads back; `/` if absent.
   * @throws {Error} without a `client`
   */
  accountUrl(options?: { returnTo?: string }): string
  /** Begins a request, for an adapter of a framework. `key` is the object that people will pass to `caller`. */
  begin(
    key: object,
    request: IncomingRequest,
  ): Exchange & {
    /** Answers a route of the session; undefined for every other path. */
    answer(): Promise<Response | undefined>
  }
  /** Ends the revocation feed of mode `feed`, so that it keeps no process alive. */
  close(): Promise<void>
}

/**
 * Creates the cookie session of an application: users sign in, and their tokens stay in a cookie that scripts cannot read. It
 * needs no store; sign-in on Latchkey's pages needs the secret of a client. Below `/auth` it answers `POST /login`, `/signup`, `/logout` and `/sessions/revoke`, each to
 * JSON and to a form, and `GET /me`.
 * @throws {TypeError} for invalid options
 * @example
 * const session = createWebSession({ issuer: 'https://auth.example.com', origins: 'https://app.example.com' })
 * const handler = (request: Request) =>
 *   session.serve(request, async () => {
 *     const caller = await session.requireCaller(request)
 *     return new Response(`Hello ${caller.username}`)
 *   })
 */
export function createWebSession(options: WebSessionOptions): WebSession {
  const context = createContext(options)
  const exchanges = new WeakMap<object, Exchange>()

  function begin(key: object, request: IncomingRequest) {
    const exchange = openExchange(context, request)
    exchanges.set(key, exchange)
    return { ...exchange, answer: () => answerRoute(context, exchange) }
  }
  function exchangeOf(key: object): Exchange {
    const exchange = exchanges.get(key)
    if (!exchange)
      throw new Error(
        'The session has not seen this request: it has to come before the routes that ask for the caller.',
      )
    return exchange
  }

  return {
    async serve(request, application, { address, onError = answerFault } = {}) {
      const exchange = begin(request, fromWebRequest(request, address ?? undefined))
      const own = await exchange.answer()
      if (own) return own
      const answer = async () => application(request)
      const response = await answer().catch((error: unknown) =>
        error instanceof HttpFailure ? error.getResponse() : onError(error),
      )
      return complete(exchange, response)
    },
    caller: (request) => exchangeOf(request).caller(),
    requireCaller: (request, role) => exchangeOf(request).requireCaller(role),
    async startSession(request, pair) {
      const exchange = exchangeOf(request)
      try {
        await beginSession({ context, exchange, pair })
      } catch (cause) {
        const failure = isOutage(cause) ? toUnavailable(cause) : cause
        throw failure instanceof Failure ? exchange.toHttpFailure(failure) : failure
      }
    },
    signIn: ({ returnTo } = {}) => signInPath(context, { returnTo }),
    signInSilently(request) {
      const { method, header, target } = exchangeOf(request).request
      const destination = header('sec-fetch-dest') ?? 'document'
      const isPage = method === 'GET' && destination === 'document' && header('accept')?.includes('text/html')
      if (!isPage || wasAsked(context, header('cookie'))) return undefined
      return signInPath(context, { returnTo: target, silent: 'true' })
    },
    signOut: () => `${context.basePath}/logout`,
    accountUrl({ returnTo } = {}) {
      const { clientId } = requireHosted(context)
      const url = new URL('/account', context.issuer)
      const back = `${context.origins[0]}${toReturnPath(returnTo)}`
      url.search = new URLSearchParams({ client_id: clientId, return_to: back }).toString()
      return url.href
    },
    begin,
    close: () => context.validator.close(),
  }
}

function requireHosted({ hosted }: WebSessionContext) {
  if (!hosted) throw new Error('The session needs a client: `latchkey clients create --for` registers one.')
  return hosted
}

function signInPath(
  context: WebSessionContext,
  { returnTo, ...others }: { returnTo: string | undefined; silent?: string },
): string {
  requireHosted(context)
  const path = toReturnPath(returnTo)
  return withQuery(`${context.basePath}/sign-in`, { ...(path === '/' ? {} : { return_to: path }), ...others })
}

function answerFault(error: unknown): Response {
  // biome-ignore lint/suspicious/noConsole: without a callback `onError`, the console is the only place to report an error.
  console.error(error)
  return new Response('Internal Server Error', { status: 500 })
}

/**
 * Returns the reply with the headers of the session, such as `Set-Cookie`. The headers of a redirect or of a fetched reply cannot
 * be changed, so the reply is copied.
 */
function complete(exchange: Exchange, response: Response): Response {
  const headers = new Headers(response.headers)
  exchange.finish(headers)
  // The reply to a WebSocket handshake (101) cannot be copied with other headers. No token is refreshed in such a request.
  if (response.status === 101) return response
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

function createContext(options: WebSessionOptions): WebSessionContext {
  const { issuer, audience = 'latchkey', mode = 'strict', timeoutMs = 10_000, now = Date.now } = options
  const authUrl = checkServiceUrl(options.authUrl ?? issuer, options.allowHttp)
  const usersUrl = checkServiceUrl(options.usersUrl ?? authUrl, options.allowHttp)
  const origins = [options.origins].flat().map(checkOrigin)
  if (origins.length === 0) throw new TypeError('The origin of the application is needed.')
  // An empty audience would match no token, without a visible reason.
  if (!audience) throw new TypeError('The issuer and the audience are needed.')
  const { loginPage, signUpPage = loginPage, client } = options
  const source = openTokenSource({ ...options, mode, authUrl })
  const profiles = createProfiles((bearer) =>
    callOperation(
      'getUser',
      { id: 'me' },
      { baseUrl: usersUrl, bearer, timeoutMs: options.timeoutMs ?? 1_500 },
    ),
  )
  return {
    issuer,
    authUrl,
    usersUrl,
    origins,
    timeoutMs,
    now,
    basePath: checkPath(options.basePath ?? '/auth'),
    loginPage: loginPage && checkPath(loginPage),
    signUpPage: signUpPage && checkPath(signUpPage),
    cookieName: checkCookieName(options.cookieName ?? '__Host-latchkey-session'),
    validator: ownTokenValidator(source, audience),
    profiles,
    refresh: shareRefresh(
      async (token, headers) => {
        const calls = { baseUrl: authUrl, timeoutMs, headers }
        const pair = await callOperation('refresh', { refresh_token: token }, calls)
        profiles.remember(pair.access_token, pair.user)
        return toNewTokens(pair)
      },
      { maxAgeMs: timeoutMs, now: Date.now },
    ),
    hosted: client && openHostedPages(client, { source, issuer, authUrl, origins, timeoutMs }),
  }
}

function checkPath(path: string): string {
  if (!/^\/[\w./-]*$/.test(path) || path.startsWith('//') || (path !== '/' && path.endsWith('/')))
    throw new TypeError(`${path} is no path of the application, such as /auth.`)
  return path
}
