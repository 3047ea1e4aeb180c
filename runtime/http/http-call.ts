import type { FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { bearerTokenIn } from '../operation.ts'
import type { CheckedCall } from '../route.ts'
import { clientProofIn } from './client-proof.ts'
import { type proxyFinder, warnOfUnnamedProxy } from './proxy.ts'

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
    // The warning about a proxy that is missing in the settings is logged only when the address of the client is used, for
    // example by a rate limit.
    if (this.passedOnBy === 'unnamed_proxy') warnOfUnnamedProxy(this.#options.log)
    return this.#request.ip
  }
  get passedOnBy() {
    const { headers, socket } = this.#request
    return this.#options.findProxy(headers, socket.remoteAddress ?? '')
  }
  get userAgent() {
    return this.#request.headers['user-agent']?.slice(0, 500)
  }
}

/**
 * Returns the origins of our own pages: the one that the operator has set, if any, and the one that the browser has requested.
 */
export const ownOrigins = (
  { publicUrl }: { publicUrl: string | undefined },
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string[] => [...(publicUrl === undefined ? [] : [new URL(publicUrl).origin]), `${protocol}://${host}`]

/** Returns the value of a header, and the first value when the header has several. */
export function headerIn(request: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
