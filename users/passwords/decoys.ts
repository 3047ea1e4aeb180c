import { createHmac } from 'node:crypto'

/**
 * The hash of a real user, with which the password of a login with an unknown username is compared, so that the duration does
 * not show that the username is unknown. `share` is the fraction (0 to 1) of the users with a password whose hash has the same
 * form.
 */
export interface Decoy {
  hash: string
  share: number
}

/**
 * Picks the decoy hash for an unknown login name. Each form of hash is picked as often as users have it, so that the duration
 * of a refusal does not show which users exist (timing side channel). A name always gets the same decoy, because the hash of a
 * user is the same at each attempt too. Returns undefined for the share of users who have a hash of this service.
 */
export function pickDecoy(
  decoys: readonly Decoy[],
  { name, key }: { name: string; key: Buffer },
): string | undefined {
  if (decoys.length === 0) return undefined
  let point = createHmac('sha256', key).update(name).digest().readUIntBE(0, 6) / 2 ** 48
  for (const { hash, share } of decoys) {
    if (point < share) return hash
    point -= share
  }
  return undefined
}
