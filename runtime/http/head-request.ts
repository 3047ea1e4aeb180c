import type { IncomingMessage } from 'node:http'

const heads = new WeakSet<IncomingMessage>()

/**
 * Has a HEAD request routed like a GET, which is what RFC 9110 section 9.3.2 asks for. Fastify would register a second route for
 * each GET, which takes a tenth of a start. Node has already noted that the response has no body, and leaves it out.
 */
export function routeAsGet(request: IncomingMessage): void {
  if (request.method !== 'HEAD') return
  heads.add(request)
  request.method = 'GET'
}

/** Returns whether only the headers of a response are wanted, so that a handler need not create its body. */
export const isHead = (request: IncomingMessage): boolean => heads.has(request) || request.method === 'HEAD'

/** Returns the method that the client sent. */
export const sentMethod = (request: IncomingMessage): string =>
  isHead(request) ? 'HEAD' : (request.method ?? '')
