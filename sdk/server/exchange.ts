import { Failure } from '#contract/declaration/failures.ts'
import type { Caller } from './caller.ts'
import type { WebSessionContext } from './context.ts'
import { type HttpFailure, toHttpFailure } from './http-failure.ts'
import type { IncomingRequest } from './incoming-request.ts'
import type { NewTokens } from './new-tokens.ts'
import { type Reading, readCaller } from './read-caller.ts'
import { withQuery } from './return-path.ts'
import { removeSessionCookie, replaceSessionCookie, type SessionTokens } from './session-cookie.ts'
import { keepTokens, readTokens, type SessionState } from './session-state.ts'

/** The part of `Headers` that is needed to complete a reply. */
export interface ReplyHeaders {
  get(name: string): string | null | undefined
  set(name: string, value: string): void
  append(name: string, value: string): void
}

/** One request to the application and its reply, as the session sees them. */
export interface Exchange {
  request: IncomingRequest
  /** Returns the caller; undefined when the user is not signed in. The first call does the work, later ones repeat its outcome. */
  caller(): Promise<Caller | undefined>
  requireCaller(role?: Caller['role']): Promise<Caller>
  /** Returns the tokens of the cookie. Throws `forbidden` when the request changes something and comes from another site. */
  tokens(): SessionTokens | undefined
  /** Makes the reply set the cookie of a new session. Returns its caller. */
  begin(tokens: NewTokens): Promise<Caller>
  /** Makes the reply remove the cookie. */
  end(): void
  /**
   * Returns the Cookie header of the request, with the current tokens in place of those that were sent, for a framework that
   * passes the request on.
   */
  cookieHeader(): string
  /**
   * Adds the cookie of the session, and the headers that forbid caches to store the reply. Only the first call has an effect.
   */
  finish(headers: ReplyHeaders): void
  /**
   * Turns a failure into the one that answers the request: a redirect to the login page if a person who is not signed in asked
   * for a page, otherwise a problem document.
   */
  toHttpFailure(failure: Failure): HttpFailure
}

/** Opens an exchange. Nothing is read or verified before a method of the exchange needs it. */
export function openExchange(context: WebSessionContext, request: IncomingRequest): Exchange {
  const state: SessionState = { context, request }
  let reading: Promise<Reading> | undefined

  async function read(): Promise<Reading> {
    reading ??= readCaller(state)
    return reading.catch((error: unknown) => {
      throw error instanceof Failure ? toFailure(error) : error
    })
  }
  const toFailure = (failure: Failure) =>
    toHttpFailure(failure, context.issuer, findLoginPage(failure, state))

  return {
    request,
    caller: async () => (await read()).caller,
    async requireCaller(role) {
      const { caller, failure } = await read()
      if (!caller) throw toFailure(failure ?? new Failure('token_missing'))
      if (role !== undefined && caller.role !== role) throw toFailure(new Failure('forbidden'))
      return caller
    },
    tokens: () => readTokens(state),
    async begin(tokens) {
      // Latchkey has started the session already, and without the cookie nobody could use or end it.
      if (state.isFinished) throw new Error('The session has to begin before the reply begins.')
      const { caller } = await keepTokens(state, tokens)
      reading = undefined
      return caller
    },
    end() {
      state.current = undefined
      state.setCookie = removeSessionCookie(context.cookieName)
    },
    cookieHeader() {
      const header = request.header('cookie')
      return state.isCookieRead
        ? replaceSessionCookie(header, context.cookieName, state.current)
        : (header ?? '')
    },
    finish(headers) {
      if (state.isFinished) return
      state.isFinished = true
      finishReply(state, headers)
    },
    toHttpFailure: toFailure,
  }
}

/**
 * Returns where to sign in for a browser that asked for a page while nobody is signed in; undefined otherwise: a page of the
 * application, or the hosted pages. After the login, a person who asked by GET is led back to that page.
 */
function findLoginPage({ code }: Failure, { context, request }: SessionState): string | undefined {
  const loginPage = context.loginPage ?? (context.hosted && `${context.basePath}/sign-in`)
  const isSignedOut = ['token_missing', 'token_invalid', 'token_expired', 'session_ended'].includes(code)
  if (loginPage === undefined || !isSignedOut || !request.header('accept')?.includes('text/html'))
    return undefined
  return request.method === 'GET' ? withQuery(loginPage, { return_to: request.target }) : loginPage
}

function finishReply({ setCookie, isCookieRead, current }: SessionState, headers: ReplyHeaders): void {
  if (setCookie !== undefined) headers.append('set-cookie', setCookie)
  if (!isCookieRead && setCookie === undefined) return
  const vary = headers.get('vary')
  if (vary !== '*' && !/(^|,)\s*cookie\s*(,|$)/i.test(vary ?? ''))
    headers.set('vary', vary ? `${vary}, Cookie` : 'Cookie')
  // A cache that stored the cookie would sign strangers in as this user. If no cookie is set, a `Cache-Control` of the
  // application is respected.
  if (setCookie !== undefined || (current && !headers.get('cache-control')))
    headers.set('cache-control', 'no-store')
}
