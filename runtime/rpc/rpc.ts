import type { Body, Endpoint, Params, Query, Reply, StreamEvent } from '#contract/declaration/endpoint.ts'
import type { Failure } from '#contract/failures.ts'
import type { PassedOnBy, SentEvent } from '../route.ts'

/** The facts about a call besides its message. */
export interface RpcCall {
  /** The network address of the client. */
  address: string
  /** Which proxy passed the call on. */
  passedOnBy: PassedOnBy
  /** The metadata that the client sent: `authorization` and such. */
  metadata: Record<string, string>
  /**
   * Gives a signal that is aborted when nobody waits for the answer any more: the client cancelled, its deadline passed, or the
   * server drains. It is made on demand, because one for each call would cost a tenth of the call.
   */
  signal(): AbortSignal
}

/** The facts about a refused call besides its failure. */
export interface RefusedAs {
  /** The number of its gRPC status. */
  code: number
  requestId: string
}

/** The parts of a request to an endpoint, read from a message. */
export interface RpcParts {
  params?: unknown
  query?: unknown
  body?: unknown
  ifMatch?: string | undefined
  lastEventId?: string | undefined
}

/** The parts that an endpoint takes. Their fields have names of its schemas, and values that are not checked yet. */
interface RpcInput<E extends Endpoint> extends RpcParts {
  params?: Unchecked<Params<E>>
  query?: Unchecked<Query<E>>
  body?: Unchecked<Body<E>>
}

type Unchecked<Part> = { [Name in keyof Part]?: unknown }

/** The names of fields in the message, by the names that the endpoint has for them. */
type FieldNames = Record<string, string>

/**
 * How an rpc is answered: by a function of its own in one of the four ways of gRPC, or by translation to an endpoint. The functions
 * are methods, so that TypeScript accepts one that takes only the message that the .proto file declares.
 */
export type Rpc =
  | {
      kind: 'unary'
      answer(request: object, call: RpcCall): Promise<object> | object
      /** Writes a failure as a reply, for clients that do not read the status of a call, such as Envoy. */
      refuse?(failure: Failure, as: RefusedAs): object
    }
  | { kind: 'server stream'; answer(request: object, call: RpcCall): AsyncIterable<object> }
  | { kind: 'client stream'; answer(requests: AsyncIterable<object>, call: RpcCall): Promise<object> }
  | { kind: 'both stream'; answer(requests: AsyncIterable<object>, call: RpcCall): AsyncIterable<object> }
  | {
      kind: 'endpoint'
      endpoint: Endpoint
      names?: FieldNames
      toInput(request: object): RpcParts
      toReply(reply: unknown, headers: Record<string, string>): object
    }
  | {
      kind: 'endpoint stream'
      endpoint: Endpoint
      names?: FieldNames
      toInput(request: object): RpcParts
      toReply(event: SentEvent): object
    }

export interface RpcService {
  /** Full name: `latchkey.users.v1.UserService`. */
  name: string
  /** The file that declares the service, under `proto/`. */
  file: string
  rpcs: Record<string, Rpc>
}

/** Which endpoint answers an rpc, how its message is read, and how the reply is written into one. */
export const endpointRpc = <const E extends Endpoint, Request extends object, Response extends object>(
  endpoint: E,
  translation: {
    names?: FieldNames
    toInput(request: Request): RpcInput<E>
    toReply(reply: Reply<E>, headers: Record<string, string>): Response
  },
): Rpc => ({ kind: 'endpoint', endpoint, ...translation })

export const endpointStreamRpc = <const E extends Endpoint, Request extends object, Response extends object>(
  endpoint: E,
  translation: {
    names?: FieldNames
    toInput(request: Request): RpcInput<E>
    toReply(event: StreamEvent<E>): Response
  },
): Rpc => ({ kind: 'endpoint stream', endpoint, ...translation })
