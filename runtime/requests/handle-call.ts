import { runFromOrigin } from '../acting.ts'
import { withNotedHeaders } from './noted-headers.ts'
import type { CheckedCall, Route } from './route.ts'

const maxUserAgent = 500

/**
 * Calls the handler of a route. While a caller with scopes changes or exports something, `currentOrigin` returns the address and
 * the user agent of the request, so that no use case has to pass them on to the event that it records. For other calls, such as
 * logins, it returns undefined.
 */
export function handleCall(route: Extract<Route, { handle: unknown }>, call: CheckedCall): unknown {
  const { caller } = call
  const { method, file } = route.endpoint
  const isAct = method !== 'GET' || file !== undefined
  if (!isAct) return route.handle(call)
  const handle = () => withNotedHeaders(route.endpoint, () => route.handle(call))
  if (!caller || caller.scopes.length === 0) return handle()
  const userAgent = call.userAgent?.slice(0, maxUserAgent)
  return runFromOrigin({ address: call.address, userAgent }, handle)
}
