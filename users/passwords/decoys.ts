import { createHmac } from 'node:crypto'
import type { Decoy } from '../core/password-hasher.ts'

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
