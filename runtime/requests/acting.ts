import { AsyncLocalStorage } from 'node:async_hooks'
import type { CheckedCall, Route } from '../route.ts'
import { withNotedHeaders } from './noted-headers.ts'

/** The origin of a request by which a caller with scopes, such as an admin, changes or exports something. */
export interface Origin {
  /** The network address of the client. */
  address: string
  userAgent: string | undefined
}

const origins = new AsyncLocalStorage<Origin>()

/** Who runs a command of the command line. */
export interface Operator {
  /** The account of the operating system. */
  osUser: string
  host: string
}

const operators = new AsyncLocalStorage<Operator>()

/** Runs a command. Meanwhile `currentOperator` returns who runs it, so that every event that the command records says so. */
export const runAsOperator = <T>(operator: Operator, work: () => T): T => operators.run(operator, work)

/** Returns who runs the current command; undefined in a service. */
export const currentOperator = (): Operator | undefined => operators.getStore()

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
  return origins.run({ address: call.address, userAgent }, handle)
}

/** Returns the origin of the current request when a caller with scopes changes or exports something; otherwise undefined. */
export const currentOrigin = (): Origin | undefined => origins.getStore()
