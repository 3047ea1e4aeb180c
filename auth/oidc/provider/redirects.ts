import type { KoaContextWithOIDC } from 'oidc-provider'
import { addQueryParameters } from '../../core/add-query-parameters.ts'

/**
 * Makes a redirect to an application keep the query of its redirect URI as it was registered. The library writes the whole
 * query anew when it adds the parameters of the response.
 */
export function keepQuery(ctx: KoaContextWithOIDC): void {
  const location = ctx.response.get('location')
  if (!URL.canParse(location)) return
  const to = new URL(location)
  const registered = ofApplication(ctx).find((uri) => uri.includes('?') && leadsTo(uri, to))
  if (registered === undefined) return
  const own = new URL(registered).searchParams
  const added = [...to.searchParams].filter(([name]) => !own.has(name))
  ctx.set('location', addQueryParameters(registered, added))
}

/** Returns the URIs to which the library may redirect in this request. */
function ofApplication({ oidc }: KoaContextWithOIDC): string[] {
  const { redirect_uri: redirectUri } = oidc.params ?? {}
  const forCodes = typeof redirectUri === 'string' ? [redirectUri] : []
  return [...forCodes, ...(oidc.client?.postLogoutRedirectUris ?? [])]
}

/**
 * Returns whether a URL is a registered URI with further parameters. False when the further parameters have replaced
 * parameters of the URI.
 */
function leadsTo(uri: string, to: URL): boolean {
  const from = new URL(uri)
  const isSamePage = to.href.split('?')[0] === from.href.split('?')[0]
  return (
    isSamePage &&
    [...from.searchParams].every(([name, value]) => to.searchParams.getAll(name).includes(value))
  )
}
