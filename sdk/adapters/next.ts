import type { Caller } from '../server/caller.ts'
import { HttpFailure } from '../server/http-failure.ts'
import { fromWebRequest } from '../server/incoming-request.ts'
import { webSessionOptions } from '../server/session-options.ts'
import { createWebSession, type WebSession, type WebSessionOptions } from '../server/web-session.ts'

/** The part of `NextResponse` (`next/server`) that the proxy needs. */
interface NextResponses {
  next(init: { request: { headers: Headers } }): Response
}

/**
 * Makes the proxy of a Next.js application (`proxy.ts`; `middleware.ts` before version 16). It answers the routes of the session
 * and refreshes tokens: Server Components cannot, because they cannot set cookies. `address` returns the network address of the
 * person, from a header that the platform sets and a browser cannot.
 * @example
 * export const proxy = nextProxy(session, NextResponse)
 */
export const nextProxy =
  (
    session: WebSession,
    responses: NextResponses,
    { address }: { address?: (request: Request) => string | null | undefined } = {},
  ) =>
  async (request: Request): Promise<Response> => {
    const exchange = session.begin(request, fromWebRequest(request, address?.(request) ?? undefined))
    const own = await exchange.answer()
    if (own) return withWholeLocation(own, request)
    try {
      await exchange.caller()
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error
      // During an outage of Latchkey, pages that need no signed-in user still work. Pages that need one get the same failure.
      if (error.code === 'forbidden') return error.getResponse()
    }
    const headers = new Headers(request.headers)
    headers.set('cookie', exchange.cookieHeader())
    const response = responses.next({ request: { headers } })
    exchange.finish(response.headers)
    return response
  }

/**
 * Makes the redirect lead to a whole URL, because Next.js refuses a path in the redirect of a proxy. When the host is its own,
 * Next.js shortens the URL to the path again before it sends it to the browser.
 */
function withWholeLocation(response: Response, request: Request): Response {
  const path = response.headers.get('location')
  if (path !== null) response.headers.set('location', new URL(path, request.url).href)
  return response
}

/**
 * Makes the function by which Server Components, Server Actions and Route Handlers read the caller. `headers` is that of
 * `next/headers`. The proxy must run for each path that uses this function.
 * @example
 * export const caller = nextCaller(session, headers)
 */
export const nextCaller =
  (session: WebSession, headers: () => Promise<Pick<Headers, 'get'>>) =>
  async (): Promise<Caller | undefined> => {
    const sent = await headers()
    const exchange = session.begin(sent, {
      // Next.js does not reveal the method of a request. Browsers send `Origin` with each request that may change something,
      // so a request with `Origin` is treated as a POST.
      method: sent.get('origin') === null ? 'GET' : 'POST',
      target: '/',
      header: (name) => sent.get(name) ?? undefined,
      address: undefined,
      body: noChunks,
    })
    // The reply can no longer set a cookie at this point, so the exchange is finished: a refresh would use up the refresh
    // token of the browser without giving it the new one.
    exchange.finish(new Headers())
    return exchange.caller()
  }

async function* noChunks(): AsyncGenerator<Uint8Array, undefined> {}

/** The session of a Next.js application, made by `nextSession`. */
export interface NextSession extends Pick<WebSession, 'signIn' | 'signOut' | 'accountUrl'> {
  /** The proxy, to be exported by `proxy.ts`. */
  proxy(request: Request): Promise<Response>
  /** Returns the caller in a Server Component, Server Action or Route Handler; undefined when the user is not signed in. */
  caller(): Promise<Caller | undefined>
}

/** The options of `nextSession`: two functions of Next.js, and those of the session that the environment does not have. */
export interface NextSessionOptions extends Partial<WebSessionOptions> {
  /** `NextResponse` of `next/server`. */
  NextResponse: NextResponses
  /** `headers` of `next/headers`. */
  headers: () => Promise<Pick<Headers, 'get'>>
  /** Returns the network address of the person, from a header that the platform sets and a browser cannot. */
  address?: (request: Request) => string | null | undefined
}

/**
 * Makes the session of a Next.js application from the environment that `latchkey clients create --for next` prints. The environment
 * is read with the first request, so that `next build` does not need it.
 * @example
 * const { caller, proxy } = nextSession({ headers, NextResponse })
 * export { caller, proxy } // Next.js does not find the name in `export const { … }`
 */
export function nextSession({ NextResponse, headers, address, ...options }: NextSessionOptions): NextSession {
  let made: WebSession | undefined
  function session(): WebSession {
    made ??= createWebSession({ ...webSessionOptions(environment()), ...options })
    return made
  }
  return {
    async proxy(request) {
      const { pathname } = new URL(request.url)
      if (ofBuild.test(pathname)) return NextResponse.next({ request: { headers: request.headers } })
      return nextProxy(session(), NextResponse, address ? { address } : {})(request)
    },
    async caller() {
      // While Next.js prerenders a page, this never resolves, so that the build does not need the environment.
      const sent = await headers()
      return nextCaller(session(), async () => sent)()
    },
    signIn: (to) => session().signIn(to),
    signOut: () => session().signOut(),
    accountUrl: (from) => session().accountUrl(from),
  }
}

/** The files of a build, for which the session is not checked: caches may store them, and each page has many. */
const ofBuild = /^\/(?:_next\/(?:static|image)(?:\/|$)|favicon\.ico$)/

/** Next.js reads `.env.local` into the environment of the process. */
const environment = (): Record<string, string | undefined> =>
  (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env ?? {}
