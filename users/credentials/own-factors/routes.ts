import { normalizeId } from '#contract/rules/user-in-path.ts'
import {
  addOwnPasskeyEndpoint,
  beginOwnPasskeyEndpoint,
  confirmOwnTotpEndpoint,
  countActOnOtherEndpoint,
  enrolOwnTotpEndpoint,
  findOwnFactorsEndpoint,
  linkOwnIdentityEndpoint,
  makeOwnRecoveryCodesEndpoint,
  removeOwnIdentityEndpoint,
  removeOwnPasskeyEndpoint,
  removeOwnTotpEndpoint,
  renameOwnPasskeyEndpoint,
} from '#contract/sign-in/own-factors.ts'
import { route } from '#runtime/requests/route.ts'
import { callerOnPage, type PersonOnPage } from '../../core/person-on-page.ts'
import { countAct } from '../../core/recent-login.ts'
import { addPasskey } from '../../factors/passkeys/add-passkey.ts'
import { beginPasskey } from '../../factors/passkeys/begin-passkey.ts'
import type { Passkeys } from '../../factors/passkeys/passkey.ts'
import { removePasskey } from '../../factors/passkeys/remove-passkey.ts'
import { renamePasskey } from '../../factors/passkeys/rename-passkey.ts'
import { makeRecoveryCodes } from '../../factors/recovery-codes/make-recovery-codes.ts'
import { confirmTotp } from '../../factors/totp/confirm-totp.ts'
import { enrolTotp } from '../../factors/totp/enrol-totp.ts'
import { removeTotp } from '../../factors/totp/remove-totp.ts'
import { linkIdentity } from '../identities/link-identity.ts'
import { removeIdentity } from '../identities/remove-identity.ts'
import { findOwnFactors } from './find-own-factors.ts'

const done = { done: true } as const
const shown = (codes: string[] | undefined) => (codes ? { recovery_codes: codes } : {})

/**
 * Connects the account pages, on which people change how they log in, with the use cases of the public routes. Callers can
 * change only their own user.
 */
export function ownFactorRoutes(users: Passkeys) {
  const own = async (body: PersonOnPage) => {
    const caller = await callerOnPage(users.db, body)
    return { caller, userId: caller.userId }
  }
  return [
    route(findOwnFactorsEndpoint, async ({ body }) => findOwnFactors(users, await own(body))),
    route(countActOnOtherEndpoint, async ({ body }) => {
      const { caller } = await own(body)
      await users.db.transaction((tx) => countAct(tx, caller, users.clock.now()))
      return done
    }),
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
    route(linkOwnIdentityEndpoint, async ({ body }) => {
      const { provider, issuer, subject, email, email_verified: emailVerified } = body
      const person = { provider, issuer, subject, email, emailVerified }
      await linkIdentity(users, { ...(await own(body)), person })
      return done
    }),
    route(removeOwnIdentityEndpoint, async ({ body }) => {
      await removeIdentity(users, { ...(await own(body)), id: normalizeId(body.identity_id) })
      return done
    }),
  ]
}
