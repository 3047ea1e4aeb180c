import { type Operation, operations, type streams } from './generated/operations.ts'
import type { Operations } from './generated/types.ts'
import { type CallOptions, type ServiceRequest, sendRequest } from './send-request.ts'

/** The name of an operation, as in the OpenAPI documents: `createUser`, `logIn`. */
export type OperationName = keyof typeof operations

/** The name of a stream of events, as in the OpenAPI documents: `streamNotifications`. */
export type StreamName = keyof typeof streams

/** The input of an operation: one object with the parameters of its path, its query and the fields of its body. */
export type OperationInput<Name extends OperationName> = NonNullable<Parameters<Operations<unknown>[Name]>[0]>

/** The body of the success reply of an operation; undefined when it has none. */
export type OperationReply<Name extends OperationName> = Awaited<ReturnType<Operations<unknown>[Name]>>

/**
 * Calls an operation of Latchkey by its name, and returns the body of its success reply. `baseUrl` is the
 * service that has the operation: `operations` in `generated/operations.ts` says which, and the user service
 * of `latchkey start` has all.
 * @throws {Failure} with the code of the problem document (RFC 9457) in the reply of the service
 * @throws {ServiceUnreachable} for a network fault, a timeout, or a reply that a Latchkey service would not send
 * @example
 * const { access_token } = await callOperation('logIn', { username: 'ada', password }, { baseUrl })
 */
export async function callOperation<Name extends OperationName>(
  name: Name,
  input: OperationInput<Name>,
  options: CallOptions,
): Promise<OperationReply<Name>> {
  const { body } = await sendRequest(toRequest(name, operations[name], input), options)
  return body as OperationReply<Name>
}

/** Divides the input of an operation among path, query and body. No two of them have a field of the same name. */
export function toRequest(
  name: string,
  { method, path, takes, isStream, isFile }: Operation,
  input: object,
): ServiceRequest {
  const fields = Object.entries(input)
  const isParameter = ([field]: [string, unknown]) => path.includes(`{${field}}`)
  const params = Object.fromEntries(fields.filter(isParameter))
  const others = Object.fromEntries(fields.filter((field) => !isParameter(field)))
  if (takes === 'bytes')
    return { name, method, path, params, bytes: (input as { content: Uint8Array }).content }
  return {
    name,
    method,
    path,
    params,
    isStream,
    isFile,
    ...(takes === 'body' ? { body: others } : { query: others }),
  }
}
