import {
  type Body,
  type Endpoint,
  fillPath,
  type Params,
  type Query,
  type Reply,
} from '#contract/declaration/endpoint.ts'
import {
  type EndReason,
  Failure,
  type FailureCode,
  type FieldError,
  isFailureCode,
} from '#contract/failures.ts'
import { isObject } from '#contract/rules/strict-json.ts'

type Needed<Name extends string, T> = T extends undefined ? { [K in Name]?: never } : { [K in Name]: T }

/** The input of a call: `params` and `body` if the endpoint has them, and optionally `query`. */
export type CallInput<E extends Endpoint> = Needed<'params', Params<E>> &
  Needed<'body', Body<E>> & { query?: Query<E> }

/** The options of a call: the service, the credential, and how the request is sent. */
export interface CallOptions {
  /** The origin of the service, such as `http://127.0.0.1:8080`. */
  baseUrl: string
  /** An access token, an API key or a service token. */
  bearer?: string | undefined
  headers?: Record<string, string>
  /** The timeout of the call in milliseconds; 10,000 if absent. */
  timeoutMs?: number | undefined
  /** A function to use in place of the runtime's `fetch`, for example one that shows a client certificate. */
  fetch?: Fetch | undefined
}

/** How one service of Latchkey calls the other: its origin, the credential, and the options of every call. */
export type Peer = Pick<CallOptions, 'baseUrl' | 'bearer' | 'fetch' | 'timeoutMs'>

/** The part of the standard `fetch` that calls use: its arguments and the `Response` that it returns. */
export type Fetch = (
  url: URL,
  init: {
    method: string
    headers: Record<string, string>
    body: string | null
    redirect: 'manual'
    signal: AbortSignal
  },
) => Promise<{ status: number; headers: Pick<Headers, 'get'>; text(): Promise<string> }>

/**
 * Calls an endpoint of the contract and returns the body of its success reply.
 * @throws {Failure} with the code of the problem document (RFC 9457) in the reply of the service
 * @throws {ServiceUnreachable} for a network fault, a timeout, or a reply that a Latchkey service would not send
 * @example
 * const { access_token } = await call(logInEndpoint, { body: { username: 'ada', password } }, { baseUrl })
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions,
): Promise<Reply<E>> {
  const { status, body, retryAfterSeconds } = await send(endpoint, input as RequestParts, options)
  if (status >= 200 && status < 300) return body as Reply<E>
  throw toFailure(body, retryAfterSeconds) ?? new ServiceUnreachable(`${endpoint.name} answered ${status}`)
}

/** Thrown when there is no reply, or one that a Latchkey service would not send. `cause` has the network fault. */
export class ServiceUnreachable extends Error {
  override name = 'ServiceUnreachable'
}

interface RequestParts {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
}

async function send(endpoint: Endpoint, input: RequestParts, options: CallOptions) {
  const url = new URL(fillPath(endpoint.paths[0] ?? '', input.params ?? {}), options.baseUrl)
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  try {
    const ask: Fetch = options.fetch ?? fetch
    const response = await ask(url, {
      method: endpoint.method,
      headers: {
        ...(options.bearer === undefined ? {} : { authorization: `Bearer ${options.bearer}` }),
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body: input.body === undefined ? null : JSON.stringify(input.body),
      // Following a redirect would send the credential to another host. Edge runtimes do not support
      // `redirect: 'error'`.
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
    })
    const text = await response.text()
    const retryAfter = response.headers.get('retry-after')
    return {
      status: response.status,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
      retryAfterSeconds: retryAfter === null ? undefined : Number(retryAfter),
    }
  } catch (cause) {
    throw new ServiceUnreachable(`${endpoint.name} got no usable answer from ${url.origin}`, { cause })
  }
}

interface Problem {
  code: FailureCode
  detail?: string
  errors?: FieldError[]
  reason?: EndReason
}

/** Recognizes a problem document (RFC 9457) by its code. Its other members follow from the contract. */
const isProblem = (body: unknown): body is Problem => isObject(body) && isFailureCode(body.code)

function toFailure(problem: unknown, retryAfterSeconds: number | undefined): Failure | undefined {
  if (!isProblem(problem)) return undefined
  return new Failure(problem.code, {
    ...(problem.detail === undefined ? {} : { detail: problem.detail }),
    ...(problem.errors ? { errors: problem.errors } : {}),
    ...(problem.reason ? { reason: problem.reason } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
}
