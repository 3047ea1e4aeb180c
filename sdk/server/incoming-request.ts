/** A request to the application, in the parts that the session needs. Adapters make it from the request of their framework. */
export interface IncomingRequest {
  method: string
  /** The path and the query as they were sent: `/auth/login?x=1`. */
  target: string
  /** Returns a header by its lower-case name; several values of one name are joined by a comma. */
  header(name: string): string | undefined
  /** The network address of the person, from the connection or from a proxy that the application trusts. */
  address: string | undefined
  /** The bytes of the body. They are read for the routes of the session only. */
  body(): AsyncIterator<Uint8Array>
}

/** Makes an incoming request from one of the web platform. */
export const fromWebRequest = (request: Request, address: string | undefined): IncomingRequest => {
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    target: pathname + search,
    header: (name) => request.headers.get(name) ?? undefined,
    address,
    body: () => chunksOf(request),
  }
}

async function* chunksOf(request: Request): AsyncGenerator<Uint8Array, undefined> {
  const reader = request.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done || !value) return
    yield value
  }
}

/** An address in text form: no list, no port, nothing that could become another header. */
const ipAddress = /^[\da-fA-F:.]{2,45}$/
const maxUserAgent = 500

/**
 * Returns the headers that pass the address and the user agent of the end user on to Latchkey. They replace what the browser sent
 * under these names: otherwise a browser could choose the address that its failed logins are counted by.
 */
export function clientHeaders({ address, header }: IncomingRequest): Record<string, string> {
  const userAgent = header('user-agent')
    ?.replace(/[^\x20-\x7e]/g, '')
    .slice(0, maxUserAgent)
  // Behind some gateways, the address that a framework returns has a port, with IPv6 addresses in brackets.
  const plainAddress = address
    ?.replace(/^\[(.+)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')
  return {
    ...(plainAddress && ipAddress.test(plainAddress) ? { 'x-forwarded-for': plainAddress } : {}),
    ...(userAgent ? { 'user-agent': userAgent } : {}),
  }
}
