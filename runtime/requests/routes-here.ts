import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { handleCall } from './handle-call.ts'
import { type Guard, operation } from './operation.ts'
import type { CheckedCall, Route } from './route.ts'

/** A call in this process: the parts of a request, unchecked, and what is known of whoever makes it. */
export type CallHere = Partial<Omit<CheckedCall, 'caller' | 'client' | 'isClientGone' | 'passedOnBy'>>

/**
 * Lets routes be called in this process without HTTP, with the checks that a request of HTTP has. The returned function gives
 * undefined for an endpoint that none of the routes answers. The checks of a route are prepared once, at its first call. Without
 * a guard, nobody is asked for a token: the caller is the other service.
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
