import { seal, sealedAnew, unseal } from '#runtime/sealing.ts'

interface Sealing {
  secrets: { masterKeys: readonly Buffer[] }
}
type Kind = 'totp secret' | 'recovery key'

/** Returns the purpose of a secret. It names the user, so that a secret in the row of another user cannot be decrypted (I96). */
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

/** Encrypts a secret again with the current master key. Returns undefined when it is encrypted with that key already. */
export const resealFactor = (
  { secrets }: Sealing,
  { kind, userId }: { kind: Kind; userId: string },
  sealed: string,
): string | undefined => sealedAnew(secrets.masterKeys, purposeOf(kind, userId), sealed)

/**
 * Encrypts a secret from another installation with the current master key. Returns undefined when no master key of this
 * installation can decrypt it, or when it was changed or belongs to another user.
 */
export function takeOver(
  sealing: Sealing,
  of: { kind: Kind; userId: string },
  sealed: string,
): string | undefined {
  try {
    return sealFactor(sealing, of, openFactor(sealing, of, sealed))
  } catch {
    return undefined
  }
}
