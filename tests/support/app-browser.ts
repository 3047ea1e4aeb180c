import { once } from 'node:events'
import { type IncomingMessage, request as sendRequest } from 'node:http'

export interface AppReply {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: the body is whatever was sent, and the tests check it.
  json(): any
}

export interface AppRequest {
  json?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
}

/**
 * A simulated browser of one person at one application. It keeps cookies, and sends the headers that say which page a
 * request comes from.
 */
export interface AppBrowser {
  /** The Cookie header of the next request. */
  cookie: string | undefined
  send(method: string, path: string, options?: AppRequest): Promise<AppReply>
}

/**
 * Opens a simulated browser. Unlike a real one, it checks nothing: it sends `origin` as it is given, and keeps all cookies
 * of the application. `localAddress` is the address that its connections come from.
 */
export function openAppBrowser(origin: string, localAddress?: string): AppBrowser {
  return {
    cookie: undefined,
    async send(method, path, { json, form, headers = {} } = {}) {
      const body = json === undefined ? form && `${new URLSearchParams(form)}` : JSON.stringify(json)
      const type = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json'
      const sent = sendRequest(`${origin}${path}`, {
        method,
        ...(localAddress === undefined ? {} : { localAddress }),
        headers: {
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
          ...(method === 'GET' ? {} : { origin, 'sec-fetch-site': 'same-origin' }),
          ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
          ...(body === undefined ? {} : { 'content-type': type }),
          ...headers,
        },
      })
      sent.end(body)
      const [reply] = (await once(sent, 'response')) as [IncomingMessage]
      const chunks: Buffer[] = await reply.toArray()
      const text = Buffer.concat(chunks).toString()
      const received = new Headers()
      for (const [name, values] of Object.entries(reply.headersDistinct))
        for (const value of values ?? []) received.append(name, value)
      for (const cookie of received.getSetCookie())
        this.cookie = /Max-Age=0/.test(cookie) ? undefined : cookie.split(';')[0]
      return { status: reply.statusCode ?? 0, headers: received, text, json: () => JSON.parse(text) }
    },
  }
}
