import type { Endpoint } from '#contract/declaration/endpoint.ts'
import type { Route } from './route.ts'

/**
 * Binds endpoints to routes that are loaded with the first request to one of them, so that use cases that are seldom needed do
 * not slow down the start. When `load` fails, the requests that wait for it are answered `internal`, and the next request loads
 * again. Streams cannot use this, because their replies begin before a failure to load would be known.
 */
export function routesOnDemand(
  endpoints: readonly Endpoint[],
  load: () => Promise<readonly Route[]>,
): Route[] {
  let routes: readonly Route[] | undefined
  return endpoints.map((endpoint) => ({
    endpoint,
    async handle(call) {
      if (!routes) {
        const loaded = await load()
        // When two first requests load at the same moment, both use the routes of the first: a second set would have its own
        // counters for rate limits.
        routes ??= loaded
      }
      const bound = routes.find((one) => one.endpoint === endpoint)
      if (bound === undefined || !('handle' in bound)) throw new Error(`No route answers ${endpoint.name}.`)
      return bound.handle(call)
    },
  }))
}
