import { faultsOf } from './documented-replies.ts'

export interface CheckedReplies {
  /** Ends the checks, and returns the faults that were found in the replies of the services. */
  stop(): string[]
}

/**
 * The faults by the origin of the reply. Replies of other origins, such as other servers in a test, are not
 * checked.
 */
const faultsByOrigin = new Map<string, string[]>()

/**
 * Checks every reply of these services that this process gets by `fetch` against the OpenAPI documents: the
 * replies to the test, to the client library, and from one service to the other.
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

/** Requests whose caller checks the reply itself. A second check would need a copy of every body. */
export const checkedByCaller = new WeakSet<RequestInit>()

const fetchUnchecked = globalThis.fetch

globalThis.fetch = async (input, init) => {
  const response = await fetchUnchecked(input, init)
  const url = new URL(input instanceof Request ? input.url : input)
  const faults = faultsByOrigin.get(url.origin)
  if (!faults || (init && checkedByCaller.has(init))) return response
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
  const { status, headers } = response
  // A file is not read here: a test may read it slowly, or not to its end.
  const isStream = /^(text\/event-stream|text\/csv|application\/jsonl)/.test(
    headers.get('content-type') ?? '',
  )
  // A reply that breaks off is not checked: the code that reads it gets the error.
  const text = isStream
    ? undefined
    : await response
        .clone()
        .text()
        .catch(() => undefined)
  faults.push(...faultsOf({ method, url, status, headers, text }))
  return response
}
