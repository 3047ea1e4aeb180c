import type { Body, Endpoint, Params, Query, Reply } from '#contract/declaration/endpoint.ts'
import { type CallOptions, type ServiceRequest, sendRequest } from './send-request.ts'

type Needed<Name extends string, T> = T extends undefined ? { [K in Name]?: never } : { [K in Name]: T }

/** The input of a call: `params` and `body` if the endpoint has them, and optionally `query`. */
export type CallInput<E extends Endpoint> = Needed<'params', Params<E>> &
  Needed<'body', Body<E>> & { query?: Query<E> }

/** The options by which one service of Latchkey calls the other: its origin, the credential, and those of every call. */
export type Peer = Pick<CallOptions, 'baseUrl' | 'bearer' | 'fetch' | 'timeoutMs'>

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
  const { params, query, body } = input as Pick<ServiceRequest, 'params' | 'query' | 'body'>
  const { name, method, paths, upload } = endpoint
  const { body: reply } = await sendRequest(
    {
      name,
      method,
      path: paths[0] ?? '',
      params,
      query,
      ...(upload ? { bytes: body as Uint8Array } : { body }),
    },
    options,
  )
  return reply as Reply<E>
}
