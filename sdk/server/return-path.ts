const base = 'http://application.invalid'
const maxLength = 2_048

/**
 * Returns the path of the application that a text names, or `/` for everything that could lead a browser to another site, such
 * as `//evil.example`, `/\evil.example` or `/.//evil.example`. What is returned has only ASCII characters, and no line break.
 */
export function toReturnPath(text: unknown): string {
  if (typeof text !== 'string' || !text.startsWith('/') || text.length > maxLength) return '/'
  // `URL` parses as browsers do, so a text that it resolves to another origin would lead a browser there, too.
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined
  if (url?.origin !== base) return '/'
  const path = url.pathname + url.search + url.hash
  // The parser has removed dot segments. Two slashes at the start would name a host.
  return path.startsWith('//') ? '/' : path
}

/** Adds parameters to the query of a path. */
export function withQuery(path: string, parameters: Record<string, string>): string {
  const url = new URL(path, base)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.pathname + url.search + url.hash
}

/** Makes the reply that leads the browser on by GET. No cache may store it. */
export const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
