interface Tag {
  description: string
  /** The address of the guide that explains these operations, on the server itself. */
  guide?: string
}

/** The groups of operations in the OpenAPI document and on the reference page, by the `tag` of the endpoints. */
const tags: Record<string, Tag> = {
  users: { description: 'Who people are: signing up, looking up, changing, suspending and deleting.' },
  'api keys': { description: 'Credentials for machines.', guide: '/docs/guide/api-keys' },
  notifications: {
    description: 'What people are told in an application.',
    guide: '/docs/guide/notifications',
  },
  events: { description: 'What happened, in one order, for programs.', guide: '/docs/guide/events' },
  webhooks: { description: 'Events sent to your own servers.', guide: '/docs/guide/webhooks' },
  authentication: {
    description: 'Logging in and out, tokens, and whether a token is still good.',
    guide: '/docs/guide/checking-tokens',
  },
  'oidc clients': {
    description: 'Applications that log people in by OpenID Connect.',
    guide: '/docs/guide/openid-clients',
  },
  sessions: { description: 'Where somebody is logged in, and how to end that.' },
  factors: {
    description: 'Second factors: an authenticator app, and recovery codes for when it is lost.',
    guide: '/docs/guide/second-factors',
  },
  passkeys: {
    description: 'Signing in by finger, face or PIN (WebAuthn), and the passkeys of a user.',
    guide: '/docs/guide/passkeys',
  },
  identities: {
    description: 'The accounts at Google, GitHub and other providers with which a user signs in.',
    guide: '/docs/guide/federated-login',
  },
  links: {
    description: 'What the links in mails do: confirm an address, set a password, take a user back.',
    guide: '/docs/guide/account-pages',
  },
  system: {
    description: 'The installation itself, for operators: keys, settings, and whether it is well.',
    guide: '/docs/guide/console',
  },
  health: { description: 'Whether a service is alive and ready, for load balancers and operators.' },
  internal: { description: 'Between the two services only.' },
}

/** Returns the description of a group of operations; undefined for one that is not of this contract. */
export const findTag = (name: string): Tag | undefined => (Object.hasOwn(tags, name) ? tags[name] : undefined)
