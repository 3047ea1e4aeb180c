import { StartFault } from '#runtime/start-fault.ts'
import { messageOf } from '#runtime/thrown.ts'
import { call } from '#sdk/call.ts'
import { ServiceUnreachable } from '#sdk/send-request.ts'
import { checkServiceUrl } from '#sdk/service-url.ts'
import type { Api } from './api.ts'

/** Calls the endpoints over HTTP, with an API key. @throws {StartFault} for a URL that would show the key to a network */
export function overHttp({ url, key }: { url: string; key: string }): Api {
  const baseUrl = readUrl(url)
  return {
    async call(endpoint, input) {
      try {
        return await call(endpoint, input, { baseUrl, bearer: key, timeoutMs: 30_000 })
      } catch (cause) {
        if (!(cause instanceof ServiceUnreachable)) throw cause
        const why = cause.cause === undefined ? '' : `: ${messageOf(cause.cause)}`
        throw new StartFault([`${cause.message}${why}.`], { cause })
      }
    },
  }
}

/** Returns the origin. The key goes along with each request, so that `http` is for this machine only. */
function readUrl(text: string): string {
  try {
    return checkServiceUrl(text)
  } catch (cause) {
    throw new StartFault([`--url: ${messageOf(cause)}`], { cause, exitCode: 2 })
  }
}
