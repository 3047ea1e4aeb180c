import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Failure } from '#contract/failures.ts'
import { yieldToRequests } from '#runtime/pool-threads.ts'

export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** Costs the same whether there is a hash to compare with or not. */
  verify(phc: string | undefined, password: string): Promise<boolean>
}

export interface PasswordCost {
  /** In KiB. */
  memoryCost: number
  timeCost: number
}

export interface PasswordHashing {
  /** The most hashes at once: as many as there are cores, unless other processes hash on them too. */
  hashesAtOnce?: number | undefined
  /** Whoever would wait longer is told so at once. */
  longestWaitMs?: number | undefined
  /** What hashes that are made from now on cost; a hash that was made before is compared at its own. */
  cost?: PasswordCost | undefined
  elapsedMs?: () => number
}

/** OWASP's floor for argon2id: 19 MiB, two passes, one lane. */
const floor: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** Well-formed, with the same cost, and the hash of nothing: what an unknown user's password is compared with. */
const nobodysHash = ({ memoryCost, timeCost }: PasswordCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * Never more hashes in flight than cores: more would only make each of them slower, and everything else with them.
 * Passwords are compared in Unicode NFC, so that one typed on another keyboard is the same.
 */
export function createPasswordHasher({
  hashesAtOnce: cores = availableParallelism(),
  longestWaitMs = 1_000,
  cost = floor,
  elapsedMs = () => performance.now(),
}: PasswordHashing = {}): PasswordHasher {
  const argon2id = { ...cost, algorithm: 2, parallelism: 1 }
  const nobodys = nobodysHash(cost)
  const waiting: (() => void)[] = []
  let underWay = 0
  const usualStepMs = 10 / cores
  /** From one that leaves the queue to the next, by the last few: what each takes is no measure, for a busy moment makes all of them long. */
  let stepMs = usualStepMs
  let steppedAt: number | undefined
  let hasHashed = false

  function pace(step: number): void {
    stepMs += (step - stepMs) / 32
  }

  function letNextIn(): void {
    const next = waiting.shift()
    const now = elapsedMs()
    if (next && steppedAt !== undefined) pace(Math.min(now - steppedAt, longestWaitMs))
    // Nothing is measured where nobody waits: what a bad moment left is forgotten, or few could wait for ever.
    if (!next) pace(usualStepMs)
    steppedAt = next && now
    // Whoever finishes hands its place on, so `underWay` stays as it is.
    if (next) next()
    else underWay--
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    let isTooLate = false
    if (underWay < cores) underWay++
    else {
      if ((waiting.length + 1) * stepMs > longestWaitMs)
        throw new Failure('overloaded', { retryAfterSeconds: 2 })
      const queuedAt = elapsedMs()
      await new Promise<void>((resolve) => waiting.push(resolve))
      isTooLate = elapsedMs() - queuedAt > longestWaitMs
    }
    try {
      // The one who asked has given up by now: a hash for nobody would only make the next one late too.
      if (isTooLate) {
        // To refuse takes no time, and says nothing of what a hash does.
        steppedAt = undefined
        throw new Failure('overloaded', { retryAfterSeconds: 2 })
      }
      const result = await work()
      // All threads of the pool began with the first of them.
      if (!hasHashed) yieldToRequests()
      hasHashed = true
      return result
    } finally {
      letNextIn()
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password.normalize('NFC'), argon2id)),
    async verify(phc, password) {
      const matches = await inTurn(() => verify(phc ?? nobodys, password.normalize('NFC')))
      return matches && phc !== undefined
    },
  }
}
