import type { Caller, Endpoint } from '#contract/declaration/endpoint.ts'
import type { Log } from '../log/log.ts'
import { nextReads } from '../next-reads.ts'
import { handleCall } from '../requests/handle-call.ts'
import { optionalHeaders } from '../requests/noted-headers.ts'
import {
  bearerTokenIn,
  type Guard,
  operation,
  stillAdmitted,
  usualAdmissionMs,
} from '../requests/operation.ts'
import { Answer, type CheckedCall, type Route } from '../requests/route.ts'
import type { Rpc, RpcCall, RpcParts } from './rpc.ts'

type Bound<Kind extends Rpc['kind']> = Extract<Rpc, { kind: Kind }>
type Options = Guard & { routes: readonly Route[]; log: Log }

/**
 * Answers an rpc by the handler that its endpoint has in HTTP, with the same rights, checks and effects. `read` decodes the
 * message and throws when it is malformed; it is called after admission, so that only admitted callers learn whether the message
 * is malformed.
 */
export function answerByEndpoint(
  { endpoint, toInput, toReply }: Bound<'endpoint'>,
  options: Options,
): (read: () => object, call: RpcCall) => Promise<object> {
  const { admit, check } = operation(endpoint, { ...options, coerce: false })
  const route = routeOf(endpoint, options)
  if (!('handle' in route)) throw new Error(`${endpoint.name} streams, and its rpc does not.`)
  const optional = optionalHeaders(endpoint)
  return async (read, call) => {
    const token = bearerTokenIn(call.metadata.authorization)
    const caller = await admit?.(token)
    const input = toInput(read())
    check(partsOf(endpoint, input))
    const result = await handleCall(route, toCall(input, { call, token, caller }))
    if (!(result instanceof Answer)) return toReply(result, {})
    // A message has fields for the headers of every reply. The optional headers are in the trailing metadata.
    for (const name of optional) {
      const value = result.headers[name]
      if (value !== undefined) call.noteTrailer(name, value)
    }
    return toReply(result.body, result.headers)
  }
}

/**
 * Answers a streaming rpc by the handler of its endpoint. Every few seconds it checks again whether the
 * reader is admitted.
 */
export function streamByEndpoint(
  { endpoint, toInput, toReply }: Bound<'endpoint stream'>,
  options: Options,
): (read: () => object, call: RpcCall) => AsyncIterable<object> {
  const { admit, check } = operation(endpoint, { ...options, coerce: false })
  const route = routeOf(endpoint, options)
  if (!('open' in route)) throw new Error(`The rpc of ${endpoint.name} streams, and it does not.`)
  const { admissionMs = usualAdmissionMs } = options
  return async function* (read, call) {
    const token = bearerTokenIn(call.metadata.authorization)
    const caller = await admit?.(token)
    const input = toInput(read())
    check(partsOf(endpoint, input))
    let admittedAt = performance.now()
    const following = { lastEventId: input.lastEventId, signal: call.signal() }
    for await (const event of route.open({ ...toCall(input, { call, token, caller }), ...following })) {
      if (performance.now() - admittedAt > admissionMs) {
        await stillAdmitted(async () => admit?.(token), options.log)
        admittedAt = performance.now()
      }
      yield toReply(event)
    }
  }
}

function routeOf(endpoint: Endpoint, { routes }: Options): Route {
  const route = routes.find((one) => one.endpoint.name === endpoint.name)
  if (!route) throw new Error(`No route answers ${endpoint.name}.`)
  return route
}

/**
 * Returns the parts of a request as HTTP would have them: a part that the endpoint declares is present,
 * perhaps empty.
 */
const partsOf = (endpoint: Endpoint, { params, query, body }: RpcParts) => ({
  params: params ?? {},
  query: query ?? (endpoint.query ? {} : undefined),
  body: body ?? (endpoint.body ? {} : undefined),
})

const toCall = (
  { params, query, body, ifMatch }: RpcParts,
  { call, token, caller }: { call: RpcCall; token: string | undefined; caller: Caller | undefined },
): CheckedCall => ({
  params,
  query: query ?? {},
  body,
  caller,
  token,
  ifMatch,
  idempotencyKey: call.metadata['idempotency-key'],
  address: call.address,
  passedOnBy: call.passedOnBy,
  userAgent: call.metadata['user-agent']?.slice(0, 500),
  isClientGone: async () => {
    await nextReads()
    return call.signal().aborted
  },
})
