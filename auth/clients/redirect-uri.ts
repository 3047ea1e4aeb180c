const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The kind of an address that a browser may be sent to: `web` over TLS, `loopback` for an application that listens on the
 * machine of the person, or `private` for a scheme that an application has registered with its system (RFC 8252).
 */
export type RedirectKind = 'web' | 'loopback' | 'private'

/**
 * Returns the kind of an address, or undefined for one that must not be registered. An address is stored and compared letter by
 * letter, so it must be written as a URL parser writes it: if two parsers read one text differently, a code would be sent to
 * another place.
 */
export function redirectKindOf(uri: string): RedirectKind | undefined {
  if (!/^[\u0021-\u007e]+$/.test(uri) || /[\\*#"<>^`{|}]/.test(uri) || !URL.canParse(uri)) return undefined
  const url = new URL(uri)
  if (url.username !== '' || url.password !== '') return undefined
  if (url.protocol === 'https:' || url.protocol === 'http:')
    return isWrittenPlainly(uri, url) ? webKind(url) : undefined
  return isPrivate(uri, url) ? 'private' : undefined
}

function webKind({ protocol, hostname }: URL): RedirectKind | undefined {
  if (protocol === 'https:') return 'web'
  return loopbackHosts.has(hostname) ? 'loopback' : undefined
}

/** Checks whether an address is written as a URL parser writes it. Only the slash of an empty path may be left out. */
const isWrittenPlainly = (uri: string, { href, pathname, search }: URL): boolean =>
  uri === href || (pathname === '/' && search === '' && `${uri}/` === href)

/**
 * Checks whether an address has a private scheme: a domain name in reverse order (RFC 8252 section 7.1). It must name no host.
 * An empty host, as in `com.example.app:///signed-in`, is none (RFC 3986 section 3.2.2).
 */
function isPrivate(uri: string, { protocol, href }: URL): boolean {
  const scheme = protocol.slice(0, -1)
  if (!/^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+$/.test(scheme)) return false
  const hierarchical = href.slice(protocol.length)
  return uri === href && /^(?:\/\/)?\/(?!\/)/.test(hierarchical)
}

/**
 * Returns whether an origin belongs to a client, which is the case when one of its redirect URIs has that origin. The
 * origin `null` belongs to no client: every sandboxed frame and local file has it, and so does a URI with a private-use
 * scheme.
 */
export const isOriginOf = (redirectUris: readonly string[], origin: string): boolean =>
  origin !== 'null' && redirectUris.some((uri) => URL.parse(uri)?.origin === origin)
