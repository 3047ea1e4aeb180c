import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { handleCall } from './handle-call.ts'
import { type Guard, operation } from './operation.ts'
import type { CheckedCall, Route } from './route.ts'

/** A call within this process: the unchecked parts of a request, and what is known about its caller. */
export type CallHere = Partial<Omit<CheckedCall, 'caller' | 'client' | 'isClientGone' | 'passedOnBy'>>

/**
 * Returns a function that calls routes within this process, without HTTP but with the checks of an HTTP request. The function
 * returns undefined for an endpoint that none of the routes has. The checks of a route are prepared once, at its first call.
 * Without a guard no token is required, because the caller is the other service.
 */
export function routesHere(
  routes: readonly Route[],
  guard?: Guard,
): (endpoint: Endpoint, sent: CallHere) => Promise<unknown> | undefined {
  const bound = new Map(routes.map((route) => [route.endpoint, bind(route, guard)]))
  return (endpoint, sent) => bound.get(endpoint)?.(sent)
}

function bind(route: Route, guard: Guard | undefined): (sent: CallHere) => Promise<unknown> {
  let checks: ReturnType<typeof operation> | undefined
  return async ({ params, query = {}, body, token, ...sent }) => {
    if (!('handle' in route)) throw new Error(`${route.endpoint.name} is a stream.`)
    checks ??= operation(route.endpoint, { serviceTokens: [], ...guard, coerce: true })
    const caller = guard && (await checks.admit?.(token))
    checks.check({ params, query, body })
    return handleCall(route, {
      ifMatch: undefined,
      idempotencyKey: undefined,
      address: '127.0.0.1',
      userAgent: undefined,
      ...sent,
      params,
      query,
      body,
      token,
      caller,
      passedOnBy: 'nobody',
      isClientGone: async () => false,
    })
  }
}
