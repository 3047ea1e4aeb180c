import {
  type OperationInput,
  type OperationName,
  type OperationReply,
  type StreamName,
  toRequest,
} from './call-operation.ts'
import { type Operation, operations, streams } from './generated/operations.ts'
import type { Operations, Streams } from './generated/types.ts'
import { clientVersion } from './generated/version.ts'
import { retry } from './retry.ts'
import {
  type EventBytes,
  type Fetch,
  type ServiceReply,
  ServiceUnreachable,
  sendRequest,
} from './send-request.ts'
import { checkServiceUrl } from './service-url.ts'

export type { FailureCode } from '#contract/declaration/failure-table.ts'
export { type EndReason, Failure, type FieldError } from '#contract/declaration/failures.ts'
export type * from './generated/types.ts'
export { isFailure } from './is-failure.ts'
export type { OperationInput, OperationName, OperationReply, StreamName }
export { type Fetch, ServiceUnreachable }

/** The options of a client: the addresses of Latchkey, and the defaults for every call. */
export type ClientOptions = Addresses & {
  /**
   * The credential of each call: an access token or an API key, or a function that returns the current one, or undefined for no
   * credential.
   */
  bearer?: Bearer | undefined
  /** The headers of each call. */
  headers?: Record<string, string> | undefined
  /** The timeout in milliseconds of each attempt of a call; 10,000 if absent. */
  timeoutMs?: number | undefined
  /** The number of retries of a call that changes nothing, or that has an `idempotencyKey`; 2 if absent. */
  retries?: number | undefined
  /** A function to use in place of the runtime's `fetch`. */
  fetch?: Fetch | undefined
  /** Allows `http` to another machine, which sends tokens in clear text: only for a network that nobody else can read. */
  allowHttp?: boolean | undefined
}

type Addresses =
  | {
      /** The origin of `latchkey start`, or of a proxy in front of both services, such as `https://id.example.com`. */
      baseUrl: string
      usersUrl?: undefined
      authUrl?: undefined
    }
  | {
      baseUrl?: undefined
      /** The origin of the user service, for a deployment that runs the services apart. */
      usersUrl: string
      /** The origin of the authentication service. */
      authUrl: string
    }

/** A credential, or a function that returns it. */
export type Bearer = string | (() => string | undefined | Promise<string | undefined>)

/** The options of one call. */
export interface OperationOptions {
  /** The credential of this call, in place of the one of the client. */
  bearer?: Bearer | undefined
  headers?: Record<string, string> | undefined
  /** The signal that ends the call when it is aborted. The call then throws the reason of the signal. */
  signal?: AbortSignal | undefined
  /** The timeout in milliseconds of each attempt. */
  timeoutMs?: number | undefined
  /**
   * The end user for whom a server makes the call. Without it, all logins through the server count against one rate limit, and
   * the user sees the server in the list of sessions. Latchkey trusts the address if `LATCHKEY_TRUSTED_PROXIES` names the server.
   */
  onBehalfOf?: EndUser | undefined
  /**
   * A function that is called when the call has ended sessions of a user, and the authentication service has not confirmed it yet.
   * Until it does, it may accept their access tokens, which expire after 15 minutes unless a setting says otherwise. They cannot be
   * refreshed. The change itself is made.
   * @example
   * await latchkey.deleteUser({ id }, { onSessionsPending: () => console.warn('Some sessions end later.') })
   */
  onSessionsPending?: (() => void) | undefined
}

/** The facts about the end user that a server passes on. */
export interface EndUser {
  /** The network address of the user, as the server sees it. */
  address?: string | undefined
  /** The header `User-Agent` of the user's request. */
  userAgent?: string | undefined
}

/** The options of a call that can be repeated without doing its work twice. */
export interface OnceOptions extends OperationOptions {
  /** A key for the call. For 24 hours, the same key and input get the first reply again. A call with a key is retried. */
  idempotencyKey?: string | undefined
}

