import {
  completeLoginByRecoveryCodeEndpoint,
  completeLoginByTotpEndpoint,
  enrolTotpAtLoginEndpoint,
  stepUpEndpoint,
} from '#contract/sign-in/login-steps.ts'
import { route } from '#runtime/requests/route.ts'
import { requireUser } from '../../core/require-user.ts'
import type { Login } from '../login.ts'
import type { Factor } from '../methods/check-factor.ts'
import { bySecondFactor } from '../methods/second-factor.ts'
import { stepUpByPassword } from '../methods/step-up-by-password.ts'
import { signIn, stepUp } from '../sign-in.ts'
import { enrolAtLogin } from './enrol-at-login.ts'

export const secondFactorRoutes = (login: Login) => [
  route(completeLoginByTotpEndpoint, ({ body, address, userAgent = null }) => {
    const { login_token: token, code: totp, remember_device: remembersDevice } = body
    const device = { name: null, userAgent, address }
    return signIn(login, bySecondFactor({ token, factor: { totp }, remembersDevice }), { device })
  }),
  route(completeLoginByRecoveryCodeEndpoint, ({ body, address, userAgent = null }) => {
    const { login_token: token, code: recovery_code } = body
    const device = { name: null, userAgent, address }
    return signIn(login, bySecondFactor({ token, factor: { recovery_code } }), { device })
  }),
  route(enrolTotpAtLoginEndpoint, ({ body }) => enrolAtLogin(login, { token: body.login_token })),
  route(stepUpEndpoint, ({ body, caller, address, userAgent = null }) => {
    const method = stepUpByPassword(requireUser(caller), { password: body.password, factor: factorIn(body) })
    return stepUp(login, method, { device: { name: null, userAgent, address } })
  }),
]

/**
 * Reads the second factor of a request. If a code of the app and a recovery code are given together, only the code of
 * the app is used, so that the recovery code is not used up.
 */
function factorIn({ totp, recovery_code }: { totp?: string; recovery_code?: string }): Factor | undefined {
  if (totp !== undefined) return { totp }
  return recovery_code === undefined ? undefined : { recovery_code }
}
