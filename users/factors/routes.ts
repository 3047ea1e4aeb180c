import type { Body, Reply } from '#contract/declaration/endpoint.ts'
import { normalizeId, userInPath } from '#contract/rules/user-in-path.ts'
import {
  confirmAtLoginEndpoint,
  confirmTotpEndpoint,
  enrolAtLoginEndpoint,
  enrolTotpEndpoint,
  getFactorsEndpoint,
  makeRecoveryCodesEndpoint,
  proveFactorEndpoint,
  removeTotpEndpoint,
  resetFactorsEndpoint,
} from '#contract/sign-in/factors.ts'
import { route } from '#runtime/requests/route.ts'
import { toKnownUser } from '../core/user.ts'
import type { Users } from '../core/users.ts'
import { confirmAtLogin, enrolAtLogin } from './enrol-at-login.ts'
import type { Factors } from './factors.ts'
import { findFactors } from './find-factors.ts'
import { type ProvenFactor, proveFactor } from './prove-factor.ts'
import { makeRecoveryCodes } from './recovery-codes/make-recovery-codes.ts'
import { resetFactors } from './reset-factors.ts'
import { confirmTotp } from './totp/confirm-totp.ts'
import { enrolTotp } from './totp/enrol-totp.ts'
import { removeTotp } from './totp/remove-totp.ts'

const shown = (recoveryCodes: string[] | undefined) =>
  recoveryCodes ? { recovery_codes: recoveryCodes } : {}

const proven = ({ user, secondFactors }: ProvenFactor) => ({
  ...toKnownUser(user),
  second_factors: secondFactors,
})

/**
 * Checks a second factor for a login. The internal route uses it; an authentication service in the same process calls it
 * directly.
 */
export const proveForLogin = async (
  users: Users,
  proof: Body<typeof proveFactorEndpoint>,
): Promise<Reply<typeof proveFactorEndpoint>> => proven(await proveFactor(users, proof))

export const factorRoutes = (users: Factors) => [
  route(getFactorsEndpoint, ({ params, caller }) =>
    findFactors(users, { userId: userInPath(params.id, caller), caller }),
  ),
  route(enrolTotpEndpoint, ({ params, caller }) =>
    enrolTotp(users, { userId: userInPath(params.id, caller), caller }),
  ),
  route(confirmTotpEndpoint, async ({ params, body, caller }) => {
    const userId = userInPath(params.id, caller)
    return shown((await confirmTotp(users, { userId, caller, code: body.code })).recoveryCodes)
  }),
  route(removeTotpEndpoint, ({ params, caller }) =>
    removeTotp(users, { userId: userInPath(params.id, caller), caller }),
  ),
  route(makeRecoveryCodesEndpoint, async ({ params, caller }) => ({
    recovery_codes: await makeRecoveryCodes(users, { userId: userInPath(params.id, caller), caller }),
  })),
  route(resetFactorsEndpoint, ({ params, caller }) =>
    resetFactors(users, { userId: normalizeId(params.id), caller }),
  ),
  route(proveFactorEndpoint, ({ body }) => proveForLogin(users, body)),
  route(enrolAtLoginEndpoint, ({ body }) => enrolAtLogin(users, body)),
  route(confirmAtLoginEndpoint, async ({ body }) => {
    const confirmed = await confirmAtLogin(users, body)
    return { ...proven(confirmed), ...shown(confirmed.recoveryCodes) }
  }),
]
