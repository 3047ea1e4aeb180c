import type { IncomingMessage, ServerResponse } from 'node:http'
import { allowReader, isOrigin } from './readers.ts'

/**
 * Returns which pages may read the error responses of a path by a script (CORS): `everyone` for a public document, `pages` for
 * every page with an origin, and undefined for a path that scripts of clients do not call. This applies only to errors before the
 * client of the request is known: such a response names neither a user nor a token, and without it a script could not tell an
 * error response from a network fault.
 */
export type RefusalReaders = (path: string) => 'everyone' | 'pages' | undefined

/** The responses of requests whose client is known, so that `readersHook` has decided who may read them. */
const decided = new WeakSet<ServerResponse>()

/** Marks the client of a request as known. From then on, only the pages of this client may read error responses. */
export const noteDecided = (response: ServerResponse): void => void decided.add(response)

/** Sets the CORS headers of a refusal. Returns true if a script of the page that asks may read it. */
export type ShowRefusal = (request: IncomingMessage, response: ServerResponse) => boolean

export const refusalsFor =
  (readersOf: RefusalReaders = () => undefined): ShowRefusal =>
  ({ url = '', headers }, response) => {
    const readers = readersOf(url.split('?', 1)[0] ?? '')
    if (readers === undefined || decided.has(response)) return false
    // The page is one of LATCHKEY_BROWSER_ORIGINS, or the route has named its readers.
    if (response.hasHeader('access-control-allow-origin')) return true
    if (readers !== 'everyone') response.setHeader('vary', 'Origin')
    const reader = readers === 'everyone' ? '*' : headers.origin
    if (reader !== '*' && !isOrigin(reader)) return false
    allowReader(response, reader)
    return true
  }
