import { AsyncLocalStorage } from 'node:async_hooks'
import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { Answer } from './route.ts'

/** The headers that `noteHeader` has added to the reply to one request, by their names in lower case. */
type Headers = Record<string, string>

const noted = new AsyncLocalStorage<Headers>()

/**
 * Adds an optional header to the reply to the current request, so that no use case has to return it to its route. The endpoint of
 * the request must declare the header. Without a request, as in the background, this does nothing.
 */
export function noteHeader(name: string, value: string): void {
  const headers = noted.getStore()
  if (headers) headers[name.toLowerCase()] = value
}

/**
 * Handles a request, and adds the headers that its handler set with `noteHeader` to the result. Only endpoints that declare
 * optional headers can have them.
 */
export function withNotedHeaders(endpoint: Endpoint, handle: () => unknown): unknown {
  return optionalHeaders(endpoint).length === 0 ? handle() : addNoted(handle)
}

/** Returns the names, in lower case, of the headers that not every success reply of an endpoint has. */
export const optionalHeaders = ({ headers }: Endpoint): string[] =>
  headers === undefined
    ? []
    : Object.entries(headers).flatMap(([name, { optional }]) => (optional ? [name.toLowerCase()] : []))

async function addNoted(handle: () => unknown): Promise<unknown> {
  const headers: Headers = {}
  const result = await noted.run(headers, handle)
  if (Object.keys(headers).length === 0) return result
  return result instanceof Answer
    ? new Answer(result.body, { ...result.headers, ...headers }, result.status)
    : new Answer(result, headers)
}
