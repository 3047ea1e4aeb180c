import type {
  authSystemEndpoints,
  ServiceStateResource,
  SigningKeyResource,
  signingKeyEndpoints,
  userSystemEndpoints,
} from '../system/system.ts'
import type { ExamplesOf } from './example.ts'

const key: SigningKeyResource = {
  kid: 'vN9CsYzLw2c7zJmJ0v1lQ1V1pV0Wn0gBq5c0oX3kF5s',
  purpose: 'access',
  algorithm: 'EdDSA',
  status: 'active',
  created_at: '2026-09-01T09:00:00.000Z',
  signs_from: '2026-09-01T09:00:00.000Z',
  retires_at: '2026-11-30T09:00:00.000Z',
  removed_at: null,
}

const state: ServiceStateResource = {
  version: '0.9.0-rc.1',
  node: '24.21.0',
  started_at: '2026-11-21T09:00:00.000Z',
  workers: 1,
  database: { engine: 'sqlite', version: '3.50.4' },
  backlog: [],
  mail_server: false,
  last_backup_at: null,
  certificate_expires_at: null,
}

export const signingKeyExamples = {
  listSigningKeys: { reply: { data: [key] } },
  rotateSigningKey: { body: { purpose: 'access' }, reply: { data: [key] } },
} satisfies ExamplesOf<typeof signingKeyEndpoints>

export const authSystemExamples = {
  getAuthServiceState: { reply: state },
  listSettings: {
    reply: { data: [{ name: 'LATCHKEY_KEY_ROTATION', value: '90d', is_hidden: false, origin: 'default' }] },
  },
  listIdentityProviders: {
    reply: {
      data: [
        {
          name: 'google',
          title: 'Google',
          kind: 'google',
          issuer: 'https://accounts.google.com',
          redirect_uri: 'https://auth.example.com/account/callback-google',
          last_answer_at: null,
          last_failure_at: null,
          last_failure: null,
        },
      ],
    },
  },
} satisfies ExamplesOf<typeof authSystemEndpoints>

export const userSystemExamples = {
  getUserServiceState: { reply: state },
  listIdentityCounts: {
    reply: {
      data: [{ provider: 'google', identities: 1, last_used_at: null }],
      is_capped: false,
    },
  },
} satisfies ExamplesOf<typeof userSystemEndpoints>
