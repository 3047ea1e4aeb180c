interface Tag {
  description: string
  /** The address of the guide that explains these operations, on the server itself. */
  guide?: string
}

/** The groups of operations in the OpenAPI document and on the reference page, by the `tag` of the endpoints. */
const tags: Record<string, Tag> = {
  users: { description: 'Sign up, look up, update, suspend and delete users.' },
  'api keys': { description: 'Credentials for services and scripts.', guide: '/docs/guide/api-keys' },
  notifications: {
    description: 'In-app notifications for users.',
    guide: '/docs/guide/notifications',
  },
  events: { description: 'Everything that happened in Latchkey, in order.', guide: '/docs/guide/events' },
  webhooks: { description: 'Signed events sent to your servers.', guide: '/docs/guide/webhooks' },
  authentication: {
    description: 'Sign in and out, and issue, refresh, validate and revoke tokens.',
    guide: '/docs/guide/checking-tokens',
  },
  'oidc clients': {
    description: 'Applications that sign users in with OpenID Connect.',
    guide: '/docs/guide/openid-clients',
  },
  sessions: { description: 'List and end the sessions of users.' },
  factors: {
    description: 'Second factors: authenticator apps and recovery codes.',
    guide: '/docs/guide/second-factors',
  },
  passkeys: {
    description: 'Passkeys (WebAuthn): sign in with them, and manage those of a user.',
    guide: '/docs/guide/passkeys',
  },
  identities: {
    description: 'Sign-in with Google, GitHub and other identity providers, and linked accounts.',
    guide: '/docs/guide/federated-login',
  },
  links: {
    description: 'Links in email: confirm an address, reset a password, recover an account.',
    guide: '/docs/guide/account-pages',
  },
  system: {
    description: 'Signing keys, settings and state of the installation, for operators.',
    guide: '/docs/guide/console',
  },
  health: { description: 'Liveness and readiness, for load balancers and operators.' },
  internal: { description: 'Calls between the two services.' },
}

/** Returns the description of a group of operations; undefined for one that is not of this contract. */
export const findTag = (name: string): Tag | undefined => (Object.hasOwn(tags, name) ? tags[name] : undefined)
