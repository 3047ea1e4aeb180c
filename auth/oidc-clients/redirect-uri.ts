const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The kind of an address that a browser may be sent to: `web` over TLS, `loopback` for an application that listens on the
 * machine of the person, or `private` for a scheme that an application has registered with its system (RFC 8252).
 */
export type RedirectKind = 'web' | 'loopback' | 'private'

/**
 * Returns the kind of an address, or undefined for one that must not be registered. An address is stored and compared letter by
 * letter, so it must be written as a URL parser writes it: two parsers that read one text differently would send a code elsewhere.
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

/** Says whether a parser gives the address back as it is. The slash of an empty path may be left out. */
const isWrittenPlainly = (uri: string, { href, pathname, search }: URL): boolean =>
  uri === href || (pathname === '/' && search === '' && `${uri}/` === href)

/** A private scheme is a domain name that is read backwards (RFC 8252 section 7.1), which nobody else has. It names no host. */
function isPrivate(uri: string, { protocol, href }: URL): boolean {
  const scheme = protocol.slice(0, -1)
  if (!/^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+$/.test(scheme)) return false
  return uri === href && uri.startsWith(`${protocol}/`) && !uri.startsWith(`${protocol}//`)
}
