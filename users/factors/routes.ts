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
import {
  addOwnPasskeyEndpoint,
  beginOwnPasskeyEndpoint,
  confirmOwnTotpEndpoint,
  enrolOwnTotpEndpoint,
  makeOwnRecoveryCodesEndpoint,
  removeOwnPasskeyEndpoint,
  removeOwnTotpEndpoint,
  renameOwnPasskeyEndpoint,
} from '#contract/sign-in/own-factors.ts'
import {
  addPasskeyEndpoint,
  beginPasskeyEndpoint,
  listPasskeysEndpoint,
  provePasskeyEndpoint,
  removePasskeyEndpoint,
  renamePasskeyEndpoint,
} from '#contract/sign-in/passkeys.ts'
import { route } from '#runtime/requests/route.ts'
import { callerOnPage, type PersonOnPage } from '../core/person-on-page.ts'
import { toKnownUser } from '../core/user.ts'
import { confirmAtLogin, enrolAtLogin } from './enrol-at-login.ts'
import type { Factors } from './factors.ts'
import { findFactors } from './find-factors.ts'
import { addPasskey } from './passkeys/add-passkey.ts'
import { beginPasskey } from './passkeys/begin-passkey.ts'
import { listPasskeys } from './passkeys/list-passkeys.ts'
import { type Passkeys, toPasskeyResource } from './passkeys/passkey.ts'
import { provePasskey } from './passkeys/prove-passkey.ts'
import { removePasskey } from './passkeys/remove-passkey.ts'
import { renamePasskey } from './passkeys/rename-passkey.ts'
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

export const factorRoutes = (users: Factors & Passkeys) => [
  ...secondFactorRoutes(users),
  ...passkeyRoutes(users),
  ...ownFactorRoutes(users),
]

const secondFactorRoutes = (users: Factors) => [
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
  route(proveFactorEndpoint, async ({ body }) => proven(await proveFactor(users, body))),
  route(enrolAtLoginEndpoint, ({ body }) => enrolAtLogin(users, body)),
  route(confirmAtLoginEndpoint, async ({ body }) => {
    const confirmed = await confirmAtLogin(users, body)
    return { ...proven(confirmed), ...shown(confirmed.recoveryCodes) }
  }),
]

const passkeyRoutes = (users: Passkeys) => [
  route(listPasskeysEndpoint, async ({ params, caller }) => {
    const passkeys = await listPasskeys(users, { userId: userInPath(params.id, caller), caller })
    return { data: passkeys.map(toPasskeyResource) }
  }),
  route(beginPasskeyEndpoint, ({ params, caller }) =>
    beginPasskey(users, { userId: userInPath(params.id, caller), caller }),
  ),
  route(addPasskeyEndpoint, async ({ params, body, caller }) => {
    const userId = userInPath(params.id, caller)
    const { passkey, recoveryCodes } = await addPasskey(users, { userId, caller, ...body })
    return {
      passkey: toPasskeyResource(passkey),
      ...(recoveryCodes ? { recovery_codes: recoveryCodes } : {}),
    }
  }),
  route(renamePasskeyEndpoint, async ({ params, body, caller }) => {
    const userId = userInPath(params.id, caller)
    const id = normalizeId(params.passkey_id)
    return toPasskeyResource(await renamePasskey(users, { userId, caller, id, name: body.name }))
  }),
  route(removePasskeyEndpoint, ({ params, caller }) =>
    removePasskey(users, {
      userId: userInPath(params.id, caller),
      caller,
      id: normalizeId(params.passkey_id),
    }),
  ),
  route(provePasskeyEndpoint, async ({ body }) => {
    const { purpose, bound_to: boundTo, credential, session_epoch, factors_version } = body
    const userId = body.user_id === undefined ? undefined : normalizeId(body.user_id)
    const stood =
      userId !== undefined && session_epoch !== undefined && factors_version !== undefined
        ? { user_id: userId, session_epoch, factors_version }
        : undefined
    const { amr, ...found } = await provePasskey(users, { purpose, boundTo, credential, userId, stood })
    return { proven: proven(found), amr }
  }),
]

const done = { done: true } as const

/**
 * Connects the account pages, on which people change their factors, with the use cases of the public routes. Callers can
 * change only their own user.
 */
function ownFactorRoutes(users: Passkeys) {
  const own = async (body: PersonOnPage) => {
    const caller = await callerOnPage(users.db, body)
    return { caller, userId: caller.userId }
  }
  return [
    route(enrolOwnTotpEndpoint, async ({ body }) => enrolTotp(users, await own(body))),
    route(confirmOwnTotpEndpoint, async ({ body }) => {
      const { recoveryCodes } = await confirmTotp(users, { ...(await own(body)), code: body.code })
      return shown(recoveryCodes)
    }),
    route(removeOwnTotpEndpoint, async ({ body }) => {
      await removeTotp(users, await own(body))
      return done
    }),
    route(makeOwnRecoveryCodesEndpoint, async ({ body }) => ({
      recovery_codes: await makeRecoveryCodes(users, await own(body)),
    })),
    route(beginOwnPasskeyEndpoint, async ({ body }) => beginPasskey(users, await own(body))),
    route(addOwnPasskeyEndpoint, async ({ body }) => {
      const { credential, name } = body
      const { recoveryCodes } = await addPasskey(users, { ...(await own(body)), credential, name })
      return shown(recoveryCodes)
    }),
    route(renameOwnPasskeyEndpoint, async ({ body }) => {
      const { name, passkey_id: id } = body
      await renamePasskey(users, { ...(await own(body)), id: normalizeId(id), name })
      return done
    }),
    route(removeOwnPasskeyEndpoint, async ({ body }) => {
      await removePasskey(users, { ...(await own(body)), id: normalizeId(body.passkey_id) })
      return done
    }),
  ]
}
