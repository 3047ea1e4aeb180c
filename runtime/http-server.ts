import { createHash, timingSafeEqual } from 'node:crypto'
import type { Socket } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import {
  type Body,
  type Caller,
  commonFailures,
  type Endpoint,
  type Params,
  type Query,
  type Reply,
  type StreamEvent,
} from '#contract/endpoint.ts'
import { Failure, failures } from '#contract/failures.ts'
import { parseBodies } from './body.ts'
import { docsPages } from './docs-pages.ts'
import { eventWriter, type SentEvent, sendEvents } from './event-stream.ts'
import type { Listener } from './listener.ts'
import type { Log } from './log.ts'
import { problemReply, rawProblem, refusalOf } from './problem.ts'
import { replyWriter } from './reply-writer.ts'
import { currentTrace, runWithTrace } from './tracing.ts'
import { checker, pointerTo } from './validation.ts'

/** What a handler is given: everything here has been checked against the endpoint's declaration. */
export interface Call<E extends Endpoint> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  /** Not to be read where the endpoint's access is `anyone`, `token` or `service`: nobody has looked who is calling. */
  caller: CallerOf<E>
  /** The bearer token, not yet judged; undefined when there is none. */
  token: string | undefined
  ifMatch: string | undefined
  idempotencyKey: string | undefined
  /** The network address of the client. */
  address: string
  userAgent: string | undefined
}

/** Undefined when it is the other service that calls where it may too. */
type CallerOf<E extends Endpoint> = E['serviceToo'] extends true ? Caller | undefined : Caller

/** What the handler of a stream is given besides. */
export interface StreamCall<E extends Endpoint> extends Call<E> {
  /** What the client had last, by its `Last-Event-ID` header. */
  lastEventId: string | undefined
  /** Aborted when the stream is over, whichever side ends it. */
  signal: AbortSignal
}

/** A reply that needs more than its body. */
export class Answer<T> {
  readonly body: T
  readonly headers: Record<string, string>
  readonly status: number | undefined
  constructor(body: T, headers: Record<string, string>, status?: number) {
    this.body = body
    this.headers = headers
    this.status = status
  }
}

export interface Route {
  endpoint: Endpoint
  handle(call: Call<Endpoint>): Promise<unknown> | unknown
}

type Result<E extends Endpoint> = Reply<E> extends undefined ? unknown : Reply<E> | Answer<Reply<E>>

/** Binds an endpoint of the contract to the function that answers it. */
export const route = <const E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Result<E>> | Result<E>,
): Route => ({ endpoint, handle: handle as Route['handle'] })

/** Binds an endpoint that streams. What `open` itself throws is still a problem document; later the stream just ends. */
export const streamRoute = <const E extends Endpoint>(
  endpoint: E,
  open: (call: StreamCall<E>) => AsyncIterable<StreamEvent<E>>,
): Route => ({ endpoint, handle: open as Route['handle'] })

export interface HttpOptions {
  title: string
  routes: readonly Route[]
  /** Turns a bearer credential into who is calling, or throws why not. Needed where a route wants somebody signed in. */
  authenticate?: (token: string) => Promise<Caller>
  serviceTokens: readonly string[]
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
  const allowed = allowedMethods(options.routes)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    if (!request.is404) return done()
    const allow = allowed(request.url)
    done(allow ? new Failure('method_not_allowed', { headers: { allow } }) : new Failure('route_not_found'))
  })
  app.setNotFoundHandler(() => {
    throw new Failure('route_not_found')
  })
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, options.log))
  for (const one of options.routes) addRoute(app, one, options, listener.draining)
  docsPages(app, options)
  await app.ready()
  listener.serve((request, response) => runWithTrace(request.headers, () => app.routing(request, response)))
}

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller
    endpoint?: Endpoint
  }
}

function addRoute(
  app: FastifyInstance,
  { endpoint, handle }: Route,
  options: HttpOptions,
  draining: AbortSignal,
): void {
  const checkParams = endpoint.params && checker(endpoint.params, { coerce: true, prefix: '' })
  const checkQuery = endpoint.query ? checker(endpoint.query, { coerce: true, prefix: '' }) : refuseFields
  const checkBody = endpoint.body ? checker(endpoint.body, { coerce: false, prefix: '' }) : refuseFields
  const write = endpoint.reply && replyWriter(endpoint.reply)
  const writeEvent = endpoint.stream && eventWriter(endpoint.stream)
  const admit = admission(endpoint, options)

  for (const path of endpoint.paths) {
    app.route({
      method: endpoint.method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      onRequest: async (request) => {
        request.endpoint = endpoint
        await admit?.(request)
      },
      handler: async (request, reply) => {
        checkParams?.(request.params)
        checkQuery(request.query)
        if (endpoint.body && request.body === undefined) throw missingBody()
        checkBody(request.body)
        if (writeEvent) {
          return sendEvents(reply, {
            open: (signal) => {
              const call: StreamCall<Endpoint> = {
                ...toCall(request),
                lastEventId: header(request, 'last-event-id'),
                signal,
              }
              return handle(call) as AsyncIterable<SentEvent>
            },
            admitAgain: async () => admit?.(request),
            write: writeEvent,
            draining,
            log: options.log,
          })
        }
        const result = await handle(toCall(request))
        const answer = result instanceof Answer ? result : undefined
        if (answer) reply.headers(answer.headers)
        reply.code(answer?.status ?? endpoint.success)
        if (!write) return reply.send()
        return reply.type('application/json; charset=utf-8').send(write(answer ? answer.body : result))
      },
    })
  }
}

