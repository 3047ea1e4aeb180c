import type { Socket } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { type Caller, type Endpoint, takesClientSecret } from '#contract/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import type { Log } from '../log.ts'
import { bearerTokenIn, type Guard, operation } from '../operation.ts'
import { toRefusal } from '../refusal.ts'
import { Answer, type Call, type Route } from '../route.ts'
import { currentTrace, runWithTrace } from '../tracing.ts'
import { isForm, parseBodies } from './body.ts'
import { clientSecretIn, isBasic } from './client-secret.ts'
import { docsPages } from './docs-pages.ts'
import { eventWriter, type SentEvent, sendEvents } from './event-stream.ts'
import type { Listener } from './listener.ts'
import { problemReply, rawProblem, refusalOf } from './problem.ts'
import { proxyFinder, warnOfUnnamedProxy } from './proxy.ts'
import { replyWriter } from './reply-writer.ts'
import { routeSpelling } from './route-spelling.ts'

export interface HttpOptions extends Guard {
  title: string
  /** Where it listens unless a setting says otherwise. */
  defaultUrl?: string | undefined
  routes: readonly Route[]
  /** For people, outside the contract: adds them to the server. */
  pages?: ((app: FastifyInstance) => void) | undefined
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[]
  log: Log
}

const bodyLimit = 64 * 1024
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The only place that parses, authenticates, calls and maps failures. */
export async function serveHttp(listener: Listener, options: HttpOptions): Promise<void> {
  const app = fastify({
    bodyLimit,
    genReqId: () => currentTrace()?.requestId ?? '',
    logger: false,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    routerOptions: { maxParamLength: 2048 },
    serverFactory: () => listener.server,
    // Fastify would load both compilers here, 60 ms of the start; ours come with the first request that needs them.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    clientErrorHandler: answerBrokenConnection,
    frameworkErrors: (error, request, reply) =>
      sendFailure(error, request as FastifyRequest, reply as FastifyReply, options.log),
  })
  parseBodies(app)
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, options.log))
  const findProxy = proxyFinder(options.trustedProxies)
  for (const one of options.routes) addRoute(app, one, { ...options, findProxy }, listener.draining)
  const allowed = allowedMethods(options.routes)
  app.register(async (others) => {
    others.addHook('onRequest', (request, reply, done) => {
      reply.headers(usualHeaders(request))
      if (!request.is404) {
        const isSpelled = routeSpelling(request.routeOptions.url ?? '', { isInternal: false })
        return done(isSpelled(request.raw.url ?? '') ? undefined : new Failure('route_not_found'))
      }
      const allow = allowed(request.url)
      done(allow ? new Failure('method_not_allowed', { headers: { allow } }) : new Failure('route_not_found'))
    })
    others.setNotFoundHandler(() => {
      throw new Failure('route_not_found')
    })
    docsPages(others, options)
    options.pages?.(others)
  })
  await app.ready()
  listener.serve((request, response) => runWithTrace(request.headers, () => app.routing(request, response)))
}

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

function addRoute(
  app: FastifyInstance,
  { endpoint, handle }: Route,
  options: HttpOptions & { findProxy: ReturnType<typeof proxyFinder> },
  draining: AbortSignal,
): void {
  const { admit, check } = operation(endpoint, { ...options, coerce: true })
  const { findProxy } = options
  const isClient = takesClientSecret(endpoint)
  const credentialIn = ({ headers, clientSecret }: FastifyRequest): string | undefined =>
    bearerTokenIn(headers.authorization) ?? (isClient ? clientSecretIn(headers, clientSecret) : undefined)
  const callerOf = (request: FastifyRequest) => admit?.(credentialIn(request))
  /** Before the body is read: nobody without a credential makes us parse anything. */
  const admitFirst = (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    let caller: ReturnType<typeof callerOf>
    try {
      caller = callerOf(request)
    } catch (error) {
      done(error as Error)
      return
    }
    const goOn = (known: Caller | undefined) => {
      request.caller = known
      done()
    }
    if (caller instanceof Promise) caller.then(goOn, done)
    else goOn(caller)
  }
  /** The one credential that comes with the body. */
  const isInForm = (request: FastifyRequest): boolean =>
    isClient && request.headers.authorization === undefined && isForm(request)
  const preHandler: typeof admitFirst = (request, reply, done) =>
    isInForm(request) ? admitFirst(request, reply, done) : done()
  const write = endpoint.reply && replyWriter(endpoint.reply)
  const writeEvent = endpoint.stream && eventWriter(endpoint.stream)
  const answer = (reply: FastifyReply, result: unknown): void => {
    const given = result instanceof Answer ? result : undefined
    const status = given?.status ?? endpoint.success
    if (!write) {
      const text = status === 204 ? undefined : ''
      sendReply(reply, status, written(undefined, given?.headers ?? {}, text))
    } else sendReply(reply, status, given ? writtenOnce(given, write) : written(json, {}, write(result)))
  }

  const isInternal = endpoint.access === 'service'
  for (const path of endpoint.paths) {
    const isSpelled = routeSpelling(path, { isInternal })
    const refuseSpelling = ({ raw }: FastifyRequest) => {
      if (!isSpelled(raw.url ?? '')) throw new Failure('route_not_found')
    }
    app.route({
      method: endpoint.method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      config: { endpoint },
      ...(admit
        ? {
            onRequest: (request, reply, done) => {
              refuseSpelling(request)
              if (isInForm(request)) done()
              else admitFirst(request, reply, done)
            },
            ...(isClient ? { preHandler } : {}),
          }
        : {}),
      handler: (request, reply) => {
        if (!admit) refuseSpelling(request)
        check(request)
        const call = new HttpCall(request, { findProxy, log: options.log })
        if (writeEvent) {
          return sendEvents(reply, {
            open: (signal) => {
              const lastEventId = header(request, 'last-event-id')
              return handle(Object.assign(call, { lastEventId, signal }) as never) as AsyncIterable<SentEvent>
            },
            admitAgain: async () => {
              request.caller = await callerOf(request)
            },
            write: writeEvent,
            headers: usualHeaders(request),
            draining,
            log: options.log,
          })
        }
        const result = handle(call as never)
        // What is there already is answered at once: to wait would cost as much again as all that is ours here.
        return result instanceof Promise
          ? result.then((later) => answer(reply, later))
          : answer(reply, result)
      },
    })
  }
}

