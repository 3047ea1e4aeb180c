import type { ReplyHeaders } from '../server/exchange.ts'
import type { IncomingRequest } from '../server/incoming-request.ts'

/** The part of Node's `IncomingMessage` that the session needs. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  method?: string | undefined
  headers: Record<string, string | string[] | undefined>
  readableEnded: boolean
}

/** The part of Node's `ServerResponse` that the session needs. */
export interface NodeResponse {
  headersSent: boolean
  statusCode: number
  getHeader(name: string): number | string | string[] | undefined
  setHeader(name: string, value: string | string[]): unknown
  appendHeader(name: string, value: string): unknown
  removeHeader(name: string): unknown
  writeHead(...parts: unknown[]): unknown
  end(text: string): unknown
}

/**
 * Makes an incoming request from a request of Node. `target` is the whole path and query: a router may have cut its own prefix
 * off the URL of the request.
 */
export const fromNodeRequest = (
  request: NodeRequest,
  { target, address }: { target: string; address: string | undefined },
): IncomingRequest => ({
  method: request.method ?? 'GET',
  target,
  header(name) {
    const value = request.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  },
  address,
  body() {
    if (request.readableEnded && Number(request.headers['content-length'] ?? 0) > 0)
      throw new Error('The body was read before: the session has to come before the body parsers.')
    return request[Symbol.asyncIterator]()
  },
})

/** Returns the headers of a Node reply in the form in which the session can add its own headers to them. */
export const headersOf = (response: NodeResponse): ReplyHeaders => ({
  get(name) {
    const value = response.getHeader(name)
    return Array.isArray(value) ? value.join(', ') : value?.toString()
  },
  set: (name, value) => void response.setHeader(name, value),
  append: (name, value) => void response.appendHeader(name, value),
})

/** Sends a `Response` of the Fetch API with the response object of Node. */
export async function sendByNode(reply: Response, response: NodeResponse): Promise<void> {
  response.statusCode = reply.status
  for (const [name, value] of reply.headers) {
    if (name !== 'set-cookie') response.setHeader(name, value)
  }
  const cookies = reply.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  response.end(await reply.text())
}
