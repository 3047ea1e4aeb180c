import { StartFault } from '#runtime/start-fault.ts'
import { messageOf } from '#runtime/thrown.ts'
import { call } from '#sdk/call.ts'
import { ServiceUnreachable } from '#sdk/send-request.ts'
import type { Api } from './api.ts'

/** Calls the endpoints over HTTP, with an API key. */
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

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  throw new StartFault(['--url is a scheme, a host and a port, such as https://id.example.com.'], {
    exitCode: 2,
  })
}
