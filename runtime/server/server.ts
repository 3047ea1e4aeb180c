import type { RequestListener } from 'node:http'
import {
  type FastifyContextConfig,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify'
import { maxBodyBytes } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { docsPages } from '../docs/docs-pages.ts'
import { addRoute } from '../http/add-route.ts'
import { arrivalPage } from '../http/arrival-page.ts'
import { parseBodies } from '../http/body.ts'
import { isForScripts } from '../http/cors/cors.ts'
import { routeAsGet } from '../http/head-request.ts'
import type { Listener } from '../http/listener.ts'
import { problemReply, toFailure } from '../http/problem.ts'
import { forwardedForReplacer, proxyFinder, warnOfProxy } from '../http/proxy.ts'
import { type RequestDurations, setRoute } from '../http/request-durations.ts'
import { routeSpelling } from '../http/route-spelling.ts'
import { commonHeadersOf, sendText } from '../http/send-reply.ts'
import { currentTrace, runWithTrace } from '../log/tracing.ts'
import { lookFiles } from '../look/look-files.ts'
import type { Guard } from '../requests/operation.ts'
import { type Reporting, reportFailure } from '../requests/report-failure.ts'
import type { Route } from '../requests/route.ts'
import type { RpcService } from '../rpc/rpc.ts'
import type { Traces } from '../traces/traces.ts'
import { answerMounted, type Mount } from './mount.ts'

export interface HttpOptions extends Guard, Reporting {
  title: string
  /** The URL of the service if no setting gives one; the OpenAPI document names it. */
  defaultUrl?: string | undefined
  routes: readonly Route[]
  /** The version of the package, which `latchkey doctor` asks for. */
  version?: string | undefined
  /** Loads the gRPC services that run beside this server, for the reference page. */
  rpcServices?: (() => Promise<readonly RpcService[]>) | undefined
  /** True where the pages that are added let people sign in. */
  hasAccountPages?: boolean | undefined
  /** True where the admin console is among the pages. */
  hasConsole?: boolean | undefined
  /** Finds the page to which `/` redirects a person, by the Cookie header; undefined to show the list of pages. */
  findHome?: ((cookies: string | undefined) => Promise<string | undefined>) | undefined
  /** Adds pages for people to the server. Pages are not endpoints of the contract. */
  pages?: ((app: FastifyInstance, reporting: Reporting) => void) | undefined
  /** Answers some paths in place of the routes; absent where nothing does. */
  mount?: Mount | undefined
  /** The addresses of proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[]
  traces?: Traces | undefined
  /** The durations of requests, which the listener begins to measure; absent where nobody reads them. */
  requests?: RequestDurations | undefined
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Serves the routes over HTTP. This is the only place where a failure becomes a reply. */
export async function serveHttp(listener: Listener, options: HttpOptions): Promise<void> {
  const { showRefusal } = listener
  const reporting = { ...options, showRefusal }
  const app = fastify({
    bodyLimit: maxBodyBytes,
    // `routeAsGet` does it for all routes.
    exposeHeadRoutes: false,
    genReqId: () => currentTrace()?.requestId ?? '',
    logger: false,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    routerOptions: { maxParamLength: 2048 },
    serverFactory: () => listener.server,
    // Fastify would load its two schema compilers, which takes 60 ms of the start. Our own checks are
    // compiled on first use.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    // The listener has a handler of its own.
    clientErrorHandler: () => {},
    frameworkErrors: (error, request, reply) => sendFailure(error, request, reply, reporting),
  })
  parseBodies(app)
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, reporting))
  options.traces?.requests(app)
  const findProxy = proxyFinder(options.trustedProxies)
  for (const one of options.routes) addRoute(app, one, { ...options, findProxy }, listener.draining)
  const allowed = allowedMethods(options.routes)
  app.register(async (others) => {
    others.addHook('onRequest', (request, reply, done) => {
      reply.headers(commonHeadersOf(request))
      if (!request.is404) {
        // The forms of pages are limited by the address of the client, too.
        if (request.method === 'POST') {
          const passedOnBy = findProxy(request.headers, request.socket.remoteAddress ?? '')
          warnOfProxy(options.log, passedOnBy, request.headers)
        }
        setRoute(reply.raw, options.requests?.route(request.routeOptions.url ?? ''))
        const isSpelled = routeSpelling(request.routeOptions.url ?? '', { isInternal: false })
        return done(isSpelled(request.raw.url ?? '') ? undefined : new Failure('route_not_found'))
      }
      const allow = allowed(request.url)
      done(allow ? new Failure('method_not_allowed', { headers: { allow } }) : new Failure('route_not_found'))
    })
    others.setNotFoundHandler(() => {
      throw new Failure('route_not_found')
    })
    others.addHook('onRoute', ({ url }) => {
      if (isForScripts(url)) throw new Error(`Scripts of other origins could call the page ${url}.`)
    })
    docsPages(others, options)
    lookFiles(others)
    arrivalPage(others, { ...options, findProxy })
    options.pages?.(others, options)
  })
  await app.ready()
  const route: RequestListener = (request, response) => {
    routeAsGet(request)
    app.routing(request, response)
  }
  const answer = options.mount ? answerMounted(options.mount, reporting, route) : route
  const replaceForwardedFor = forwardedForReplacer(options.trustedProxies)
  listener.serve((request, response) => {
    replaceForwardedFor(request)
    runWithTrace(request.headers, () => answer(request, response))
  })
}

const noCompiler = () => () => {
  throw new Error('Schemas are checked by this file, not by Fastify.')
}

/** Returns a function that gives the Allow header of a path (RFC 9110 section 10.2.1); undefined for an unknown path. */
function allowedMethods(routes: readonly Route[]): (url: string) => string | undefined {
  const known = routes.flatMap(({ endpoint }) =>
    endpoint.paths.map((path) => ({
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
      method: endpoint.method,
    })),
  )
  return (url) => {
    const path = url.split('?', 1)[0] ?? ''
    const found = new Set<string>(
      known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method),
    )
    if (found.has('GET')) found.add('HEAD')
    return found.size === 0 ? undefined : methods.filter((method) => found.has(method)).join(', ')
  }
}

function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  reporting: Reporting & Pick<Listener, 'showRefusal'>,
): void {
  reporting.showRefusal(request.raw, reply.raw)
  const known = toFailure(error)
  // When a path is spelled differently from its route, the request matches no endpoint.
  const { endpoint, durations } = known?.code === 'route_not_found' ? noRoute : request.routeOptions.config
  setRoute(reply.raw, durations)
  const failure = reportFailure({ error, failure: known }, endpoint, reporting)
  sendText(reply, problemReply(failure, request.id, endpoint, request.headers))
}

const noRoute: FastifyContextConfig = {}
