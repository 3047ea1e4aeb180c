import type { Body, Endpoint, Params, Query, Reply, StreamEvent } from '#contract/endpoint.ts'
import type { Failure } from '#contract/failures.ts'
import type { PassedOnBy } from '../route.ts'

/** What an rpc is handed besides its message. */
export interface RpcCall {
  /** The network address of the client. */
  address: string
  /** Which proxy passed the call on. */
  passedOnBy: PassedOnBy
  /** What was sent with it: `authorization` and such. */
  metadata: Record<string, string>
  /**
   * Aborted when nobody waits for an answer any more: the client cancelled, its deadline is over, or the server drains.
   * Made for those who ask: to have one ready for each call would cost a tenth of it.
   */
  signal(): AbortSignal
}

/** What else is known of a call that is refused. */
export interface RefusedAs {
  /** The number of its gRPC status. */
  code: number
  requestId: string
}

/** What an endpoint of the contract takes, read out of a message. */
export interface RpcInput<E extends Endpoint> {
  params?: Params<E>
  query?: Query<E>
  body?: Body<E>
  ifMatch?: string | undefined
  lastEventId?: string | undefined
}

/** What the message calls a field that the endpoint calls something else. */
type FieldNames = Record<string, string>

/** Four kinds of its own, and two that hand a call to an endpoint of the contract: those only translate. */
export type Rpc =
  | {
      kind: 'unary'
      answer(request: never, call: RpcCall): Promise<object> | object
      /** Says no in a reply, for clients to whom a call that fails says nothing. */
      refuse?(failure: Failure, as: RefusedAs): object
    }
  | { kind: 'server stream'; answer(request: never, call: RpcCall): AsyncIterable<object> }
  | { kind: 'client stream'; answer(requests: AsyncIterable<never>, call: RpcCall): Promise<object> }
  | { kind: 'both stream'; answer(requests: AsyncIterable<never>, call: RpcCall): AsyncIterable<object> }
  | {
      kind: 'endpoint'
      endpoint: Endpoint
      names?: FieldNames
      toInput(request: never): RpcInput<Endpoint>
      toReply(reply: never, headers: Record<string, string>): object
    }
  | {
      kind: 'endpoint stream'
      endpoint: Endpoint
      names?: FieldNames
      toInput(request: never): RpcInput<Endpoint>
      toReply(event: never): object
    }

export interface RpcService {
  /** Full name: `latchkey.users.v1.UserService`. */
  name: string
  /** Where it is declared, under `proto/`. */
  file: string
  rpcs: Record<string, Rpc>
}

/** Which endpoint answers an rpc, how its message is read, and how the reply is written into one. */
export const endpointRpc = <const E extends Endpoint, Request, Response extends object>(
  endpoint: E,
  translation: {
    names?: FieldNames
    toInput(request: Request): RpcInput<E>
    toReply(reply: Reply<E>, headers: Record<string, string>): Response
  },
): Rpc => ({ kind: 'endpoint', endpoint, ...translation }) as Rpc

export const endpointStreamRpc = <const E extends Endpoint, Request, Response extends object>(
  endpoint: E,
  translation: {
    names?: FieldNames
    toInput(request: Request): RpcInput<E>
    toReply(event: StreamEvent<E>): Response
  },
): Rpc => ({ kind: 'endpoint stream', endpoint, ...translation }) as Rpc
