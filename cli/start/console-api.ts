import type { Api, ApiCaller } from '#console/core/console.ts'
import type { Endpoint, Reply } from '#contract/declaration/endpoint.ts'
import { areSessionsPending } from '#contract/declaration/sessions-header.ts'
import type { Guard } from '#runtime/requests/operation.ts'
import { Answer, FileReply, type Route } from '#runtime/requests/route.ts'
import { routesHere } from '#runtime/requests/routes-here.ts'
import { type CallOptions, type ServiceReply, sendRequest } from '#sdk/send-request.ts'
import { toFile } from '../api/to-file.ts'

/** The routes of a service in this process, and the functions that find out who calls. */
export interface LocalService {
  routes: readonly Route[]
  guard: Guard
}

/**
 * Makes the API that the console calls. The routes of this process are called directly and not over HTTP, because a certificate
 * for the public name would not match an address of this machine, and because the address of the browser is known here. The
 * checks of the token and of the fields are the same. A user service in another process is called over HTTP, as by a proxy: it
 * takes the address of the browser from this process if its `LATCHKEY_TRUSTED_PROXIES` names this machine.
 */
export function consoleApi(
  services: readonly LocalService[],
  remote: Pick<CallOptions, 'baseUrl' | 'fetch'> | undefined,
): Api {
  const here = services.map(({ routes, guard }) =>
    routesHere(
      routes.filter(({ endpoint }) => endpoint.access !== 'service'),
      guard,
    ),
  )
  /** Sends a call to the route in this process; undefined when no route has the endpoint. */
  function sendHere(
    endpoint: Endpoint,
    input: object,
    { token, ...from }: ApiCaller,
  ): Promise<unknown> | undefined {
    const { params, query = {}, body, ifMatch, idempotencyKey } = input as Input
    const sent = { params, query: withoutUndefined(query), body, ifMatch, idempotencyKey, token, ...from }
    for (const callHere of here) {
      const reply = callHere(endpoint, sent)
      if (reply) return reply
    }
    return undefined
  }
  async function sendThere(
    endpoint: Endpoint,
    input: object,
    { token, address, userAgent }: ApiCaller,
  ): Promise<ServiceReply> {
    if (!remote) throw new Error(`No service of this process answers ${endpoint.name}.`)
    const { params, query = {}, body, ifMatch, idempotencyKey } = input as Input
    const { name, method, paths, file, upload } = endpoint
    return sendRequest(
      {
        name,
        method,
        path: paths[0] ?? '',
        params,
        query: withoutUndefined(query),
        ...(upload ? { bytes: body as Uint8Array } : { body }),
        isFile: file !== undefined,
      },
      {
        ...remote,
        bearer: token,
        headers: {
          'x-forwarded-for': address,
          ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
          ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
      },
    )
  }
  return {
    async call(endpoint, input, caller) {
      const here = sendHere(endpoint, input, caller)
      if (!here) {
        const { body, headers } = await sendThere(endpoint, input, caller)
        return {
          body: body as Reply<typeof endpoint>,
          etag: headers.get('etag') ?? undefined,
          isPending: areSessionsPending(headers),
        }
      }
      const result = await here
      const isAnswer = result instanceof Answer
      return {
        body: asSent(isAnswer ? result.body : result) as Reply<typeof endpoint>,
        etag: isAnswer ? result.headers.etag : undefined,
        isPending: isAnswer && areSessionsPending(new Headers(result.headers)),
      }
    },
    async download(endpoint, input, caller) {
      const here = sendHere(endpoint, input, caller)
      if (!here) return toFile(endpoint, await sendThere(endpoint, input, caller))
      const result = await here
      if (result instanceof FileReply) return result
      throw new Error(`${endpoint.name} gave no file.`)
    },
  }
}

const withoutUndefined = (query: NonNullable<Input['query']>): NonNullable<Input['query']> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))

/** The parts of a call, with the types that they have for any endpoint. */
interface Input {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
  ifMatch?: string
  idempotencyKey?: string
}

/** Returns a reply as a client would read it: without fields that are undefined. */
const asSent = (reply: unknown): unknown =>
  reply === undefined || reply instanceof Uint8Array ? reply : JSON.parse(JSON.stringify(reply))
