import type { FailureCode } from '#contract/declaration/failure-table.ts'
import { type EndReason, Failure, type FieldError, type LoginStep } from '#contract/declaration/failures.ts'
import { areSessionsPending } from '#contract/declaration/sessions-header.ts'
import { fillPath } from '#contract/rules/fill-path.ts'
import { isObject } from '#contract/rules/strict-json.ts'

/** The options of a call: the service, the credential, and how the request is sent. */
export interface CallOptions {
  /** The origin of the service, such as `http://localhost:8080`. */
  baseUrl: string
  /** An access token, an API key or a service token. */
  bearer?: string | undefined
  headers?: Record<string, string> | undefined
  /** The timeout of the call in milliseconds; 10,000 if absent. A stream has none. */
  timeoutMs?: number | undefined
  /** A function to use in place of the runtime's `fetch`, for example one that shows a client certificate. */
  fetch?: Fetch | undefined
  /** The signal that ends the call when it is aborted. The call then throws the reason of the signal. */
  signal?: AbortSignal | undefined
  /** A function that is called when the call ended sessions of a user which have not ended everywhere yet. */
  onSessionsPending?: (() => void) | undefined
}

/** The part of the standard `fetch` that calls use: its arguments and the `Response` that it returns. Only streams need a `body`. */
export type Fetch = (
  url: URL,
  init: {
    method: string
    headers: Record<string, string>
    body: string | SentBytes | null
    redirect: 'manual'
    signal: AbortSignal
  },
) => Promise<FetchedReply>

/** Bytes that `fetch` sends. TypeScript before 5.7 has no generic typed arrays, so the type is made of two others. */
type SentBytes = Uint8Array & NonNullable<NonNullable<Parameters<typeof fetch>[1]>['body']>

interface FetchedReply {
  status: number
  headers: Pick<Headers, 'get'>
  text(): Promise<string>
  body?: Response['body']
}

/** A request to a service, in the parts that an endpoint declares. */
export interface ServiceRequest {
  /** The name of the endpoint, for the messages of errors. */
  name: string
  method: string
  /** The path with its `{parameters}`, which `params` fill in. */
  path: string
  params?: Record<string, string> | undefined
  query?: Record<string, string | number | undefined> | undefined
  body?: unknown
  /** The bytes of the body, in place of JSON. */
  bytes?: Uint8Array | undefined
  /** True when the success reply is a stream of events, which has no end of its own. */
  isStream?: boolean | undefined
  /** True when the success reply is a file. The timeout of the call then ends when the file begins. */
  isFile?: boolean | undefined
}

/** The parts of a success reply that a caller may need. */
export interface ServiceReply {
  /** The parsed JSON; undefined when the reply has no content. For a stream or a file, its bytes. */
  body: unknown
  headers: Pick<Headers, 'get'>
}

/** The bytes of a stream of events. */
export type EventBytes = NonNullable<Response['body']>

/** The error of a call without a reply, or with one that a Latchkey service would not send. `cause` has the network fault. */
export class ServiceUnreachable extends Error {
  override name = 'ServiceUnreachable'
}

/**
 * Sends a request to a service and returns its success reply.
 * @throws {Failure} with the code of the problem document (RFC 9457) in the reply of the service
 * @throws {ServiceUnreachable} for a network fault, a timeout, or a reply that a Latchkey service would not send
 */
export async function sendRequest(request: ServiceRequest, options: CallOptions): Promise<ServiceReply> {
  const { status, body, headers } = await exchange(request, options)
  if (status >= 200 && status < 300) {
    if (areSessionsPending(headers)) options.onSessionsPending?.()
    return { body, headers }
  }
  const retryAfter = headers.get('retry-after')
  const failure = toFailure(body, retryAfter === null ? undefined : Number(retryAfter))
  throw failure ?? new ServiceUnreachable(`${request.name} answered ${status}`)
}

