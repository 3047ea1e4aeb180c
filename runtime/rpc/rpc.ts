import type { Body, Endpoint, Params, Query, Reply, StreamEvent } from '#contract/declaration/endpoint.ts'
import type { Failure } from '#contract/declaration/failures.ts'
import type { PassedOnBy, SentEvent } from '../requests/route.ts'

/** The facts about a call apart from its message. */
export interface RpcCall {
  /** The network address of the client. */
  address: string
  /** The kind of proxy that passed the call on. */
  passedOnBy: PassedOnBy
  /** The metadata that the client sent, such as `authorization`. */
  metadata: Record<string, string>
  /**
   * Returns a signal that is aborted when the client no longer waits for the reply: the client cancelled, its deadline passed, or
   * the server drains. The signal is created on demand, because it costs a tenth of a call.
   */
  signal(): AbortSignal
  /** Adds a value to the trailing metadata of the reply. */
  noteTrailer(name: string, value: string): void
}

/** The facts about a refused call that are not part of its failure. */
export interface RefusedAs {
  /** The number of its gRPC status. */
  code: number
  requestId: string
}

/** The parts of a request to an endpoint, as read from a message. */
export interface RpcParts {
  params?: unknown
  query?: unknown
  body?: unknown
  ifMatch?: string | undefined
  lastEventId?: string | undefined
}

/**
 * The parts that an endpoint takes. Their fields have the names of the endpoint's schemas, and values that
 * are not checked yet.
 */
interface RpcInput<E extends Endpoint> extends RpcParts {
  params?: Unchecked<Params<E>>
  query?: Unchecked<Query<E>>
  body?: Unchecked<Body<E>>
}

type Unchecked<Part> = { [Name in keyof Part]?: unknown }

/** The names that the fields have in the message, by the names that they have in the endpoint. */
type FieldNames = Record<string, string>

/**
 * The declaration of how an rpc is answered: by a function of its own for one of the four kinds of rpc (with one message or a
 * stream in either direction), or by an endpoint. The functions are methods, so that TypeScript accepts one that takes only the
 * message that the .proto file declares.
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
  /** The full name of the service, such as `latchkey.users.v1.UserService`. */
  name: string
  /** The file that declares the service, under `proto/`. */
  file: string
  rpcs: Record<string, Rpc>
}

/**
 * Binds an rpc to the endpoint that answers it, with the functions that read the message and write the reply.
 */
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
