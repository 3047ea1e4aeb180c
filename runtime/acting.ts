import { AsyncLocalStorage } from 'node:async_hooks'

/** The origin of a request by which a caller with scopes, such as an admin, changes or exports something. */
export interface Origin {
  /** The network address of the client. */
  address: string
  userAgent: string | undefined
}

const origins = new AsyncLocalStorage<Origin>()

/** The operator who runs a command of the command line. */
export interface Operator {
  /** The account of the operating system. */
  osUser: string
  host: string
}

const operators = new AsyncLocalStorage<Operator>()

/**
 * Runs a command of the command line. While it runs, `currentOperator` returns its operator, so that every event that it records
 * names that person.
 */
export const runAsOperator = <T>(operator: Operator, work: () => T): T => operators.run(operator, work)

/** Returns the operator who runs the current command; undefined in a service. */
export const currentOperator = (): Operator | undefined => operators.getStore()

/** Returns the origin of the current request when a caller with scopes changes or exports something; otherwise undefined. */
export const currentOrigin = (): Origin | undefined => origins.getStore()

/** Runs the handler of a request. While it runs, `currentOrigin` returns the network address and user agent of the request. */
export const runFromOrigin = <T>(origin: Origin, work: () => T): T => origins.run(origin, work)
