/** The texts of the pages about API keys. */
export const apiKeyEnglish = {
  apiKeys: {
    title: 'API keys',
    make: 'New API key',
    none: 'No program has a key yet',
    noneHint:
      'With an API key a program of yours calls the API without a person: a nightly job that reads users, a server that reads events. Give each program a key of its own, with no more rights than it needs.',
    name: 'Name',
    nameHint: 'Which program has it, and where.',
    scopes: 'Rights',
    scopesHint: 'No more than the program needs.',
    scope: {
      'users:read': 'see users',
      'users:write': 'make, change and suspend users',
      'users:delete': 'delete users',
      'sessions:read': 'see where people are signed in',
      'sessions:revoke': 'end sessions',
      'keys:write': 'make and revoke API keys',
      'events:read': 'read events and the audit',
      'events:write': 'send deliveries again',
      'webhooks:write': 'make and change webhooks',
      'clients:write': 'make and change applications',
    },
    lifetime: 'Good for',
    days: { '30': '30 days', '90': '90 days', '365': 'a year', '730': 'two years' },
    state: 'State',
    good: 'good',
    expired: 'expired',
    revoked: 'revoked',
    lastUsed: 'Last used',
    expires: 'Expires',
    create: 'Make the key',
    made: 'The key was made',
    sent: 'The program sends it as Authorization: Bearer, followed by the key.',
    done: 'The key was revoked.',
    revoke: {
      title: 'Revoke',
      explain:
        'The program that has the key is refused, at once or within ten seconds. This cannot be undone.',
      button: 'Revoke the key',
    },
  },
}