const noCompiler = () => () => {
  throw new Error('Schemas are checked by this file, not by Fastify.')
}

const missingBody = (): Failure =>
  new Failure('invalid_request', {
    errors: [{ pointer: '', code: 'required', detail: 'The body is missing.' }],
  })

/** An endpoint that takes nothing: an absent or an empty object will do, a field would be swallowed. */
function refuseFields(sent: unknown): void {
  const names =
    typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? Object.keys(sent) : undefined
  if (sent === undefined || names?.length === 0) return
  const pointer = names?.[0] === undefined ? '' : pointerTo(names[0].slice(0, 100))
  const errors = [{ pointer, code: 'unknown_field', detail: 'This route takes no fields.' }]
  throw new Failure('invalid_request', { errors })
}

/** Before the body is read: nobody without a credential makes us parse anything. */
function admission(
  endpoint: Endpoint,
  options: HttpOptions,
): ((request: FastifyRequest) => Promise<void>) | undefined {
  const { access } = endpoint
  if (access === 'anyone' || access === 'token') return undefined
  const isService = serviceCheck(options.serviceTokens)
  if (access === 'service') {
    return async (request) => {
      if (!isService(bearerToken(request))) throw new Failure('service_token_invalid')
    }
  }
  const { authenticate } = options
  if (!authenticate) throw new Error(`${endpoint.name} wants a caller, and nobody here can tell who calls.`)
  return async (request) => {
    const token = bearerToken(request)
    if (token === undefined) throw new Failure('token_missing')
    if (endpoint.serviceToo && isService(token)) return
    request.caller = await authenticate(token)
    if (access !== 'signed_in' && !request.caller.scopes.includes(access)) throw new Failure('forbidden')
  }
}

function serviceCheck(serviceTokens: readonly string[]): (token: string | undefined) => boolean {
  const digests = serviceTokens.map(digest)
  return (token) => {
    if (token === undefined) return false
    const sent = digest(token)
    return digests.some((known) => timingSafeEqual(known, sent))
  }
}

/** Compared as digests, so that neither the content nor the length of a secret shows in the time. */
const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** RFC 6750 section 2.1; the scheme is case-insensitive (RFC 9110 section 11.1). */
function bearerToken(request: FastifyRequest): string | undefined {
  return /^bearer +(\S.*)$/i.exec(request.headers.authorization ?? '')?.[1]
}

function toCall(request: FastifyRequest): Call<Endpoint> {
  return {
    params: request.params as undefined,
    query: request.query as undefined,
    body: request.body as undefined,
    caller: request.caller as Caller,
    token: bearerToken(request),
    ifMatch: request.headers['if-match'],
    idempotencyKey: header(request, 'idempotency-key'),
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 500),
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

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): unknown {
  const { endpoint } = request
  let failure = refusalOf(error)
  if (!failure) {
    log.error({ err: error, endpoint: endpoint?.name }, 'a request failed')
    failure = new Failure('internal')
  } else if (failures[failure.code].http >= 500 || failure.code === 'service_token_invalid') {
    // The client is told to try again; only the log says why it could not be served.
    log.warn(
      { err: failure.cause, code: failure.code, endpoint: endpoint?.name },
      'a request could not be served',
    )
  } else if (
    endpoint &&
    !endpoint.failures.includes(failure.code) &&
    !commonFailures(endpoint).includes(failure.code)
  ) {
    // A client reads the contract to know what can happen: this one is missing there.
    log.error({ code: failure.code, endpoint: endpoint.name }, 'a failure that its endpoint does not list')
  }
  log.debug({ code: failure.code, endpoint: endpoint?.name }, 'refused')
  const { status, headers, body } = problemReply(failure, request.id, endpoint)
  return reply.code(status).headers(headers).send(body)
}

function answerBrokenConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  socket.end(rawProblem(refusalOf(error) ?? new Failure('malformed_request'), ''))
}
