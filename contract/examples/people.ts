import type { TokenPairResource } from '../sign-in/token-pair.ts'
import type { UserResource } from '../users/user.ts'

/** The ids in the examples. Each stands for the same thing in all of them, so that the examples can be run one after the other. */
export const ids = {
  ada: '01a1f4d2-8c1e-7a34-b0c5-5d0f6a9e2b71',
  admin: '01a1f4d2-0b52-7c19-9d3e-71c4a8f05e02',
  grace: '01a1f4d4-51b0-7d27-8f6e-2a9d0c73e5b4',
  session: '01a1f4d3-3e10-7f60-a4d7-0c2b9e815f3a',
} as const

export const password = 'correct horse battery'
export const newPassword = 'four words are enough'

/** The tokens have the three parts of a JWT, and are short so that a page can show them. */
export const accessToken = 'eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl'
export const refreshToken = 'eyJhbGciOiJIUzI1NiIsInR5cCI6InJ0K2p3dCJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl'

/** The `token` of a link in a mail. */
export const linkToken = 'dG9rZW4gb2YgdGhlIGxpbmsgaW4gdGhlIG1haWwgdG8'

/** The `login_token` of a login that waits for a second factor. */
export const loginToken = 'lk_login_c3RlcCB0d28gb2YgdGhlIGxvZ2luIG9mIGFkYSBoZXJl'

/** The user as the sign-up returns it. */
export const newAda: UserResource = {
  id: ids.ada,
  username: 'ada',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  role: 'user',
  status: 'active',
  is_active: true,
  locale: 'en',
  email_verified: false,
  has_password: true,
  metadata: {},
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
  last_login_at: null,
}

/** The same user with a confirmed address, after a login. */
export const ada: UserResource = {
  ...newAda,
  email_verified: true,
  updated_at: '2026-11-21T09:32:10.000Z',
  last_login_at: '2026-11-21T09:33:20.000Z',
}

export const tokenPair: TokenPairResource = {
  access_token: accessToken,
  refresh_token: refreshToken,
  token_type: 'Bearer',
  expires_in: 900,
  expires_at: '2026-11-21T09:48:20.000Z',
  refresh_expires_in: 2_592_000,
  session_id: ids.session,
  user: ada,
}
