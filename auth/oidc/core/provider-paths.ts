import type { IncomingMessage } from 'node:http'

interface Answered {
  methods: readonly ('GET' | 'POST')[]
  /** True for a path that scripts of a client call, so that the provider answers the preflight requests of browsers. */
  isForScripts?: true
}

/** The paths that the provider answers, with their methods. Paths that differ only in `{uid}` count as one in the metrics. */
export const providerPaths: Readonly<Record<string, Answered>> = {
  // OpenID Connect Core section 3.1.2.1 and RP-Initiated Logout section 2 demand both methods.
  '/oidc/authorize': { methods: ['GET', 'POST'] },
  '/oidc/authorize/{uid}': { methods: ['GET'] },
  '/oidc/token': { methods: ['POST'], isForScripts: true },
  '/oidc/userinfo': { methods: ['GET', 'POST'], isForScripts: true },
  '/oidc/par': { methods: ['POST'], isForScripts: true },
  '/oidc/device': { methods: ['GET', 'POST'] },
  '/oidc/device/{uid}': { methods: ['GET'] },
  '/oidc/device/authorize': { methods: ['POST'], isForScripts: true },
  '/oidc/logout': { methods: ['GET', 'POST'] },
  '/oidc/logout/confirm': { methods: ['POST'] },
  '/oidc/logout/success': { methods: ['GET'] },
}

const named = /^\/oidc\/(?:authorize|device)\/[\w-]+$/

/** Returns the path in `providerPaths` that a path of a request matches; undefined when the provider answers no such path. */
export function providerPathOf(path: string): string | undefined {
  // This function is called for every request, and few are for the provider.
  if (!path.startsWith('/oidc/')) return undefined
  if (Object.hasOwn(providerPaths, path)) return path
  return named.test(path) ? path.replace(/[^/]+$/, '{uid}') : undefined
}

/**
 * Returns the Allow header (RFC 9110 section 10.2.1) for a request with a method that its path does not answer; undefined when
 * the path answers the method.
 */
export function allowInstead({ method = '', headers }: IncomingMessage, path: string): string | undefined {
  const { methods = [], isForScripts } = providerPaths[path] ?? {}
  const allowed = methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]))
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
  return allowed.includes(method) || (isPreflight && isForScripts) ? undefined : allowed.join(', ')
}
