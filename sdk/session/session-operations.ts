import type { OperationInput, OperationName, OperationReply } from '../call-operation.ts'
import { type CallOptions, sendRequest } from '../send-request.ts'

/** The paths of the operations that a session needs. The method of each is POST. */
export const sessionPaths = {
  logIn: '/auth/login',
  refresh: '/auth/refresh',
  logOut: '/auth/logout',
  endOwnSessions: '/api/v1/auth/sessions/revoke',
} as const satisfies { [Name in OperationName]?: string }

/**
 * Calls an operation as `callOperation` does, without the table of all operations, which would make the script of a page a fifth
 * larger.
 */
export async function callSessionOperation<Name extends keyof typeof sessionPaths>(
  name: Name,
  input: OperationInput<Name>,
  options: CallOptions,
): Promise<OperationReply<Name>> {
  const body = Object.keys(input).length > 0 ? input : undefined
  const reply = await sendRequest({ name, method: 'POST', path: sessionPaths[name], body }, options)
  return reply.body as OperationReply<Name>
}