/** The options of a call that changes something which others may have changed. */
export interface GuardedOptions extends OperationOptions {
  /**
   * The object as this client read it, or its ETag. The call is refused with `precondition_failed` when it has
   * changed since.
   */
  ifMatch?: string | object | undefined
}

/** The options of `each`, which reads all items of a list. */
export interface EachOptions extends OperationOptions {
  /** The number of items after which `each` throws a RangeError; 10,000 if absent. */
  maxItems?: number | undefined
}

/** The options of a stream. */
export interface StreamOptions extends Omit<OperationOptions, 'signal' | 'timeoutMs'> {
  /** The signal that ends the stream when it is aborted. The loop that reads the stream then ends, without an error. */
  signal?: AbortSignal | undefined
  /**
   * The milliseconds without a byte of Latchkey after which the connection counts as lost; 20,000 if absent. Heartbeats come
   * every five seconds, those of `watchRevocations` every second.
   */
  silentAfterMs?: number | undefined
  /**
   * The number of attempts to connect that may fail in a row before the stream throws the fault; 20 if absent, which takes three
   * minutes at least. With `Infinity` the stream never gives up.
   */
  retries?: number | undefined
}

/** The name of an operation that answers a list in pages. */
export type ListName = {
  [Name in OperationName]: OperationReply<Name> extends Page ? Name : never
}[OperationName]

/** An item of the list that an operation answers. */
export type ListItem<Name extends ListName> = OperationReply<Name>['data'][number]

/** The arguments of `each` after the name. The input can be left out when the operation requires no field. */
type ListArguments<Name extends ListName> =
  Record<string, never> extends OperationInput<Name>
    ? [input?: OperationInput<Name>, options?: EachOptions]
    : [input: OperationInput<Name>, options?: EachOptions]

interface Page {
  data: unknown[]
  next_cursor: string | null
}

/** A client has a method for each operation and each stream, by the name that it has in the OpenAPI documents. */
export interface Client
  extends Operations<OperationOptions, OnceOptions, GuardedOptions>,
    Streams<StreamOptions> {
  /**
   * Reads all items of a list, page by page. It throws a RangeError rather than read more than `maxItems`.
   * @example
   * for await (const user of client.each('listUsers', { status: 'active' })) console.log(user.username)
   */
  each<Name extends ListName>(
    name: Name,
    ...rest: ListArguments<Name>
  ): AsyncGenerator<ListItem<Name>, void, undefined>
}

type AnyOptions = OnceOptions & GuardedOptions

/**
 * Creates a client of Latchkey, for servers, browsers and edge runtimes.
 *
 * Each method throws a `Failure` that has the code of the refusal, or `ServiceUnreachable` when there is no
 * reply. Calls that change nothing, and those with an `idempotencyKey`, are retried with a back-off before that.
 * @throws {TypeError} for an address that is no origin, or that would send tokens in clear text
 * @example
 * const client = createClient({ baseUrl: 'https://id.example.com', bearer: process.env.LATCHKEY_API_KEY })
 * const user = await client.createUser({ username: 'ada', email: 'ada@example.com', password })
 */
