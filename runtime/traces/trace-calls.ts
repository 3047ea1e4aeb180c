import type { PeerFetch } from '../http/peer-fetch.ts'
import { isUntracedCall } from '../log/tracing.ts'
import type { Mailer } from '../mail/mail.ts'
import type { Spans } from './spans.ts'
import type { Traces } from './traces.ts'

/** Makes a span of each rpc. `runtime/rpc/reply-in-span.ts` notes the status of a failed call on this span. */
export const traceRpc =
  ({ within }: Spans): Traces['rpc'] =>
  (path, metadata, answer) => {
    const method = path.slice(1)
    const attributes = { 'rpc.system.name': 'grpc', 'rpc.method': method, 'rpc.status_code': 'OK' }
    return within({ name: method, kind: 'server', headers: metadata, attributes }, answer)
  }

/** Makes a span of each call to the other service. The paths of internal routes hold no ids. */
export const tracePeer =
  (fetch: PeerFetch, { within, headersOf }: Spans): PeerFetch =>
  (url, init) => {
    if (isUntracedCall(init.headers)) return fetch(url, init)
    const attributes = {
      'http.request.method': init.method,
      'server.address': url.hostname,
      'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
      'url.full': `${url.origin}${url.pathname}`,
    }
    return within({ name: `${init.method} ${url.pathname}`, kind: 'client', attributes }, async (span) => {
      const reply = await fetch(url, { ...init, headers: { ...init.headers, ...headersOf(span) } })
      span.set('http.response.status_code', reply.status)
      if (reply.status >= 400) span.fail(String(reply.status))
      return reply
    })
  }

/**
 * Makes a span of each mail. The span says nothing about the mail, because the address, the subject and even the kind of a
 * mail reveal something about a person.
 */
export const traceMailer = (mailer: Mailer, { within }: Spans): Mailer => ({
  server: mailer.server,
  send: (mail) => within({ name: 'send mail', kind: 'client', attributes: {} }, () => mailer.send(mail)),
  stop: () => mailer.stop(),
})
