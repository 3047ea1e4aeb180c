import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer as createTlsServer, type Server as HttpsServer } from 'node:https'
import { type AddressInfo, type Socket, Server as TcpServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { TlsOptions } from 'node:tls'
import type { FailureCode } from '#contract/declaration/failure-table.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { reachableHost } from '../network.ts'
import { watchStalls } from '../stalls.ts'
import { StartFault } from '../start-fault.ts'
import type { Certificates } from './certificates.ts'
import { boundConnections, type ConnectionOptions } from './connections.ts'
import { answerPreflight, corsFor, isPreflight } from './cors/cors.ts'
import { type RefusalReaders, refusalsFor, type ShowRefusal } from './cors/refusals.ts'
import { createServer } from './node-http.ts'
import { answerBrokenConnection, sendProblem } from './problem.ts'
import { endMeasuring, MeasuredResponse } from './request-durations.ts'
import { commonHeaders } from './send-reply.ts'
import type { ServerMetrics } from './server-metrics.ts'
import { isWellFormed } from './well-formed-request.ts'

/**
 * An HTTP port. It is bound before anything else is done, so that a port in use stops the start while nothing
 * has been changed, and so that all addresses are known before the services are put together. It answers 503
 * before `serve` is called and after `drain` is called.
 */
export interface Listener {
  server: Server | HttpsServer
  port: number
  url: string
  /**
   * Starts to listen on a port that is shared with other processes. Any other port listens from the start.
   */
  listen(): Promise<void>
  serve(handler: RequestHandler): void
  /** Sets the CORS headers of a refusal. */
  showRefusal: ShowRefusal
  /** The signal that is aborted when the drain begins, so that streams end. */
  draining: AbortSignal
  /**
   * Refuses new requests from outside. Resolves when all requests under way are answered, or after
   * `withinMs`.
   */
  drain(withinMs: number): Promise<void>
  close(): Promise<void>
}

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

export interface Address {
  host: string
  port: number
  /** The name of the setting that the port comes from, which the fault names when the port is in use. */
  setting?: string | undefined
  /** The certificates and rules for TLS; absent on a port that serves clear text. */
  tls?: ServerTls | undefined
  /** True when several processes listen on the port and the system distributes connections: each listens once it can serve. */
  isShared?: boolean | undefined
  /**
   * The time after which a connection is closed if its client reads nothing of a reply; 20 seconds if absent.
   */
  stalledMs?: number | undefined
  /** The limits on connections, and the clients that are not counted. */
  connections?: ConnectionOptions | undefined
  /** The origins of pages whose scripts may call the routes of this port; none if absent. */
  browserOrigins?: readonly string[] | undefined
  /** The paths whose refusals further pages may read; none if absent. */
  refusalReaders?: RefusalReaders | undefined
  /** The time limits for ending the service on a shared port. */
  bounds?: SharedDrainBounds
  metrics?: Pick<ServerMetrics, 'requests' | 'refusals'> | undefined
  /** The time without a turn of the event loop after which requests that have waited are refused; 15 seconds if absent. */
  stalledLoopMs?: number | undefined
}

interface SharedDrainBounds {
  /** The time for which connections that wait in the queue of the system are still accepted, in milliseconds. */
  queueMs: number
  /** The time that an open connection may take for its next request, in milliseconds. */
  lingerMs: number
}

const usualBounds: SharedDrainBounds = { queueMs: 1_000, lingerMs: 1_000 }

export interface ServerTls {
  certificates: Certificates
  /** True when clients need a certificate too. */
  mutual: boolean
}

const limits = {
  ServerResponse: MeasuredResponse,
  maxHeaderSize: 16 * 1024,
  // A request without a Host header is refused by `isWellFormed`, whose refusal is a problem document.
  requireHostHeader: false,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
}

/**
 * The maximum number of unanswered requests on one connection. Node hands over all pipelined requests of a
 * packet together and keeps each reply until the replies before it are sent, so one packet could request a
 * thousand pages.
 */
const maxUnanswered = 16

/** The number of unanswered requests of a connection. It is a property, because a map would cost each request more. */
const unanswered = Symbol('unanswered')
/**
 * The mark of a connection after a malformed request. It is unclear where that request ends, so nothing after it is read as a
 * request.
 */
const isRefused = Symbol('is refused')
type Connection = Socket & { [unanswered]?: number; [isRefused]?: true }

export const tlsOptions = ({ mutual }: ServerTls, protocol: 'http/1.1' | 'h2'): TlsOptions => ({
  ALPNProtocols: [protocol],
  handshakeTimeout: 10_000,
  requestCert: mutual,
  rejectUnauthorized: mutual,
})

/** Binds an HTTP port. @throws {StartFault} when it cannot be bound, as when it is in use */
export async function bind(address: Address): Promise<Listener> {
  const server = address.tls ? secureServer(address.tls) : createServer(limits)
  boundConnections(server, address.connections)
  const { isShared = false, bounds = usualBounds, browserOrigins = [], metrics } = address
  const showRefusal = refusalsFor(address.refusalReaders)
  const refuse = refuser(metrics?.refusals, showRefusal)
  let handle: RequestHandler = refuse
  const draining = new AbortController()
  const cors = browserOrigins.length > 0 ? corsFor(browserOrigins) : undefined
  let underWay = 0
  const answered = function (this: ServerResponse) {
    underWay--
    endMeasuring(this)
    const connection: Connection = this.req.socket
    connection[unanswered] = (connection[unanswered] ?? 1) - 1
  }
  closeStalled(server, address.stalledMs ?? 20_000)
  const stalls = watchStalls(address.stalledLoopMs)

  const begin = (request: IncomingMessage, response: ServerResponse, answer: RequestHandler) => {
    const connection: Connection = request.socket
    const waiting = (connection[unanswered] ?? 0) + 1
    connection[unanswered] = waiting
    if (waiting > maxUnanswered) return void connection.destroy()
    // A request that is dropped is counted too, because Node keeps it until the replies before it are sent.
    if (connection[isRefused]) return
    underWay++
    metrics?.requests.begin(response)
    response.on('close', answered)
    // A refused request needs these headers too: without them, a browser hides the status and the body from the script.
    const isAllowedPreflight = cors?.(request, response)
    if (!isWellFormed(request)) {
      connection[isRefused] = true
      response.setHeader('connection', 'close')
      return refuse(request, response, 'malformed_request')
    }
    if (draining.signal.aborted) response.setHeader('connection', 'close')
    if (isAllowedPreflight) return answerPreflight(request, response)
    // The other service of Latchkey may still call, to finish the requests that it has begun. A shared port
    // stays open in other processes: only this connection closes, after this reply.
    if (draining.signal.aborted && !isShared && !request.url?.startsWith('/internal/'))
      return refuse(request, response)
    // GET and HEAD are answered however late they are read, because they change nothing.
    if (request.method !== 'GET' && request.method !== 'HEAD' && stalls.hasJustEnded())
      return refuse(request, response)
    answer(request, response)
  }
  server.on('request', (request, response) => begin(request, response, handle))
  // Without this handler Node would answer requests with an `Expect` header by itself, however many wait.
  server.on('checkExpectation', (request, response) =>
    begin(request, response, () => {
      showRefusal(request, response)
      refuseExpectation(response)
    }),
  )
  server.on('clientError', answerBrokenConnection)
  const { port, host, listen } = await open(server, address)

  return {
    server,
    port,
    url: `${address.tls ? 'https' : 'http'}://${host}:${port}`,
    listen,
    serve(handler) {
      handle = handler
    },
    showRefusal,
    draining: draining.signal,
    async drain(withinMs) {
      draining.abort()
      const deadline = performance.now() + withinMs
      if (isShared) await leaveToOthers(server, bounds)
      server.closeIdleConnections()
      while (underWay > 0 && performance.now() < deadline) await sleep(10)
    },
    async close() {
      stalls.stop()
      draining.abort()
      server.closeIdleConnections()
      await stopListening(server, bounds)
      // An accepted connection may hold a request that was not read yet, so idle connections get time to close by themselves:
      // each closes after its next response.
      if (underWay === 0) await untilNoneIsOpen(server, bounds)
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Closes connections whose client reads nothing, because their replies stay in memory. */
function closeStalled(server: Server | HttpsServer, stalledMs: number): void {
  server.timeout = stalledMs
  server.on('timeout', (connection: Connection) => {
    const isIdle = (connection[unanswered] ?? 0) === 0
    // Otherwise the client waits for this server, for a reply or for the next event of a stream, so the connection stays open.
    if (isIdle || connection.writableLength > 0) connection.destroy()
  })
}

function secureServer(tls: ServerTls): HttpsServer {
  const server = createTlsServer({ ...limits, ...tlsOptions(tls, 'http/1.1') })
  tls.certificates.secure(server)
  return server
}

/**
 * Starts to listen, unless the port is shared: then its `listen` does so later. Returns the address to connect to.
 * @throws {StartFault} when the port cannot be bound
 */
export async function open(
  server: TcpServer,
  address: Address,
): Promise<{ host: string; port: number; listen(): Promise<void> }> {
  const host = reachableHost(address.host)
  if (address.isShared) return { host, port: address.port, listen: () => listenOn(server, address) }
  await listenOn(server, address)
  return { host, port: (server.address() as AddressInfo).port, async listen() {} }
}

async function listenOn(
  server: TcpServer,
  { host, port, setting, isShared = false }: Address,
): Promise<void> {
  const where = `${host} port ${port}${setting === undefined ? '' : ` (${setting})`}`
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'EADDRINUSE' ? 'it is in use' : `${cause.code ?? cause.message}`
      reject(new StartFault([`Cannot listen on ${where}: ${reason}. Nothing was changed.`], { cause }))
    })
    server.listen({ host, port, backlog: 1024, reusePort: isShared }, resolve)
  })
}

