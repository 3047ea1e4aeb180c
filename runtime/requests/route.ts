import type {
  Body,
  Caller,
  Endpoint,
  FileType,
  Params,
  Query,
  Reply,
  StreamEvent,
} from '#contract/declaration/endpoint.ts'

/** The credential with which an OAuth client authenticates, by one of the methods of RFC 7591. */
export type ClientProof =
  | { method: 'client_secret_basic' | 'client_secret_post'; clientId: string; secret: string }
  | { method: 'private_key_jwt'; clientId: string | undefined; assertion: string }

/**
 * A request whose parts have been checked against the declaration of its endpoint. The parts have the type `unknown`, because the
 * endpoint can be any.
 */
export interface CheckedCall {
  params: unknown
  query: unknown
  body: unknown
  caller: Caller | undefined
  /** The bearer token, not checked yet; undefined when there is none. */
  token: string | undefined
  /**
   * The credential with which an OAuth client authenticates, not checked yet. It may be used only where the endpoint has
   * `clientsToo`.
   */
  client?: ClientProof | undefined
  ifMatch: string | undefined
  idempotencyKey: string | undefined
  /** The network address of the client. */
  address: string
  /** The kind of proxy that passed the request on. */
  passedOnBy: PassedOnBy
  userAgent: string | undefined
  /**
   * Returns whether the client has disconnected: it closed its connection, or cancelled the call. Such a request may be older than
   * others that came later, so what it has sent proves nothing about the client of now.
   */
  isClientGone(): Promise<boolean>
}

/** A request to one endpoint, whether it came by HTTP or by gRPC. */
export interface Call<E extends Endpoint> extends CheckedCall {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  caller: CallerOf<E>
}

/**
 * The kind of proxy that passed a request on: one that `LATCHKEY_TRUSTED_PROXIES` names, or an unnamed one,
 * whose address then stands for all of its clients. A proxy that adds no header looks like a client.
 */
export type PassedOnBy = 'nobody' | 'trusted_proxy' | 'unnamed_proxy'

/**
 * The type of `caller`, which follows from the `access` of the endpoint. It is undefined where no credential is required, and
 * may be undefined where the other service of Latchkey may call too.
 */
type CallerOf<E extends Endpoint> = 'signed_in' | 'anyone' extends E['access']
  ? Caller | undefined
  : E['access'] extends 'anyone' | 'token' | 'service'
    ? undefined
    : E['serviceToo'] extends true
      ? Caller | undefined
      : Caller

/** The facts about a request to an endpoint that streams, in addition to those of every request. */
export interface Following {
  /** The id of the last event that the client received, by its `Last-Event-ID` header. */
  lastEventId: string | undefined
  /** The signal that is aborted when the stream ends, whether the client or the service ends it. */
  signal: AbortSignal
}

export type StreamCall<E extends Endpoint> = Call<E> & Following

/** A reply with headers or a status of its own. When the same object is the reply to many requests, it is serialised once. */
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

/**
 * A file that is made while it is read. A reader that stops early must call `return` of the iterator, or the source stays open.
 */
export class FileReply {
  /** The name of the file, which has only lower-case letters, digits, dots and hyphens. */
  readonly name: string
  readonly type: FileType
  readonly parts: AsyncIterable<string>
  constructor(name: string, type: FileType, parts: AsyncIterable<string>) {
    this.name = name
    this.type = type
    this.parts = parts
  }
}

/** One event of a stream. */
export interface SentEvent {
  event: string
  id: string
  data: unknown
}

/**
 * An endpoint with the function that answers it: `handle` for one reply, `open` for a stream. The function is only called with
 * requests that were checked against this endpoint. Both are declared as methods, so that TypeScript accepts a function that
 * takes only the `Call` of its own endpoint.
 */
export type Route = { endpoint: Endpoint; readers?: Readers | undefined } & (
  | { handle(call: CheckedCall): unknown }
  | { open(call: CheckedCall & Following): AsyncIterable<SentEvent> }
)

/**
 * The pages whose scripts may read the replies of a route, besides those of `LATCHKEY_BROWSER_ORIGINS`: all pages, for a public
 * document, or those that a function accepts by their origin and the client that the request names.
 */
export type Readers = 'everyone' | ((page: { origin: string; clientId: string }) => Promise<boolean>)

type Result<E extends Endpoint> = Reply<E> extends undefined ? unknown : Reply<E> | Answer<Reply<E>>

/** Binds an endpoint of the contract to the function that answers it. */
export const route = <const E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Result<E>> | Result<E>,
  { readers }: { readers?: Readers } = {},
): Route => ({ endpoint, handle, readers })

/**
 * Binds an endpoint that streams. An error that `open` throws before its first event is answered as a
 * failure. A later error ends the stream.
 */
export const streamRoute = <const E extends Endpoint>(
  endpoint: E,
  open: (call: StreamCall<E>) => AsyncIterable<StreamEvent<E>>,
): Route => ({ endpoint, open })
