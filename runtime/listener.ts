import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer as createTlsServer, type Server as HttpsServer } from 'node:https'
import type { AddressInfo, Server as TcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TlsOptions } from 'node:tls'
import { Failure } from '#contract/failures.ts'
import type { Certificates } from './certificates.ts'
import { createServer } from './node-http.ts'
import { problemReply } from './problem.ts'
import { StartFault } from './start-fault.ts'
import { currentTrace, runWithTrace } from './tracing.ts'

/**
 * An HTTP port that is bound before anything else is done: a port in use stops the start while nothing has been
 * changed yet, and everybody's address is known before the services are put together. Until `serve` is called,
 * and again once `drain` is, it answers 503.
 */
export interface Listener {
  server: Server | HttpsServer
  url: string
  serve(handler: RequestHandler): void
  /** Aborted when the drain begins: what would go on for ever ends here. */
  draining: AbortSignal
  /** No new work from outside; resolves when what is under way is done, or after `withinMs`. */
  drain(withinMs: number): Promise<void>
  close(): Promise<void>
}

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

export interface Address {
  host: string
  port: number
  /** In clear text without it. */
  tls?: ServerTls | undefined
}

export interface ServerTls {
  certificates: Certificates
  /** Whether whoever connects has to show a certificate too. */
  mutual: boolean
}

const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
}

export const tlsOptions = ({ mutual }: ServerTls, protocol: 'http/1.1' | 'h2'): TlsOptions => ({
  ALPNProtocols: [protocol],
  handshakeTimeout: 10_000,
  requestCert: mutual,
  rejectUnauthorized: mutual,
})

export async function bind(address: Address): Promise<Listener> {
  const server = address.tls ? secureServer(address.tls) : createServer(limits)
  server.maxConnections = 10_000
  let handle: RequestHandler = refuse
  const draining = new AbortController()
  let underWay = 0

  server.on('request', (request, response) => {
    if (draining.signal.aborted) {
      response.setHeader('connection', 'close')
      // The other service must still be able to finish what it was asked before.
      if (!request.url?.startsWith('/internal/')) return refuse(request, response)
    }
    underWay++
    response.once('close', () => underWay--)
    handle(request, response)
  })
  const { port, host } = await listenOn(server, address)

  return {
    server,
    url: `${address.tls ? 'https' : 'http'}://${host}:${port}`,
    serve(handler) {
      handle = handler
    },
    draining: draining.signal,
    async drain(withinMs) {
      draining.abort()
      server.closeIdleConnections()
      const deadline = performance.now() + withinMs
      while (underWay > 0 && performance.now() < deadline) await sleep(10)
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function secureServer(tls: ServerTls): HttpsServer {
  const server = createTlsServer({ ...limits, ...tlsOptions(tls, 'http/1.1') })
  tls.certificates.secure(server)
  return server
}

/** As an address to connect to: "all interfaces" is none, but this machine is one of them. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** Where it listens, as an address to connect to. */
export async function listenOn(
  server: TcpServer,
  address: { host: string; port: number },
): Promise<{ host: string; port: number }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'EADDRINUSE' ? 'it is in use' : `${cause.code ?? cause.message}`
      reject(
        new StartFault(
          [`Cannot listen on ${address.host} port ${address.port}: ${reason}. Nothing was changed.`],
          { cause },
        ),
      )
    })
    server.listen({ host: address.host, port: address.port, backlog: 1024 }, resolve)
  })
  return { host: reachable(address.host), port: (server.address() as AddressInfo).port }
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  runWithTrace(request.headers, () => {
    const requestId = currentTrace()?.requestId ?? ''
    const { status, headers, body } = problemReply(new Failure('not_ready'), requestId)
    response.writeHead(status, { ...headers, 'x-request-id': requestId }).end(body)
  })
}
