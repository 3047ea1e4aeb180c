import { seal, sealedAnew, unseal } from '#runtime/sealing.ts'
import type { Users } from '../../core/users.ts'

type Sealing = Pick<Users, 'secrets'>
type Kind = 'totp secret' | 'recovery key'

/** The purpose names the user, so that a secret that is copied to the row of another user does not open (I96). */
const purposeOf = (kind: Kind, userId: string): string => `${kind} ${userId}`

export const sealFactor = (
  { secrets }: Sealing,
  { kind, userId }: { kind: Kind; userId: string },
  plain: Buffer,
): string => seal(secrets.masterKeys, purposeOf(kind, userId), plain)

export const openFactor = (
  { secrets }: Sealing,
  { kind, userId }: { kind: Kind; userId: string },
  sealed: string,
): Buffer => unseal(secrets.masterKeys, purposeOf(kind, userId), sealed)

/** Encrypts a secret with the current master key; undefined when it is encrypted with it already. */
export const resealFactor = (
  { secrets }: Sealing,
  { kind, userId }: { kind: Kind; userId: string },
  sealed: string,
): string | undefined => sealedAnew(secrets.masterKeys, purposeOf(kind, userId), sealed)
