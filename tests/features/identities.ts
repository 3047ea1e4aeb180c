import { callers } from '#tests/support/callers.ts'
import { useIdentities } from '#tests/support/use-identities.ts'
import type { Feature } from './feature.ts'

const ada = { id: '01a1f4d2-8c1e-7a34-b0c5-5d0f6a9e2b71' }

const begun = { return_to: 'https://app.example.com/' }
const response = { federated_token: 'f'.repeat(43), response: '' }

export const feature: Feature = {
  events: {
    'user.identity_linked': {
      identity_id: '01a1f4d4-77aa-7c31-9f0e-52b6d1c8e0b7',
      provider: 'google',
      by: ada.id,
    },
    'user.identity_unlinked': {
      identity_id: '01a1f4d4-77aa-7c31-9f0e-52b6d1c8e0b7',
      provider: 'google',
      by: ada.id,
    },
  },
  opens: { 'users:read': ['listIdentities'] },
  lookUps: ['listIdentities'],
  bodies: {
    beginIdentityLink: begun,
    completeIdentityLink: response,
    beginFederatedStepUp: begun,
    completeFederatedStepUp: response,
  },
  byThemselves: ['user.identity_linked'],
  bounded: { identities: 'Twenty rows for each user at most.' },
  leftBehind: {
    federated_logins: 'Logins that are under way at a provider, for minutes.',
    link_proofs: 'Accounts at a provider that wait to be linked, for minutes.',
  },
  fill: {
    users: (id) =>
      `INSERT INTO identities SELECT 'https://id.example.com', 'subject-' || n, ${id}, 'user-' || n / 2, 'example', NULL, n, 'session', NULL FROM generate_series(1, 20000) AS n`,
    auth: () =>
      `INSERT INTO federated_logins SELECT 'digest-' || n, 'browser', 'example', 'login', 'user-' || n / 5, NULL, 'sealed', NULL, NULL, 'network-' || n / 5, n, 2000000000000 + n FROM generate_series(1, 10000) AS n;
       INSERT INTO link_proofs SELECT 'browser-' || n, 'id', 'user-' || n / 5, NULL, 'example', 'https://id.example.com', 'subject-' || n, NULL, 0, NULL, 2000000000000 + n FROM generate_series(1, 10000) AS n`,
  },
  stored: {
    identities: [{ by: callers, row: 'accounts at other providers' }],
    federated_logins: [{ by: callers, row: 'pending sign-ins at other providers' }],
    link_proofs: [{ by: callers, row: 'pending sign-ins at other providers' }],
  },
  drivenBy: {
    'a user | accounts at other providers': [
      [
        'users/credentials/identities/identities.test.ts',
        'I115 I145 linking needs a fresh proof of the same user',
      ],
    ],
  },
  use: useIdentities,
}
