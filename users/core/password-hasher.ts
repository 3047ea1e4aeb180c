import type { Metric } from '#runtime/metrics/metrics.ts'

/** Hashes and compares passwords, each in its turn. */
export interface PasswordHasher {
  /** Hashes a new password for an existing user. */
  hash(password: string): Promise<string>
  /** Hashes the password of a user who is being created. Existing users go first. */
  hashOfNewUser(password: string): Promise<string>
  /**
   * Returns the form in which a hash of another system is stored: a fast hash is put inside argon2id, and any other is kept as it
   * is. The argon2id hash waits in the queue of new users.
   * @throws {Failure} `overloaded` when it would wait for too long
   */
  wrap(foreign: string): Promise<string>
  /**
   * Compares a password with a hash, which may be of another system. Without a hash it compares with a decoy, which takes as long
   * as the hash of some user. The decoy depends on `name`, so that a login name that nobody has takes the same time at each
   * attempt.
   */
  verify(stored: string | undefined, password: string, name?: string): Promise<boolean>
  /** Compares as `verify` does, and also returns whether a hash that matches should be replaced. */
  compare(stored: string | undefined, password: string, name?: string): Promise<Comparison>
  /**
   * Sets the decoys: hashes of other systems that the passwords of unknown login names are compared with, besides a hash of this
   * service.
   */
  setDecoys(decoys: readonly Decoy[]): void
  metrics: readonly Metric[]
}

export interface Comparison {
  matches: boolean
  /**
   * True when the hash matches, and this service would make it differently today: another system made it, it has another cost, or
   * it is of a password in another spelling than NFC.
   */
  isOutdated: boolean
}

/**
 * The hash of a real user, with which the password of a login with an unknown username is compared, so that the duration does
 * not show that the username is unknown. `share` is the fraction (0 to 1) of the users with a password whose hash has the same
 * form.
 */
export interface Decoy {
  hash: string
  share: number
}
