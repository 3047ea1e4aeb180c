import { messageOf } from '#runtime/log/thrown.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { call } from '#sdk/call.ts'
import { type ServiceRequest, ServiceUnreachable, sendRequest } from '#sdk/send-request.ts'
import { checkServiceUrl } from '#sdk/service-url.ts'
import type { Api } from './api.ts'
import { toFile } from './to-file.ts'

/**
 * Returns an `Api` that calls the endpoints over HTTP, with an API key.
 * @throws {StartFault} for a URL that would show the key to a network
 */
export function overHttp({ url, key }: { url: string; key: string }): Api {
  let isPending = false
  const onSessionsPending = () => {
    isPending = true
  }
  const options = { baseUrl: readUrl(url), bearer: key, timeoutMs: 30_000, onSessionsPending }
  return {
    areSessionsPending: () => isPending,
    call: (endpoint, input) => call(endpoint, input, options).catch(explain),
    async download(endpoint, input) {
      const { name, method, paths } = endpoint
      const { params, query } = input as Pick<ServiceRequest, 'params' | 'query'>
      const request = { name, method, path: paths[0] ?? '', params, query, isFile: true }
      return toFile(endpoint, await sendRequest(request, options).catch(explain))
    },
  }
}

function explain(cause: unknown): never {
  if (!(cause instanceof ServiceUnreachable)) throw cause
  const why = cause.cause === undefined ? '' : `: ${messageOf(cause.cause)}`
  throw new StartFault([`${cause.message}${why}.`], { cause })
}

/** Returns the origin in `--url`. Each request sends the API key, so `http` is allowed for this machine only. */
function readUrl(text: string): string {
  try {
    return checkServiceUrl(text)
  } catch (cause) {
    throw new StartFault([`--url: ${messageOf(cause)}`], { cause, exitCode: 2 })
  }
}
