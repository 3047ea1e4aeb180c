/**
 * Returns a function that checks whether a request target spells a path as its route does. The router decodes
 * a path before it matches, so `/%69nternal/x` would reach a route that a proxy blocks as `/internal/x`.
 * Parameters may be encoded. A target that is a whole URL is accepted (RFC 9112 section 3.2.2), but not for
 * internal routes.
 */
export function routeSpelling(
  path: string,
  { isInternal }: { isInternal: boolean },
): (target: string) => boolean {
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}|:\w+/g, '[^/]+')}$`)
  return (target) => {
    const isPath = target.startsWith('/')
    if (isPath && !target.includes('%')) return true
    if (!isPath && isInternal) return false
    return pattern.test((isPath ? target : target.replace(/^\w+:\/\/[^/?#]*/, '')).split('?', 1)[0] ?? '')
  }
}