export function createClient(options: ClientOptions): Client {
  const urls = addressesOf(options)
  const etags = new WeakMap<object, string>()

  async function send(
    name: string,
    operation: Operation,
    input: object,
    call: AnyOptions,
  ): Promise<ServiceReply> {
    const request = toRequest(name, operation, input)
    const bearer = await credentialOf(call.bearer ?? options.bearer)
    return sendRequest(request, {
      baseUrl: urls[operation.service ?? 'users'],
      bearer,
      headers: { ...ownHeaders(), ...options.headers, ...headersOf(name, operation, call, etags) },
      timeoutMs: call.timeoutMs ?? options.timeoutMs,
      fetch: options.fetch,
      signal: call.signal,
      onSessionsPending: call.onSessionsPending,
    })
  }

  async function run(name: OperationName, input: object = {}, call: AnyOptions = {}): Promise<unknown> {
    const isSafe = operations[name].method === 'GET' || call.idempotencyKey !== undefined
    const { body, headers } = await retry(() => send(name, operations[name], input, call), {
      retries: isSafe ? (options.retries ?? 2) : 0,
      signal: call.signal,
    })
    const etag = headers.get('etag')
    if (etag !== null && typeof body === 'object' && body !== null) etags.set(body, etag)
    return body
  }

  async function* each(name: ListName, input: object = {}, call: EachOptions = {}) {
    const { maxItems = 10_000 } = call
    let read = 0
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = (await run(name, { limit: 200, ...input, ...(cursor && { cursor }) }, call)) as Page
      for (const item of page.data) {
        if (++read > maxItems) throw new RangeError(`${name} has more than ${maxItems} items: see maxItems.`)
        yield item
      }
      // A page that names its own cursor as that of the next page would be read for ever.
      if (page.next_cursor === cursor)
        throw new ServiceUnreachable(`${name} answered one page again and again`)
      cursor = page.next_cursor
    }
  }

  async function* follow(name: StreamName, input: object = {}, call: StreamOptions = {}) {
    const { signal, silentAfterMs = 20_000, retries = 20, ...others } = call
    const open = async (lastEventId: string, connection: AbortSignal): Promise<EventBytes> => {
      const position = lastEventId && { 'last-event-id': lastEventId }
      const headers = { accept: 'text/event-stream', ...others.headers, ...position }
      const { body } = await send(name, streams[name], input, { ...others, headers, signal: connection })
      return body as EventBytes
    }
    // The code for streams is loaded when the first stream is opened, because most web pages open none.
    const { followStream } = await import('./streams/follow-stream.ts')
    yield* followStream(open, { signal, silentAfterMs, retries })
  }

  const method = <Name extends string>(
    name: Name,
    call: (name: Name, ...rest: object[]) => unknown,
  ): readonly unknown[] => [name, (...rest: object[]) => call(name, ...rest)]
  const names = Object.keys(operations) as OperationName[]
  const streamNames = Object.keys(streams) as StreamName[]
  return Object.fromEntries([
    ...names.map((name) => method(name, run)),
    ...streamNames.map((name) => method(name, follow)),
    ['each', each],
  ])
}

function addressesOf(options: ClientOptions): { users: string; auth: string } {
  const origin = (url: string) => checkServiceUrl(url, options.allowHttp)
  if (options.baseUrl !== undefined) return { users: origin(options.baseUrl), auth: origin(options.baseUrl) }
  return { users: origin(options.usersUrl), auth: origin(options.authUrl) }
}

const credentialOf = async (bearer: Bearer | undefined): Promise<string | undefined> =>
  typeof bearer === 'function' ? bearer() : bearer

/**
 * Returns the header that names this library (RFC 9110 section 10.1.5). In a browser, which has a `location`, the browser sets
 * this header itself.
 */
const ownHeaders = (): Record<string, string> =>
  Reflect.get(globalThis, 'location') === undefined
    ? { 'user-agent': `latchkey-client/${clientVersion}` }
    : {}

function headersOf(
  name: string,
  { idempotent }: Operation,
  { headers, onBehalfOf = {}, idempotencyKey, ifMatch }: AnyOptions,
  etags: WeakMap<object, string>,
): Record<string, string> {
  // This operation ignores an `Idempotency-Key`, so a retry would do the work twice.
  if (idempotencyKey !== undefined && !idempotent) throw new TypeError(`${name} takes no idempotencyKey.`)
  const etag = typeof ifMatch === 'object' ? etags.get(ifMatch) : ifMatch
  // Without an ETag the request has no `If-Match`, and would overwrite changes that others have made since.
  if (ifMatch !== undefined && etag === undefined)
    throw new TypeError('The object in ifMatch is not one that this client has read with an ETag.')
  const { address, userAgent } = onBehalfOf
  return {
    ...(address === undefined ? {} : { 'x-forwarded-for': address }),
    ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(etag === undefined ? {} : { 'if-match': etag }),
    ...headers,
  }
}
