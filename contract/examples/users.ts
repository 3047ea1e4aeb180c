import type { ApiKeyResource, apiKeyEndpoints } from '../integrations/api-keys.ts'
import type { UserResource } from '../users/user.ts'
import type { userSupportEndpoints } from '../users/user-support.ts'
import type { userEndpoints } from '../users.ts'
import { auditExamples } from './audit.ts'
import { brandingExamples, customTextExamples } from './branding.ts'
import { bulkExamples } from './bulk.ts'
import { eventExamples } from './events.ts'
import type { ExamplesOf } from './example.ts'
import { exportExamples } from './exports.ts'
import { factorExamples } from './factors.ts'
import { identityExamples } from './identities.ts'
import { notificationExamples } from './notifications.ts'
import { oneUserExamples } from './one-user.ts'
import { passkeyExamples } from './passkeys.ts'
import { ada, ids, newAda, password } from './people.ts'
import { setupExamples } from './setup.ts'
import { userSystemExamples } from './system.ts'
import { webhookExamples } from './webhooks.ts'

const grace: UserResource = {
  id: ids.grace,
  username: 'grace',
  email: 'grace@example.com',
  name: 'Grace Hopper',
  role: 'user',
  status: 'active',
  is_active: true,
  locale: null,
  email_verified: false,
  has_password: false,
  metadata: { team: 'compilers' },
  created_at: '2026-11-21T09:40:00.000Z',
  updated_at: '2026-11-21T09:40:00.000Z',
  last_login_at: null,
}

const apiKey: ApiKeyResource = {
  id: '01a1ffe1-9dce-7f16-8753-db00b35eb86d',
  name: 'nightly import',
  scopes: ['users:read', 'users:write'],
  created_by: ids.admin,
  created_at: '2026-11-21T20:52:18.505Z',
  expires_at: '2027-02-19T20:52:18.505Z',
  last_used_at: null,
  revoked_at: null,
}

const apiKeyExamples = {
  createApiKey: {
    body: { name: 'nightly import', scopes: ['users:read', 'users:write'] },
    reply: { ...apiKey, key: 'lk_vx8IxjgMKRi0WwtVk9NljcTxHjMOo5OzGGLDzLPOG0W43avpd' },
  },
  listApiKeys: { reply: { data: [apiKey], next_cursor: null } },
  revokeApiKey: { params: { id: apiKey.id } },
} satisfies ExamplesOf<typeof apiKeyEndpoints>

const supportExamples = {
  getLoginState: {
    params: { id: ids.grace },
    reply: {
      suspension: {
        at: '2026-11-21T09:50:00.000Z',
        reason: 'Card reported as stolen',
        by: ids.admin,
        by_name: 'admin',
      },
      password: 'set',
      temporary_until: null,
      sessions_pending_since: null,
    },
  },
  confirmEmail: { params: { id: ids.ada }, body: { email: 'ada@example.com' }, reply: ada },
  sendPasswordReset: { params: { id: ids.ada } },
  setTemporaryPassword: {
    params: { id: ids.ada },
    reply: { temporary_password: 'k7mp-x3qa-9wzt-hn4c', expires_at: '2026-11-22T09:50:00.000Z' },
  },
} satisfies ExamplesOf<typeof userSupportEndpoints>

/** An example for each published endpoint of the user service. */
export const userExamples = {
  createUser: {
    body: { username: 'ada', email: 'ada@example.com', password, name: 'Ada Lovelace', locale: 'en' },
    reply: newAda,
  },
  getUserByEmail: { params: { email: 'ada@example.com' }, reply: ada },
  getUserByUsername: { params: { username: 'ada' }, reply: ada },
  removeUser: { params: { id: ids.grace }, reply: { id: ids.grace, deleted: true } },
  listUsers: {
    query: { q: 'ada', limit: 20 },
    reply: { data: [ada], next_cursor: null, previous_cursor: null },
  },
  addUser: {
    body: { name: 'Grace Hopper', email: 'grace@example.com', metadata: { team: 'compilers' } },
    reply: grace,
  },
  getUser: { params: { id: 'me' }, reply: ada },
  updateUser: {
    params: { id: 'me' },
    body: { name: 'Ada King', locale: 'de' },
    reply: { ...ada, name: 'Ada King', locale: 'de', updated_at: '2026-11-21T09:41:00.000Z' },
  },
  inviteUser: { params: { id: ids.grace } },
  deleteUser: { params: { id: ids.ada } },
  ...bulkExamples,
  ...oneUserExamples,
  ...supportExamples,
  ...factorExamples,
  ...passkeyExamples,
  ...identityExamples,
  ...apiKeyExamples,
  ...notificationExamples,
  ...eventExamples,
  ...auditExamples,
  ...exportExamples,
  ...webhookExamples,
  ...userSystemExamples,
  ...brandingExamples,
  ...customTextExamples,
  ...setupExamples,
} satisfies ExamplesOf<typeof userEndpoints>
