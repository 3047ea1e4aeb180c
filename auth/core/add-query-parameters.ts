/**
 * Adds parameters to the query of a redirect URI of an application. What was registered stays as it is, letter by letter (RFC
 * 6749 section 3.1.2): a URL parser would write the whole query anew, so that `%20` becomes `+`, and `?flag` becomes `?flag=`.
 */
export function addQueryParameters(uri: string, parameters: Iterable<[string, string]>): string {
  const added = new URLSearchParams([...parameters]).toString()
  if (added === '') return uri
  if (!uri.includes('?')) return `${new URL(uri).href}?${added}`
  return /[?&]$/.test(uri) ? `${uri}${added}` : `${uri}&${added}`
}
