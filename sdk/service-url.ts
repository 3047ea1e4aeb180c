/**
 * Checks the URL of a service and returns its origin. `http` is refused except for loopback hosts, because tokens would cross a
 * network in clear text; a path is refused, because it would silently be dropped.
 * @throws {TypeError}
 */
export function checkServiceUrl(text: string, allowHttp = false): string {
  // Node 20 has no URL.parse.
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new TypeError(`${text} is no http(s) URL.`)
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password)
    throw new TypeError(`${url.origin} has to stand alone, with no path, query or password.`)
  if (url.protocol === 'http:' && !allowHttp && !loopback.test(url.hostname))
    throw new TypeError(`${url.origin} has to be https: tokens would cross a network in clear text.`)
  return url.origin
}

/** Matches the names and addresses of this machine, for which http is as safe as https. */
export const loopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/
