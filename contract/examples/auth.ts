import type { authEndpoints } from '../auth.ts'
import type { SessionResource, sessionEndpoints } from '../sessions/sessions.ts'
import type { TokenInformationResource, tokenEndpoints } from '../sessions/tokens.ts'
import type { lockEndpoints } from '../sign-in/locks.ts'
import type { loginHourEndpoints } from '../sign-in/login-hours.ts'
import type { linkEndpoints } from '../users/links.ts'
import type { ExamplesOf } from './example.ts'
import { federatedLoginExamples } from './identities.ts'
import { loginStepExamples } from './login-steps.ts'
import { appExamples, oidcClientExamples } from './oidc-clients.ts'
import { passkeyLoginExamples } from './passkeys.ts'
import { accessToken, ada, ids, linkToken, newPassword, password, refreshToken, tokenPair } from './people.ts'
import { serverMetadata } from './server-metadata.ts'
import { authSystemExamples, signingKeyExamples } from './system.ts'

const issuer = 'https://auth.example.com'

const information: TokenInformationResource = {
  valid: true,
  user_id: ids.ada,
  username: 'ada',
  session_id: ids.session,
  role: 'user',
  scope: '',
  issued_at: '2026-11-21T09:33:20.000Z',
  expires_at: '2026-11-21T09:48:20.000Z',
  authenticated_at: '2026-11-21T09:33:20.000Z',
  acr: 'aal1',
  amr: ['pwd'],
}

const tokenExamples = {
  validateToken: { reply: information },
  verifyToken: { reply: information },
  revokeToken: { body: { token: refreshToken } },
  introspectToken: {
    body: { token: accessToken },
    reply: {
      active: true,
      sub: ids.ada,
      sid: ids.session,
      client_id: 'latchkey',
      username: 'ada',
      scope: '',
      exp: 1_795_254_500,
      iat: 1_795_253_600,
      iss: issuer,
      aud: 'latchkey',
      auth_time: 1_795_253_600,
      acr: 'aal1',
      amr: ['pwd'],
      token_type: 'Bearer',
    },
  },
} satisfies ExamplesOf<typeof tokenEndpoints>

const session: SessionResource = {
  id: ids.session,
  device_name: 'Ada’s laptop',
  user_agent: 'curl/8.5.0',
  address: '127.0.0.1',
  created_at: '2026-11-21T09:33:20.000Z',
  last_used_at: '2026-11-21T09:33:20.000Z',
  expires_at: '2026-12-21T09:33:20.000Z',
  authenticated_at: '2026-11-21T09:33:20.000Z',
  acr: 'aal1',
  amr: ['pwd'],
  current: true,
}

const sessionExamples = {
  listOwnSessions: { reply: { data: [session], next_cursor: null } },
  endOwnSession: { params: { id: ids.session } },
  endOwnSessions: { body: { scope: 'others' }, reply: { ended: 1 } },
  listUserSessions: {
    params: { id: ids.ada },
    reply: { data: [{ ...session, current: false }], next_cursor: null },
  },
  endUserSession: { params: { id: ids.ada, session_id: ids.session } },
  endUserSessions: { params: { id: ids.ada }, body: { scope: 'all' }, reply: { ended: 1 } },
  listAllSessions: {
    query: { address: '127.0.0.1' },
    reply: { data: [{ ...session, current: false, user_id: ids.ada }], next_cursor: null },
  },
  endAnySession: { params: { id: ids.session } },
} satisfies ExamplesOf<typeof sessionEndpoints>

const loginHourExamples = {
  listLoginHours: {
    query: { hours: 1 },
    reply: { data: [{ hour: '2026-11-21T09:00:00.000Z', good: 3, bad: 1, refused: 0 }] },
  },
} satisfies ExamplesOf<typeof loginHourEndpoints>

const lockExamples = {
  getUserLock: {
    params: { id: ids.ada },
    reply: {
      locked: false,
      locked_until: null,
      wrong_passwords: [
        {
          what: 'logins',
          login_name: 'any',
          network: '127.0.0.0/24',
          count: 1,
          last_at: '2026-11-21T09:35:00.000Z',
          paused_until: null,
        },
      ],
    },
  },
  unlockUser: { params: { id: ids.ada }, reply: { unlocked: true } },
} satisfies ExamplesOf<typeof lockEndpoints>

const linkExamples = {
  forgotPassword: { body: { email: 'ada@example.com' } },
  resetPassword: { body: { token: linkToken, password: newPassword }, reply: { password_reset: true } },
  verifyEmail: { body: { token: linkToken }, reply: { email_verified: true, email: 'ada@example.com' } },
  sendVerification: { body: { email: 'ada@example.com' } },
  takeBack: {
    body: { token: linkToken },
    reply: {
      taken_back: true,
      reset_token: 'dG9rZW4gd2l0aCB3aGljaCBhIHBhc3N3b3JkIGlzIHM',
      expires_in: 3600,
    },
  },
} satisfies ExamplesOf<typeof linkEndpoints>

/** An example for each published endpoint of the authentication service. */
export const authExamples = {
  logIn: { body: { username: 'ada', password, device_name: 'Ada’s laptop' }, reply: tokenPair },
  changePassword: {
    body: { current_password: password, new_password: newPassword },
    reply: { ...tokenPair, user: ada },
  },
  logOut: { reply: { logged_out: true } },
  refresh: { body: { refresh_token: refreshToken }, reply: tokenPair },
  ...tokenExamples,
  watchRevocations: {
    events: [
      {
        event: 'session.ended',
        id: '01a1f4d7.1',
        data: {
          session_id: ids.session,
          user_id: ids.ada,
          reason: 'logout',
          ended_at: '2026-11-21T09:40:00.000Z',
          forget_at: '2026-11-21T09:55:00.000Z',
        },
      },
      {
        event: 'heartbeat',
        id: '01a1f4d7.2',
        data: { at: '2026-11-21T09:40:01.000Z', key_set_version: 1 },
      },
    ],
  },
  jwks: {
    reply: {
      keys: [
        {
          kty: 'OKP',
          crv: 'Ed25519',
          x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
          kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
          use: 'sig',
          alg: 'EdDSA',
        },
      ],
    },
  },
  serverMetadata: { reply: serverMetadata },
  ...sessionExamples,
  ...lockExamples,
  ...loginHourExamples,
  ...signingKeyExamples,
  ...authSystemExamples,
  ...linkExamples,
  ...loginStepExamples,
  ...passkeyLoginExamples,
  ...federatedLoginExamples,
  ...oidcClientExamples,
  ...appExamples,
} satisfies ExamplesOf<typeof authEndpoints>
