import type { FastifyRequest } from 'fastify'
import type { Log } from '../log/log.ts'
import { isLoopback } from '../network.ts'
import { bearerTokenIn } from '../requests/operation.ts'
import type { CheckedCall } from '../requests/route.ts'
import { isClientGone } from './client-gone.ts'
import { clientProofIn } from './client-proof.ts'
import { isPassedOn, type proxyFinder, warnOfProxy } from './proxy.ts'

export interface HttpCallOptions {
  findProxy: ReturnType<typeof proxyFinder>
  log: Log
}

/** A checked request over HTTP, each part of which is read from Fastify's request only when the handler uses it. */
export class HttpCall implements CheckedCall {
  readonly #request: FastifyRequest
  readonly #options: HttpCallOptions
  constructor(request: FastifyRequest, options: HttpCallOptions) {
    this.#request = request
    this.#options = options
  }
  get params() {
    return this.#request.params
  }
  get query() {
    return this.#request.query
  }
  get body() {
    return this.#request.body
  }
  get caller() {
    return this.#request.caller
  }
  get token() {
    return bearerTokenIn(this.#request.headers.authorization)
  }
  get client() {
    return clientProofIn(this.#request.headers, this.#request.clientForm)
  }
  get ifMatch() {
    return this.#request.headers['if-match']
  }
  get idempotencyKey() {
    return headerIn(this.#request, 'idempotency-key')
  }
  get address() {
    // The warning about a proxy is logged only when the address of the client is used, for example by a rate limit.
    warnOfProxy(this.#options.log, this.passedOnBy, this.#request.headers)
    return this.#request.ip
  }
  get passedOnBy() {
    const { headers, socket } = this.#request
    return this.#options.findProxy(headers, socket.remoteAddress ?? '')
  }
  get userAgent() {
    return this.#request.headers['user-agent']?.slice(0, 500)
  }
  isClientGone() {
    return isClientGone(this.#request.raw)
  }
}

/** The settings that say under which URL browsers reach our pages. */
export interface PublicSite {
  /** `LATCHKEY_PUBLIC_URL`, or the URL of the service without the setting. */
  publicUrl: string | undefined
  /** True for the port of the console alone: browsers reach it under another URL than the public one. */
  isApart: boolean
}

type Addressed = Pick<FastifyRequest, 'protocol' | 'host' | 'hostname' | 'headers'>

/**
 * Returns the origins of our own pages: the one that the operator has set, if any, and the one that the browser has requested.
 */
export function ownOrigins(site: PublicSite, request: Addressed): string[] {
  const { publicUrl, isApart } = site
  const requested = `${browserScheme(site, request)}://${request.host}`
  return publicUrl === undefined || isApart ? [requested] : [new URL(publicUrl).origin, requested]
}

/**
 * Returns the scheme of the URL in the browser. It cannot always be taken from X-Forwarded-Proto: many proxies with TLS do not
 * send it, and the inner one of two proxies sends the scheme of its own connection. So if the public URL has https, every request
 * that came through a proxy or names the public host counts as https. Any other request over http comes from a browser that uses
 * another URL of the service.
 */
export function browserScheme({ publicUrl }: Pick<PublicSite, 'publicUrl'>, request: Addressed): string {
  const { protocol, host, hostname, headers } = request
  const site = URL.parse(publicUrl ?? '')
  if (site?.protocol !== 'https:' || isLoopback(hostname)) return protocol
  const isPublicHost = host === site.hostname || URL.parse(`https://${host}`)?.host === site.host
  return isPublicHost || isPassedOn(headers) ? 'https' : protocol
}

/** Returns the value of a header, and the first value when the header has several. */
export function headerIn(request: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
