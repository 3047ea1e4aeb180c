import type { Body } from '#contract/declaration/endpoint.ts'
import type { createOidcClientEndpoint } from '#contract/oidc/clients.ts'

/** The frameworks for which `clients create --for` registers a web application, with the port of their development server. */
export const frameworkPorts = {
  astro: 4321,
  express: 3000,
  fastify: 3000,
  hono: 3000,
  next: 3000,
  nuxt: 3000,
  'react-router': 5173,
  sveltekit: 5173,
} as const
export type Framework = keyof typeof frameworkPorts

export const frameworks = Object.keys(frameworkPorts) as Framework[]

/** Returns the file from which a framework reads its environment on the machine of a developer. */
export const environmentFile = (framework: Framework): string =>
  framework === 'next' ? '.env.local' : '.env'

export const developmentOrigin = (framework: Framework): string =>
  `http://localhost:${frameworkPorts[framework]}`

/**
 * Returns the settings of a client for `createWebSession` of `@latchkey/client/server`: its routes below `/auth`, access tokens for
 * the address of the application itself, and the short signatures with which all tokens fit into one cookie.
 */
export const webApplicationSettings = (
  origin: string,
): Omit<Body<typeof createOidcClientEndpoint>, 'name'> => ({
  first_party: true,
  token_endpoint_auth_method: 'client_secret_basic',
  redirect_uris: [`${origin}/auth/callback`],
  post_logout_redirect_uris: [`${origin}/auth/signed-out`],
  grant_types: ['authorization_code', 'refresh_token'],
  scopes: ['openid', 'profile', 'email', 'roles'],
  resources: [origin],
  id_token_signed_response_alg: 'EdDSA',
})