async function exchange(request: ServiceRequest, options: CallOptions) {
  const url = urlOf(request, options.baseUrl)
  const { signal, stopTimer } = signalOf(request, options)
  try {
    const ask: Fetch = options.fetch ?? fetch
    const response = await ask(url, {
      method: request.method,
      headers: {
        ...(options.bearer === undefined ? {} : { authorization: `Bearer ${options.bearer}` }),
        ...contentTypeOf(request),
        ...options.headers,
      },
      body: bodyOf(request),
      // Following a redirect would send the credential to another host. Edge runtimes do not support
      // `redirect: 'error'`.
      redirect: 'manual',
      signal,
    })
    const isStream = request.isStream && response.status === 200
    const isFile = request.isFile && response.status === 200
    const body: unknown = isFile
      ? response.body
      : isStream
        ? streamIn(response)
        : parsed(await response.text())
    return { status: response.status, body, headers: response.headers }
  } catch (cause) {
    options.signal?.throwIfAborted()
    throw new ServiceUnreachable(`${request.name} got no usable answer from ${url.origin}`, { cause })
  } finally {
    stopTimer()
  }
}

const contentTypeOf = ({ body, bytes }: ServiceRequest): Record<string, string> => {
  if (bytes !== undefined) return { 'content-type': 'application/octet-stream' }
  return body === undefined ? {} : { 'content-type': 'application/json' }
}

function bodyOf({ body, bytes }: ServiceRequest): string | Uint8Array<ArrayBuffer> | null {
  // Bytes of shared memory, which `fetch` does not send, are copied.
  if (bytes !== undefined)
    return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : Uint8Array.from(bytes)
  return body === undefined ? null : JSON.stringify(body)
}

/**
 * Returns the signal that ends a request, and the function to call when a file begins or any other reply was read: a file may take
 * longer than the timeout.
 */
function signalOf(
  { isStream, isFile }: ServiceRequest,
  { signal, timeoutMs = 10_000 }: CallOptions,
): { signal: AbortSignal; stopTimer(): void } {
  if (signal && isStream) return { signal, stopTimer: () => {} }
  if (!isFile) {
    const timeout = AbortSignal.timeout(timeoutMs)
    return { signal: signal ? AbortSignal.any([signal, timeout]) : timeout, stopTimer: () => {} }
  }
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new DOMException('The reply is late.', 'TimeoutError')),
    timeoutMs,
  )
  const stopTimer = () => clearTimeout(timer)
  return { signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal, stopTimer }
}

const parsed = (text: string): unknown => (text === '' ? undefined : JSON.parse(text))

function streamIn({ headers, body }: FetchedReply): EventBytes {
  if (body && headers.get('content-type')?.startsWith('text/event-stream')) return body
  throw new TypeError('The reply is no stream of events.')
}

function urlOf({ path, params = {}, query = {} }: ServiceRequest, baseUrl: string): URL {
  for (const [name, value] of Object.entries(params)) {
    // A URL parser removes `.` and `..` from a path, also when they are percent-encoded: the request would
    // reach another route.
    if (value === '.' || value === '..')
      throw new Failure('invalid_request', {
        errors: [{ pointer: `/${name}`, code: 'invalid_format', detail: 'A path cannot have this value.' }],
      })
  }
  const url = new URL(fillPath(path, params), baseUrl)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url
}

interface Problem {
  code: FailureCode
  title?: string
  detail?: string
  errors?: FieldError[]
  reason?: EndReason
  reset_token?: string
  login_token?: string
  factors?: LoginStep['factors']
  expires_in?: number
}

/**
 * Recognizes a problem document (RFC 9457) by its code. Its other members follow from the contract. A later
 * version of the service may have codes that are not known here.
 */
const isProblem = (body: unknown): body is Problem =>
  isObject(body) && typeof body.code === 'string' && /^[a-z]+(_[a-z]+)*$/.test(body.code)

function toFailure(problem: unknown, retryAfterSeconds: number | undefined): Failure | undefined {
  if (!isProblem(problem)) return undefined
  const { reset_token, login_token, factors = [], expires_in: expiresInSeconds = 0 } = problem
  return new Failure(problem.code, {
    ...(problem.title === undefined ? {} : { title: problem.title }),
    ...(problem.detail === undefined ? {} : { detail: problem.detail }),
    ...(problem.errors ? { errors: problem.errors } : {}),
    ...(problem.reason ? { reason: problem.reason } : {}),
    ...(reset_token === undefined ? {} : { resetToken: { token: reset_token, expiresInSeconds } }),
    ...(login_token === undefined ? {} : { loginStep: { token: login_token, expiresInSeconds, factors } }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
}
