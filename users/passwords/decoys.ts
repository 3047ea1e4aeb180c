import { createHmac } from 'node:crypto'

/**
 * A hash of a user with which the passwords of names that nobody has are compared. `share` is the part of all users with a
 * password whose hash has the same form, from 0 to 1.
 */
export interface Decoy {
  hash: string
  share: number
}

/**
 * Picks the decoy of a name that nobody has. Names get each form of hash as often as users have it, so that the time of a refusal
 * tells nothing about who exists. A name keeps its decoy, because a user's hash is the same at each attempt too. Returns undefined
 * for the share of the users whose hash is this service's own.
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
