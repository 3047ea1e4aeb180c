import { getUserLockEndpoint, unlockUserEndpoint } from '#contract/sign-in/locks.ts'
import {
  confirmEmailEndpoint,
  getLoginStateEndpoint,
  sendPasswordResetEndpoint,
  setTemporaryPasswordEndpoint,
} from '#contract/users/user-support.ts'
import type { Values, Way } from './way.ts'
import { asIs, emails, ids, inBodyOf } from './way-inputs.ts'
import { isoOf, oneUser, ordered, set, wordOf } from './way-messages.ts'

const ofUser: Pick<Way, 'valid' | 'inputs' | 'toRequest'> = {
  valid: ({ id }) => ({ params: { id } }),
  inputs: [asIs, ...ids('id')],
  toRequest: ({ params }) => ({ ...params }),
}

const ofUserInAuth: Pick<Way, 'service' | 'names' | 'valid' | 'inputs' | 'toRequest'> = {
  ...ofUser,
  service: 'auth',
  names: { id: 'user_id' },
  toRequest: ({ params }) => set({ user_id: params?.id }),
}

/** The endpoints and rpcs with which support staff look at a user, and help a user who can receive no mail. */
export const supportWays: Way[] = [
  {
    ...ofUser,
    endpoint: getLoginStateEndpoint,
    service: 'users',
    rpc: 'GetLoginState',
    changes: false,
    fromHttp: ordered,
    fromRpc: ({ suspension, password, temporary_until, sessions_pending_since }) => ({
      password: wordOf('PASSWORD_STATE_', password),
      suspension: suspension && suspensionOf(suspension),
      temporary_until: isoOf(temporary_until),
      sessions_pending_since: isoOf(sessions_pending_since),
    }),
  },
  {
    endpoint: confirmEmailEndpoint,
    service: 'users',
    rpc: 'ConfirmEmail',
    changes: true,
    valid: ({ id, email }) => ({ params: { id }, body: { email } }),
    inputs: [
      asIs,
      ['no email', ({ params = {} }) => ({ params, body: {} })],
      ...ids('id'),
      ...emails('email'),
      inBodyOf('email', 'in capitals', ({ email }) => email.toUpperCase()),
    ],
    toRequest: ({ params, body = {} }) => set({ ...params, ...body }),
    ...oneUser,
  },
  {
    ...ofUser,
    endpoint: sendPasswordResetEndpoint,
    service: 'users',
    rpc: 'SendPasswordReset',
    changes: true,
  },
  {
    ...ofUser,
    endpoint: setTemporaryPasswordEndpoint,
    service: 'users',
    rpc: 'SetTemporaryPassword',
    changes: true,
    fromHttp: (made) => formOf(made, made.expires_at),
    fromRpc: (made) => formOf(made, isoOf(made.expires_at)),
  },
  {
    ...ofUserInAuth,
    endpoint: getUserLockEndpoint,
    rpc: 'GetUserLock',
    changes: false,
    fromHttp: ordered,
    fromRpc: ({ locked, locked_until, wrong_passwords }) => ({
      locked,
      locked_until: isoOf(locked_until),
      wrong_passwords,
    }),
  },
  {
    ...ofUserInAuth,
    endpoint: unlockUserEndpoint,
    rpc: 'UnlockUser',
    changes: true,
    fromHttp: ordered,
    fromRpc: ordered,
  },
]

const suspensionOf = ({ suspended_at, reason, by }: Values) => ({
  at: isoOf(suspended_at),
  reason: reason ?? null,
  by: by ?? null,
})

/** Replaces the random characters of a temporary password, so that two passwords can be compared by their form. */
const formOf = ({ temporary_password }: Values, expires_at: unknown) => ({
  expires_at,
  temporary_password: temporary_password.replace(/[a-z2-9]/g, 'x'),
})
