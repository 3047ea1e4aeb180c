import type { Endpoint } from '#contract/declaration/endpoint.ts'
import type { Route } from '../route.ts'

/**
 * Binds endpoints to routes that are loaded with the first request to one of them, so that use cases that are seldom needed cost a
 * start nothing. When `load` fails, the requests that wait for it are answered `internal`, and the next one loads again. Not for
 * streams, whose replies begin before a failure to load would be known.
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
        // When two first requests load at the same moment, both use the routes of the first: a second set would have counters of
        // its own.
        routes ??= loaded
      }
      const bound = routes.find((one) => one.endpoint === endpoint)
      if (bound === undefined || !('handle' in bound)) throw new Error(`No route answers ${endpoint.name}.`)
      return bound.handle(call)
    },
  }))
}
