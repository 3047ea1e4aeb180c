import { findEndpointName } from './documented-replies.ts'

/** The names of the endpoints that this process has called with success, until it is disposed. */
export interface RecordedCalls extends Disposable {
  called: ReadonlySet<string>
}

/** Records the calls of this process. Calls from one service to the other count too. */
export function recordCalls(): RecordedCalls {
  const called = new Set<string>()
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init)
    const { method, url } =
      input instanceof Request ? input : new Request(input, { method: init?.method ?? 'GET' })
    const name = findEndpointName(method, new URL(url).pathname)
    if (response.ok && name) called.add(name)
    return response
  }
  return {
    called,
    [Symbol.dispose]() {
      globalThis.fetch = fetch
    },
  }
}
