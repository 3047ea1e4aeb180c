import { faultsOf } from './documented-replies.ts'

export interface CheckedReplies {
  /** What was found in the replies of these services since the start. */
  stop(): string[]
}

/** By origin, so that the replies of other servers in the tests are not looked at. */
const faultsByOrigin = new Map<string, string[]>()

/**
 * Holds every reply that anybody in this process gets from these services by `fetch` against the OpenAPI documents: the test,
 * the client library, and one service from the other.
 */
export function checkReplies(urls: readonly (string | undefined)[]): CheckedReplies {
  const faults: string[] = []
  const origins = urls
    .filter((url) => url !== undefined && url !== '')
    .map((url) => new URL(url as string).origin)
  for (const origin of origins) faultsByOrigin.set(origin, faults)
  return {
    stop() {
      for (const origin of origins) faultsByOrigin.delete(origin)
      return faults
    },
  }
}

const fetchUnchecked = globalThis.fetch

globalThis.fetch = async (input, init) => {
  const response = await fetchUnchecked(input, init)
  const url = new URL(input instanceof Request ? input.url : input)
  const faults = faultsByOrigin.get(url.origin)
  if (!faults) return response
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
  const { status, headers } = response
  const isStream = headers.get('content-type')?.startsWith('text/event-stream')
  // A reply that breaks off half-way is for whoever reads it to find.
  const text = isStream
    ? undefined
    : await response
        .clone()
        .text()
        .catch(() => undefined)
  faults.push(...faultsOf({ method, url, status, headers, text }))
  return response
}
