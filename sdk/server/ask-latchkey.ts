import {
  callOperation,
  type OperationInput,
  type OperationName,
  type OperationReply,
} from '../call-operation.ts'
import type { WebSessionContext } from './context.ts'
import type { Exchange } from './exchange.ts'
import { clientHeaders } from './incoming-request.ts'

/** Calls an operation of Latchkey on behalf of the sender of a request, whose address and user agent are passed on. */
export const ask = <Name extends OperationName>(
  { authUrl, usersUrl, timeoutMs }: WebSessionContext,
  { request }: Pick<Exchange, 'request'>,
  name: Name,
  input: Record<string, unknown>,
  bearer?: string,
): Promise<OperationReply<Name>> =>
  callOperation(name, input as OperationInput<Name>, {
    bearer,
    timeoutMs,
    headers: clientHeaders(request),
    baseUrl: name === 'createUser' ? usersUrl : authUrl,
  })
