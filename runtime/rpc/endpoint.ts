import type { Caller, Endpoint } from '#contract/endpoint.ts'
import type { Log } from '../log.ts'
import { bearerTokenIn, type Guard, operation, stillAdmitted } from '../operation.ts'
import { Answer, type Call, type Route, type StreamCall } from '../route.ts'
import type { Rpc, RpcCall, RpcInput } from './rpc.ts'

type Bound<Kind extends Rpc['kind']> = Extract<Rpc, { kind: Kind }>
type Options = Guard & { routes: readonly Route[]; log: Log }

const admittedMs = 10_000

/**
 * Answers an rpc by the handler that its endpoint has in HTTP, with the same rights, checks and effects. `read` decodes the
 * message and throws when it is malformed; it is called after admission, so that only admitted callers learn that.
 */
export function answerByEndpoint(
  { endpoint, toInput, toReply }: Bound<'endpoint'>,
  options: Options,
): (read: () => never, call: RpcCall) => Promise<object> {
  const { admit, check } = operation(endpoint, { ...options, coerce: false })
  const handle = handlerOf(endpoint, options)
  return async (read, call) => {
    const token = bearerTokenIn(call.metadata.authorization)
    const caller = await admit?.(token)
    const input = toInput(read())
    check(partsOf(endpoint, input))
    const result = await handle(toCall(input, { call, token, caller }) as never)
    return result instanceof Answer
      ? toReply(result.body as never, result.headers)
      : toReply(result as never, {})
  }
}

/** Answers a streaming rpc by the handler of its endpoint. Whether the reader is admitted is checked again every ten seconds. */
export function streamByEndpoint(
  { endpoint, toInput, toReply }: Bound<'endpoint stream'>,
  options: Options,
): (read: () => never, call: RpcCall) => AsyncIterable<object> {
  const { admit, check } = operation(endpoint, { ...options, coerce: false })
  const handle = handlerOf(endpoint, options)
  return async function* (read, call) {
    const token = bearerTokenIn(call.metadata.authorization)
    const caller = await admit?.(token)
    const input = toInput(read())
    check(partsOf(endpoint, input))
    let admittedAt = performance.now()
    const stream: StreamCall<Endpoint> = {
      ...toCall(input, { call, token, caller }),
      lastEventId: input.lastEventId,
      signal: call.signal(),
    }
    for await (const event of handle(stream as never) as AsyncIterable<never>) {
      if (performance.now() - admittedAt > admittedMs) {
        await stillAdmitted(async () => admit?.(token), options.log)
        admittedAt = performance.now()
      }
      yield toReply(event)
    }
  }
}

function handlerOf(endpoint: Endpoint, { routes }: Options): Route['handle'] {
  const route = routes.find((one) => one.endpoint.name === endpoint.name)
  if (!route) throw new Error(`No route answers ${endpoint.name}.`)
  return route.handle
}

/** The parts of a request as HTTP would have them: a part that the endpoint declares is there, perhaps empty. */
const partsOf = (endpoint: Endpoint, { params, query, body }: RpcInput<Endpoint>) => ({
  params: params ?? {},
  query: query ?? (endpoint.query ? {} : undefined),
  body: body ?? (endpoint.body ? {} : undefined),
})

const toCall = (
  { params, query, body, ifMatch }: RpcInput<Endpoint>,
  { call, token, caller }: { call: RpcCall; token: string | undefined; caller: Caller | undefined },
): Call<Endpoint> => ({
  params: params as undefined,
  query: (query ?? {}) as unknown as undefined,
  body: body as undefined,
  caller,
  token,
  ifMatch,
  idempotencyKey: call.metadata['idempotency-key'],
  address: call.address,
  passedOnBy: call.passedOnBy,
  userAgent: call.metadata['user-agent']?.slice(0, 500),
})
