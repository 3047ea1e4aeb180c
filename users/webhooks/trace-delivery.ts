import type { Within } from '#runtime/log/open-span.ts'
import type { Posted } from '#runtime/targets/post-once.ts'

/**
 * Adds a trace span for one attempt to deliver an event to a webhook. It names the host alone: path and query of a webhook can be
 * secrets. The receiver does not get the id of the trace.
 */
export function traceDelivery(
  within: Within,
  { url, eventType }: { url: string; eventType: string },
  post: () => Promise<Posted>,
): Promise<Posted> {
  const { hostname, port, protocol } = new URL(url)
  const attributes = {
    'http.request.method': 'POST',
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    'latchkey.event.type': eventType,
  }
  return within({ name: 'POST webhook', kind: 'client', attributes }, async (span) => {
    const posted = await post()
    const { status, fault } = posted
    if (status !== null) span.set('http.response.status_code', status)
    if (fault !== null) span.fail(status === null ? '_OTHER' : String(status))
    return posted
  })
}
