import type { Body, Caller, Endpoint, Params, Query, Reply, StreamEvent } from '#contract/endpoint.ts'

/**
 * A request to an endpoint, whether it came by HTTP or by gRPC. All parts have been checked against the endpoint's
 * declaration.
 */
export interface Call<E extends Endpoint> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  caller: CallerOf<E>
  /** The bearer token, not yet judged; undefined when there is none. */
  token: string | undefined
  ifMatch: string | undefined
  idempotencyKey: string | undefined
  /** The network address of the client. */
  address: string
  /** Which proxy passed the request on. */
  passedOnBy: PassedOnBy
  userAgent: string | undefined
}

/**
 * Which proxy passed a request on: one that `LATCHKEY_TRUSTED_PROXIES` names, or an unnamed one, whose address then stands for
 * all of its clients. A proxy that adds no header cannot be told from a client.
 */
export type PassedOnBy = 'nobody' | 'trusted_proxy' | 'unnamed_proxy'

/**
 * The type of `caller` follows from the endpoint's access: undefined where no credential says who is calling, and perhaps
 * undefined where the other service may call too.
 */
type CallerOf<E extends Endpoint> = 'signed_in' | 'anyone' extends E['access']
  ? Caller | undefined
  : E['access'] extends 'anyone' | 'token' | 'service'
    ? undefined
    : E['serviceToo'] extends true
      ? Caller | undefined
      : Caller

/** A request to an endpoint that streams. */
export interface StreamCall<E extends Endpoint> extends Call<E> {
  /** The id of the last event that the client received, by its `Last-Event-ID` header. */
  lastEventId: string | undefined
  /** Aborted when the stream ends, whichever side ends it. */
  signal: AbortSignal
}

/** A reply with headers or a status of its own. An answer that is given to many requests is serialised once. */
export class Answer<T> {
  readonly body: T
  readonly headers: Record<string, string>
  readonly status: number | undefined
  constructor(body: T, headers: Record<string, string>, status?: number) {
    this.body = body
    this.headers = headers
    this.status = status
  }
}

/** An endpoint with the function that answers it. That is called with the `Call` of this endpoint, and with nothing else. */
export interface Route {
  endpoint: Endpoint
  handle(call: never): unknown
}

type Result<E extends Endpoint> = Reply<E> extends undefined ? unknown : Reply<E> | Answer<Reply<E>>

/** Binds an endpoint of the contract to the function that answers it. */
export const route = <const E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Result<E>> | Result<E>,
): Route => ({ endpoint, handle })

/**
 * Binds an endpoint that streams. What `open` throws before its first event is answered as a failure; after it the stream
 * ends.
 */
export const streamRoute = <const E extends Endpoint>(
  endpoint: E,
  open: (call: StreamCall<E>) => AsyncIterable<StreamEvent<E>>,
): Route => ({ endpoint, handle: open })
