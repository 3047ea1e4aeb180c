import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ShowRefusal } from '../http/cors/refusals.ts'
import { problemReply } from '../http/problem.ts'
import { clientFinder, proxyFinder, warnOfProxy } from '../http/proxy.ts'
import { type RequestDurations, setRoute } from '../http/request-durations.ts'
import { commonHeaders } from '../http/send-reply.ts'
import { currentTrace } from '../log/tracing.ts'
import { type Reporting, reportFailure } from '../requests/report-failure.ts'

/** A part of the server that answers some paths by itself, such as a library with a router of its own. */
export interface Mount {
  /** Returns the template of a path that the part answers, for the metrics; undefined for any other path. */
  templateOf(path: string): string | undefined
  /**
   * Answers a request from a client with this network address. Returns false when this part does not answer it, so that the
   * routes of the server answer it.
   */
  answer(request: IncomingMessage, response: ServerResponse, address: string): Promise<boolean>
}

/** Returns a handler by which a part of the server answers the requests for its paths. `others` answers all other requests. */
export function answerMounted(
  mount: Mount,
  {
    log,
    refusals,
    requests,
    showRefusal,
    trustedProxies,
  }: Reporting & {
    requests?: RequestDurations | undefined
    showRefusal: ShowRefusal
    trustedProxies: readonly string[]
  },
  others: (request: IncomingMessage, response: ServerResponse) => void,
): (request: IncomingMessage, response: ServerResponse) => void {
  const findClient = clientFinder(trustedProxies)
  const findProxy = proxyFinder(trustedProxies)
  return (request, response) => {
    const template = mount.templateOf(request.url?.split('?', 1)[0] ?? '')
    if (template === undefined) return others(request, response)
    // A body that is refused is not read to its end. Node would leave the rest on the connection, which may be that of a proxy,
    // and read the next request there only after a timeout.
    response.once('finish', () => request.resume())
    answer().catch(fail)

    async function answer(): Promise<void> {
      const { requestId = '' } = currentTrace() ?? {}
      for (const [name, value] of Object.entries({ 'x-request-id': requestId, ...commonHeaders }))
        response.setHeader(name, value)
      setRoute(response, requests?.route(template ?? ''))
      const peerAddress = request.socket.remoteAddress ?? ''
      warnOfProxy(log, findProxy(request.headers, peerAddress), request.headers)
      const address = findClient(request.headers['x-forwarded-for']?.toString(), peerAddress)
      if (!(await mount.answer(request, response, address))) others(request, response)
    }

    function fail(error: unknown): void {
      const failure = reportFailure({ error }, undefined, { log, refusals })
      if (response.headersSent) return void response.destroy()
      showRefusal(request, response)
      const { requestId = '' } = currentTrace() ?? {}
      const { status, headers, body } = problemReply(failure, requestId)
      response.writeHead(status, headers).end(body)
    }
  }
}
