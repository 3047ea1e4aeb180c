import type { IncomingMessage, ServerResponse } from 'node:http'
import { Failure } from '#contract/declaration/failures.ts'
import type { Mount } from '#runtime/server/mount.ts'
import { isAddress, urlAt } from '../core/url-at.ts'
import { addresses, type Oidc } from './core/oidc.ts'
import { allowInstead, providerPathOf } from './core/provider-paths.ts'
import { readQuery } from './posted-request.ts'

/**
 * The paths to which clients send people with a form of another site. Browsers send no `Lax` cookie with such a form, but they do
 * with the GET that follows it, so that a user who is signed in stays so. The library would demand a cookie that every site can use.
 */
const sentOnByGet = ['/oidc/authorize', '/oidc/logout']

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Makes the handler of requests to the OpenID provider. `makeHandler` loads the library: it is called when there is a client, and
 * again when the signing keys have changed; requests under way keep the provider with which they began.
 */
export function mountProvider(
  oidc: Oidc,
  makeHandler: () => Promise<Handler>,
): Mount & { warm(): Promise<void> } {
  // Clients may have been made before the issuer was changed. An issuer that is no URL means that there is no provider: its
  // paths are not found.
  const hasAddress = isAddress(oidc.policy.issuer)
  const pathname = URL.parse(urlAt(oidc.policy, '/'))?.pathname ?? '/'
  let made: { version: number; handler: Promise<Handler> } | undefined

  async function make(): Promise<Handler> {
    await oidc.keys.ensureIdTokenKeys()
    return makeHandler()
  }

  function handler(): Promise<Handler> {
    const version = oidc.keys.version()
    if (made?.version === version) return made.handler
    const handler = make()
    made = { version, handler }
    handler.catch(() => {
      made = undefined
    })
    return handler
  }

  return {
    async warm() {
      if (hasAddress && (await oidc.clients.any())) await handler()
    },
    templateOf: providerPathOf,
    async answer(request, response, address) {
      if (!hasAddress || (!made && !(await oidc.clients.any()))) return false
      const path = request.url?.split('?', 1)[0] ?? ''
      const allow = allowInstead(request, providerPathOf(path) ?? path)
      if (allow !== undefined) throw new Failure('method_not_allowed', { headers: { allow } })
      if (request.method === 'POST' && sentOnByGet.includes(path)) {
        const location = `${urlAt(oidc.policy, path)}?${await readQuery(request)}`
        response.writeHead(303, { location, 'content-length': 0 }).end()
        return true
      }
      const answer = await handler()
      addresses.set(request, address)
      // The library makes its URLs below the path of the issuer, which a proxy has removed from the URL of the request.
      if (pathname !== '/') Object.assign(request, { originalUrl: `${pathname.slice(0, -1)}${request.url}` })
      await answer(request, response)
      return true
    },
  }
}