/** Accepts the connections that wait already, and then no more: closing the socket first would reset them. */
export async function stopListening(
  server: TcpServer,
  { queueMs }: Pick<SharedDrainBounds, 'queueMs'> = usualBounds,
): Promise<void> {
  const deadline = performance.now() + queueMs
  let accepted = true
  const notice = () => {
    accepted = true
  }
  server.on('connection', notice)
  while (accepted && performance.now() < deadline) {
    accepted = false
    // A turn of the event loop accepts one waiting connection. The first of the two waits may only end the
    // current turn.
    await nextTurn()
    await nextTurn()
  }
  server.off('connection', notice)
  // TcpServer's own `close` is called, because that of an HTTP server would close idle connections too.
  TcpServer.prototype.close.call(server)
}

/**
 * Leaves new connections to the other processes that share the port. An open connection is closed after its next response, which
 * announces it (`Connection: close`). Closing a connection that seems idle immediately would lose a request on its way.
 */
async function leaveToOthers(server: TcpServer, bounds: SharedDrainBounds): Promise<void> {
  await stopListening(server, bounds)
  await untilNoneIsOpen(server, bounds)
}

async function untilNoneIsOpen(server: TcpServer, { lingerMs }: SharedDrainBounds): Promise<void> {
  const deadline = performance.now() + lingerMs
  while (performance.now() < deadline && (await connectionsOf(server)) > 0) await sleep(10)
}

const connectionsOf = (server: TcpServer): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

/** Refuses any `Expect` header but `100-continue` (RFC 9110 section 10.1.1). */
const refuseExpectation = (response: ServerResponse): void =>
  void response.writeHead(417, commonHeaders).end()

const refuser =
  (refusals: ServerMetrics['refusals'] | undefined, showRefusal: ShowRefusal) =>
  (request: IncomingMessage, response: ServerResponse, code: FailureCode = 'not_ready'): void => {
    const isShown = showRefusal(request, response)
    // The browser would not send the request whose preflight is refused, and the script could not see why.
    if (isShown && code === 'not_ready' && isPreflight(request))
      return void answerPreflight(request, response)
    const failure = new Failure(code)
    refusals?.count(failure)
    sendProblem(request, response, failure)
  }
