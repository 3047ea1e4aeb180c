import { AsyncLocalStorage } from 'node:async_hooks'
import type { CheckedCall, Route } from '../route.ts'

/** From where somebody with rights over others acts. */
export interface Origin {
  /** The network address of the client. */
  address: string
  userAgent: string | undefined
}

const origins = new AsyncLocalStorage<Origin>()

const maxUserAgent = 500

/**
 * Calls the handler of a route. While a caller with scopes changes or exports something, `currentOrigin` says from where, so that no use
 * case has to pass it on to the event that it records. Other calls, such as logins, run as they are.
 */
export function handleCall(route: Extract<Route, { handle: unknown }>, call: CheckedCall): unknown {
  const { caller } = call
  const { method, file } = route.endpoint
  const isAct = method !== 'GET' || file !== undefined
  if (!isAct || !caller || caller.scopes.length === 0) return route.handle(call)
  const userAgent = call.userAgent?.slice(0, maxUserAgent)
  return origins.run({ address: call.address, userAgent }, () => route.handle(call))
}

/** Returns from where the present request of somebody with rights comes; undefined in any other work. */
export const currentOrigin = (): Origin | undefined => origins.getStore()
