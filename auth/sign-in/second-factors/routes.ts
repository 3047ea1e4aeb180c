import {
  completeLoginByRecoveryCodeEndpoint,
  completeLoginByTotpEndpoint,
  enrolTotpAtLoginEndpoint,
  stepUpEndpoint,
} from '#contract/sign-in/login-steps.ts'
import { route } from '#runtime/requests/route.ts'
import type { Login } from '../login.ts'
import type { Proof } from '../methods/check-factor.ts'
import { stepUp } from '../methods/own-password.ts'
import { completeLogin } from '../methods/second-factor.ts'
import { enrolAtLogin } from './enrol-at-login.ts'

export const secondFactorRoutes = (login: Login) => [
  route(completeLoginByTotpEndpoint, ({ body, address, userAgent }) =>
    completeLogin(login, {
      token: body.login_token,
      proof: { totp: body.code },
      remembersDevice: body.remember_device,
      device: { userAgent: userAgent ?? null, address },
    }),
  ),
  route(completeLoginByRecoveryCodeEndpoint, ({ body, address, userAgent }) =>
    completeLogin(login, {
      token: body.login_token,
      proof: { recovery_code: body.code },
      device: { userAgent: userAgent ?? null, address },
    }),
  ),
  route(enrolTotpAtLoginEndpoint, ({ body }) => enrolAtLogin(login, { token: body.login_token })),
  route(stepUpEndpoint, ({ body, caller, address }) =>
    stepUp(login, { caller, password: body.password, proof: proofIn(body), address }),
  ),
]

/**
 * Reads the second factor of a request. If a code of the app and a recovery code are given together, only the code of
 * the app is used, so that the recovery code is not used up.
 */
function proofIn({ totp, recovery_code }: { totp?: string; recovery_code?: string }): Proof | undefined {
  if (totp !== undefined) return { totp }
  return recovery_code === undefined ? undefined : { recovery_code }
}