const json = 'application/json; charset=utf-8'

/** A reply but for what is of the one request. */
interface Written {
  /** Names and values in turns, as Node takes them without a look at each. */
  headers: string[]
  /** Undefined where there is no content, whose length must not be told either (RFC 9110 section 8.6). */
  text: string | undefined
}

function written(
  contentType: string | undefined,
  headers: Record<string, string>,
  text: string | undefined,
): Written {
  const all: string[] = []
  if (text !== undefined) all.push('content-length', String(Buffer.byteLength(text)))
  if (contentType !== undefined) all.push('content-type', contentType)
  for (const [name, value] of Object.entries({ ...usual, ...headers })) all.push(name, value)
  return { headers: all, text }
}

const writtenAnswers = new WeakMap<Answer<unknown>, Written>()

function writtenOnce(answer: Answer<unknown>, write: (body: unknown) => string): Written {
  let known = writtenAnswers.get(answer)
  if (!known) {
    known = written(json, answer.headers, write(answer.body))
    writtenAnswers.set(answer, known)
  }
  return known
}

/** Unless a reply says otherwise. */
const usual = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }

const usualHeaders = ({ id }: FastifyRequest) => ({ 'x-request-id': id, ...usual })

/** By Node's own response: all that Fastify's would do besides is to look for hooks and serialisers, which there are none of. */
function sendReply(reply: FastifyReply, status: number, { headers, text }: Written): void {
  const { raw, request } = reply
  // First, for it throws when a header cannot be sent: from `hijack` on Fastify answers nothing any more.
  raw.writeHead(status, ['x-request-id', request.id, ...headers])
  reply.hijack()
  raw.end(text)
}

const noCompiler = () => () => {
  throw new Error('Schemas are checked by this file, not by Fastify.')
}

/** Takes from the request what a handler asks for, and nothing that it does not. */
class HttpCall implements Call<Endpoint> {
  readonly #request: FastifyRequest
  readonly #findProxy: ReturnType<typeof proxyFinder>
  readonly #log: Log
  constructor(
    request: FastifyRequest,
    { findProxy, log }: { findProxy: ReturnType<typeof proxyFinder>; log: Log },
  ) {
    this.#request = request
    this.#findProxy = findProxy
    this.#log = log
  }
  get params() {
    return this.#request.params as undefined
  }
  get query() {
    return this.#request.query as undefined
  }
  get body() {
    return this.#request.body as undefined
  }
  get caller() {
    return this.#request.caller
  }
  get token() {
    return bearerTokenIn(this.#request.headers.authorization)
  }
  get ifMatch() {
    return this.#request.headers['if-match']
  }
  get idempotencyKey() {
    return header(this.#request, 'idempotency-key')
  }
  get address() {
    // Only where an address counts for something does it matter whose it is.
    if (this.passedOnBy === 'unnamed_proxy') warnOfUnnamedProxy(this.#log)
    return this.#request.ip
  }
  get passedOnBy() {
    const { headers, socket } = this.#request
    return this.#findProxy(headers, socket.remoteAddress ?? '')
  }
  get userAgent() {
    return this.#request.headers['user-agent']?.slice(0, 500)
  }
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Which methods a path answers to, as an Allow header; undefined where there is no such path. */
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

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): void {
  const known = refusalOf(error)
  // Another spelling of a route is none of its endpoint's.
  const endpoint = known?.code === 'route_not_found' ? undefined : request.routeOptions.config.endpoint
  const failure = toRefusal({ error, failure: known }, endpoint, log)
  const { authorization } = request.headers
  const { status, headers, body } = problemReply(failure, request.id, endpoint, {
    toOAuthClient: endpoint?.form === true && isForm(request),
    usedBasic: endpoint !== undefined && takesClientSecret(endpoint) && isBasic(authorization),
  })
  sendReply(reply, status, written(undefined, headers, body))
}

function answerBrokenConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  socket.end(rawProblem(refusalOf(error) ?? new Failure('malformed_request'), ''))
}
