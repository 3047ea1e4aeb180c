import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Mount } from '#runtime/mounts/mount.ts'
import { urlAt } from '../core/url-at.ts'
import { isAddress } from '../oidc-clients/issuer-address.ts'
import { addresses, type Oidc } from './core/oidc.ts'
import type { OidcViews } from './core/views.ts'

const discovery = '/.well-known/openid-configuration'

/** The paths that the provider answers. Paths that differ only in `{uid}` count as one in the metrics. */
const paths = [
  discovery,
  '/oidc/authorize',
  '/oidc/authorize/{uid}',
  '/oidc/token',
  '/oidc/userinfo',
  '/oidc/par',
  '/oidc/device',
  '/oidc/device/{uid}',
  '/oidc/device/authorize',
  '/oidc/logout',
  '/oidc/logout/confirm',
  '/oidc/logout/success',
]
const named = /^\/oidc\/(?:authorize|device)\/[\w-]+$/

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Makes the handler of requests to the OpenID provider. The library is loaded when there is a client, and a new provider is
 * made when the signing keys have changed; requests under way keep the provider with which they began.
 */
export function mountProvider(
  oidc: Oidc,
  views: () => Promise<OidcViews>,
): Mount & { warm(): Promise<void> } {
  // Clients may have been made before the issuer was changed. An issuer that is no URL means that there is no provider: its
  // paths are not found.
  const hasAddress = isAddress(oidc.policy.issuer)
  const pathname = URL.parse(urlAt(oidc.policy, '/'))?.pathname ?? '/'
  let made: { version: number; handler: Promise<Handler> } | undefined

  async function make(): Promise<Handler> {
    const { makeProvider } = await import('./provider/provider.ts')
    await oidc.keys.ensureIdTokenKeys()
    return makeProvider(oidc, views).callback()
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
    templateOf(path) {
      // This function is called for every request, and few are for the provider.
      if (!path.startsWith('/oidc/') && path !== discovery) return undefined
      if (paths.includes(path)) return path
      return named.test(path) ? path.replace(/[^/]+$/, '{uid}') : undefined
    },
    async answer(request, response, address) {
      if (!hasAddress || (!made && !(await oidc.clients.any()))) return false
      const answer = await handler()
      addresses.set(request, address)
      // The library makes its URLs below the path of the issuer, which a proxy has removed from the URL of the request.
      if (pathname !== '/') Object.assign(request, { originalUrl: `${pathname.slice(0, -1)}${request.url}` })
      await answer(request, response)
      return true
    },
  }
}
