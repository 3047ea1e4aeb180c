import { Failure } from '#contract/declaration/failures.ts'
import type { TotpEnrolmentResource } from '#contract/sign-in/factors.ts'
import type { Sql } from '#runtime/database/database.ts'
import type { User } from '../../core/user.ts'
import { raiseFactorsVersion } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { toBase32 } from '../core/base32.ts'
import { openFactor, sealFactor } from '../core/factor-secrets.ts'
import { recordFactorChange } from '../core/record-factor-change.ts'
import { firstCodes } from '../recovery-codes/first-codes.ts'
import { matchStep, newTotpSecret, ownForm, totpUri } from './totp.ts'
import { findEnrolment, putEnrolment, putTotp, removeEnrolment } from './totp-store.ts'

/** The time in which a new authenticator app must be confirmed. */
const lifetimeMs = 10 * 60_000

/**
 * Stores the secret of a new app and returns it. Until a code of the app has confirmed it, logins neither ask for such a code
 * nor accept one (I95).
 */
export async function beginEnrolment(tx: Sql, users: Users, user: User): Promise<Buffer> {
  const secret = newTotpSecret()
  const sealed = sealFactor(users, { kind: 'totp secret', userId: user.id }, secret)
  await putEnrolment(tx, user.id, { secret: sealed, expiresAt: users.clock.now() + lifetimeMs })
  return secret
}

/**
 * Returns a new secret in the three forms that authenticator apps accept: as text, as a URI and as a QR code. The secret is in
 * the reply to the enrolment only, and cannot be read again later.
 */
export async function showEnrolment(
  { mail }: Pick<Users, 'mail'>,
  { username, secret }: { username: string; secret: Buffer },
): Promise<TotpEnrolmentResource> {
  // The library for QR codes is loaded on first use, because most processes never draw one.
  const { renderSVG } = await import('uqr')
  const uri = totpUri(secret, { issuer: new URL(mail.publicUrl).hostname, username })
  return {
    secret: toBase32(secret),
    uri,
    qr_code: renderSVG(uri, { border: 4 }),
    expires_in: lifetimeMs / 1000,
  }
}

export interface ConfirmedEnrolment {
  /** The user, with the version of the second factors after this change. */
  user: User
  /** The new recovery codes, if the user had none left; otherwise undefined. */
  recoveryCodes: string[] | undefined
}

/**
 * Activates the authenticator app that was enrolled but not yet confirmed, if the given code of this app is right: logins ask
 * for this app from then on. The time step of the code is stored as used, so that the same code cannot be used for a login
 * (I93). `at` is the time of the change.
 * @throws {Failure} `enrolment_not_found`, `second_factor_invalid`
 */
export async function confirmEnrolment(
  tx: Sql,
  users: Users,
  { user, code, at }: { user: User; code: string; at: number },
): Promise<ConfirmedEnrolment> {
  const now = users.clock.now()
  const userId = user.id
  const secret = await findEnrolment(tx, userId, now)
  if (secret === undefined) throw new Failure('enrolment_not_found')
  const lastStep = matchStep(openFactor(users, { kind: 'totp secret', userId }, secret), code, now)
  if (lastStep === undefined) throw new Failure('second_factor_invalid')
  await removeEnrolment(tx, userId)
  await putTotp(tx, userId, { secret, form: ownForm, lastStep, addedAt: at })
  const factorsVersion = (await raiseFactorsVersion(tx, userId)) ?? user.factorsVersion
  const added = { type: 'user.factor_added', data: { kind: 'totp', by: userId } } as const
  await recordFactorChange(tx, users, { user, change: added, at })
  return { user: { ...user, factorsVersion }, recoveryCodes: await firstCodes(tx, users, { userId, at }) }
}
