/**
 * Whether a path stands in a request target as the route has it. The router decodes a path before it looks, and takes a whole
 * URL for its path: `/%69nternal/x` would reach what a proxy was told to block as `/internal/x`. Parameters may be encoded.
 * A whole URL is what RFC 9112 section 3.2.2 has a server take, but for what only the other service asks for.
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
