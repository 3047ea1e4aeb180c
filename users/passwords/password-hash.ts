import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createHashQueue } from './hash-queue.ts'
import { yieldToRequests } from './pool-threads.ts'

export interface PasswordHasher {
  /** Hashes a new password for an existing user. */
  hash(password: string): Promise<string>
  /** Hashes the password of a user who is being created. Existing users go first. */
  hashOfNewUser(password: string): Promise<string>
  /** Compares a password with a hash. Without a hash it takes the same time. */
  verify(phc: string | undefined, password: string): Promise<boolean>
}

export interface PasswordCost {
  /** The memory in KiB. */
  memoryCost: number
  timeCost: number
}

export interface PasswordHashing {
  /**
   * The maximum number of hashes that run at the same time. The default is the number of cores; it must be
   * lower when other processes hash on the same cores.
   */
  maxConcurrentHashes?: number | undefined
  /** The maximum wait for a turn. A request that would wait longer is refused immediately. */
  longestWaitMs?: number | undefined
  /** The cost of new hashes. A stored hash is compared at the cost that it was made with. */
  cost?: PasswordCost | undefined
  elapsedMs?: () => number
}

/** OWASP's minimum for argon2id: 19 MiB of memory, two passes, a parallelism of one. */
export const usualCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** A well-formed hash that no password matches, at the cost of new hashes. Passwords of unknown users are compared with it. */
const nobodysHash = ({ memoryCost, timeCost }: PasswordCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * Creates the hasher. Hashes wait for their turn in a queue (`HashQueue`). Passwords are compared in Unicode
 * NFC, so that the same password typed on another keyboard matches.
 */
export function createPasswordHasher({
  maxConcurrentHashes: cores = availableParallelism(),
  longestWaitMs = 1_000,
  cost = usualCost,
  elapsedMs = () => performance.now(),
}: PasswordHashing = {}): PasswordHasher {
  const argon2id = { ...cost, algorithm: 2, parallelism: 1 }
  const nobodys = nobodysHash(cost)
  const queue = createHashQueue({ cores, longestWaitMs, elapsedMs })
  let hasHashed = false

  async function noticeFirst<T>(work: Promise<T>): Promise<T> {
    const result = await work
    // All threads of the pool started with the first hash, so this call reaches every one of them.
    if (!hasHashed) yieldToRequests()
    hasHashed = true
    return result
  }
  const hashOf = (password: string) => noticeFirst(hash(password.normalize('NFC'), argon2id))

  return {
    hash: (password) => queue.forKnown(() => hashOf(password)),
    hashOfNewUser: (password) => queue.forNewcomer(() => hashOf(password)),
    async verify(phc, password) {
      const matches = await queue.forKnown(() =>
        noticeFirst(verify(phc ?? nobodys, password.normalize('NFC'))),
      )
      return matches && phc !== undefined
    },
  }
}
