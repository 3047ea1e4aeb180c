import type { Sql } from '#runtime/database/database.ts'
import { newId } from '#runtime/ids.ts'
import { raiseFactorsVersion } from '../core/user-store.ts'
import { insertIdentity } from '../credentials/index.ts'
import { putTotp, sealFactor, type TotpForm } from '../factors/index.ts'

/** An account at an identity provider with which a user of another system signs in. */
export interface MovedIdentity {
  issuer: string
  subject: string
  /** The name of the provider, as the settings here usually name it. */
  provider: string
}

/** The sign-in methods that a user has in another system, besides the password. */
export interface SignInMethods {
  totp?: { secret: Buffer; form: TotpForm }
  identities?: readonly MovedIdentity[]
  mustChangePassword?: boolean
}

/**
 * The lifetime of an imported password that must be changed at the next login. After it, the user resets the password by mail.
 */
const changeWithinMs = 365 * 86_400_000

export const passwordExpiryOf = ({ mustChangePassword }: SignInMethods, now: number): number | null =>
  mustChangePassword ? now + changeWithinMs : null

/**
 * Adds to a user who was just imported the authenticator app and the accounts at providers that the user had. Returns the accounts
 * that belong to another user here: they are never moved (I145).
 */
export async function addSignInMethods(
  tx: Sql,
  userId: string,
  { totp, identities = [] }: SignInMethods,
  { masterKeys, now }: { masterKeys: readonly Buffer[]; now: number },
): Promise<MovedIdentity[]> {
  if (totp) {
    const secret = sealFactor({ secrets: { masterKeys } }, { kind: 'totp secret', userId }, totp.secret)
    await putTotp(tx, userId, { secret, form: totp.form, lastStep: 0, addedAt: now })
    await raiseFactorsVersion(tx, userId)
  }
  const taken: MovedIdentity[] = []
  for (const one of identities) {
    const identity = {
      ...one,
      id: newId(now),
      userId,
      email: null,
      addedAt: now,
      addedBySession: '',
      lastUsedAt: null,
    }
    if (await insertIdentity(tx, identity)) await raiseFactorsVersion(tx, userId)
    else taken.push(one)
  }
  return taken
}
