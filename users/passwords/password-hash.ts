import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { lazily } from '#runtime/lazily.ts'
import type { Within } from '#runtime/log/open-span.ts'
import type { Comparison, Decoy, PasswordHasher } from '../core/password-hasher.ts'
import { pickDecoy } from './decoys.ts'
import { hashMetrics } from './hash-metrics.ts'
import { createHashQueue } from './hash-queue.ts'
import { yieldToRequests } from './pool-threads.ts'
import { traceHashes } from './trace-hashes.ts'

const loadForeignHashes = lazily(() => import('../foreign-hashes/index.ts'))

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
  /** The maximum time that a password waits in the queue of hashes. A request that would wait longer is refused immediately. */
  longestWaitMs?: number | undefined
  /** The argon2id cost of new hashes. A stored hash is compared at the cost that it was made with. */
  cost?: PasswordCost | undefined
  /**
   * The key that decides which decoy hash is compared for an unknown login name. It must be the same on all nodes and after each
   * start.
   */
  decoyKey?: Buffer
  /** The function that adds hashes to the traces of requests; undefined where requests are not traced. */
  within?: Within | undefined
  /** The niceness (priority) of the hashing threads, on Linux; the default is that of a service. */
  niceness?: number | undefined
  elapsedMs?: () => number
}

/** The cost of new hashes by default: OWASP's minimum for argon2id, which is 19 MiB of memory, two passes and one thread. */
export const usualCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** The text with which every hash of this cost begins. */
const beginningOf = ({ memoryCost, timeCost }: PasswordCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$`

/**
 * Returns whether a hash begins as this service makes hashes now by default. A hash for which this is false is of another system, or
 * of another cost.
 */
export const isUsualHash = (stored: string): boolean => stored.startsWith(beginningOf(usualCost))

/** Returns a hash that no password matches, at the cost of new hashes. Passwords of unknown users are compared with it. */
export const decoyHash = (cost: PasswordCost): string =>
  `${beginningOf(cost)}${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * Creates the hasher. Hashes wait in a queue (`HashQueue`). Passwords are compared in Unicode NFC, so that the same password
 * typed on another keyboard matches, and then as they were typed; with a hash of another system they are compared as they were
 * typed, or as that system spelled them.
 */
export function createPasswordHasher({
  maxConcurrentHashes: cores = availableParallelism(),
  longestWaitMs = 1_000,
  cost = usualCost,
  decoyKey = randomBytes(32),
  within,
  niceness,
  elapsedMs = () => performance.now(),
}: PasswordHashing = {}): PasswordHasher {
  const argon2id = { ...cost, algorithm: 2, parallelism: 1 }
  const ownBeginning = beginningOf(cost)
  const usualDecoy = decoyHash(cost)
  const untraced = createHashQueue({ cores, longestWaitMs, elapsedMs })
  const queue = within ? traceHashes(untraced, within) : untraced
  const measured = hashMetrics(untraced)
  let decoys: readonly Decoy[] = []
  let hasHashed = false

  async function measure<T>(work: Promise<T>): Promise<T> {
    const begunAt = performance.now()
    const result = await work
    measured.observe((performance.now() - begunAt) / 1_000)
    // All threads of the pool started with the first hash, so this call reaches every one of them.
    if (!hasHashed) yieldToRequests(niceness)
    hasHashed = true
    return result
  }
  const hashOf = (password: string) => measure(hash(password.normalize('NFC'), argon2id))
  async function compareIn(stored: string, password: string): Promise<Comparison> {
    if (!stored.startsWith(ownBeginning)) {
      const foreign = (await loadForeignHashes()).readForeignHash(stored)
      const matches = await (foreign?.verify(password) ?? verify(stored, password.normalize('NFC')))
      return { matches, isOutdated: matches }
    }
    const composed = password.normalize('NFC')
    if (await verify(stored, composed)) return { matches: true, isOutdated: false }
    // An imported hash may have this cost by chance, and be of the letters as they were typed.
    const matches = composed !== password && (await verify(stored, password))
    return { matches, isOutdated: matches }
  }
  const compare: PasswordHasher['compare'] = async (stored, password, name = '') => {
    // A decoy is picked for every name, because picking one takes time too.
    const decoy = pickDecoy(decoys, { name, key: decoyKey }) ?? usualDecoy
    const compared = await queue.forKnown(() => measure(compareIn(stored ?? decoy, password)))
    return stored === undefined ? { matches: false, isOutdated: false } : compared
  }

  async function wrap(foreign: string): Promise<string> {
    const { readForeignHash, hashedDigest, wrappedText } = await loadForeignHashes()
    const fast = readForeignHash(foreign)?.fast
    if (!fast) return foreign
    const around = await queue.forNewcomer(() => measure(hash(hashedDigest(fast.digest), argon2id)))
    return wrappedText(fast, around)
  }

  return {
    hash: (password) => queue.forKnown(() => hashOf(password)),
    hashOfNewUser: (password) => queue.forNewcomer(() => hashOf(password)),
    wrap,
    compare,
    verify: async (stored, password, name) => (await compare(stored, password, name)).matches,
    setDecoys(next) {
      decoys = next
    },
    metrics: measured.metrics,
  }
}
