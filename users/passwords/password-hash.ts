import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Failure } from '#contract/failures.ts'
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
   * The maximum number of hashes that run at once. The default is the number of cores; it must be lower when other processes hash
   * on the same cores.
   */
  maxConcurrentHashes?: number | undefined
  /** The longest wait. A request that would wait longer is refused at once. */
  longestWaitMs?: number | undefined
  /** The cost of new hashes. A stored hash is compared at the cost that it was made with. */
  cost?: PasswordCost | undefined
  elapsedMs?: () => number
}

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
export const usualCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** A well-formed hash that no password matches, at the cost of new hashes. Passwords of unknown users are compared with it. */
const nobodysHash = ({ memoryCost, timeCost }: PasswordCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** When both kinds wait, one hash in four is for a new user. */
const turns = 4

/** A lane is the queue of one kind of work, first come, first served. */
interface Lane {
  waiting: { queuedAt: number; begin(): void; refuse(): void }[]
  /**
   * The average time between two that leave the lane. The time of a single hash is no measure, because a busy moment makes all
   * hashes slow at once.
   */
  stepMs: number
  steppedAt: number | undefined
}

/**
 * Creates the hasher. It runs no more hashes at once than there are cores: more would slow down each other and everything else.
 * New users queue in a lane of their own, so that mass sign-ups take at most every fourth turn from existing users. Passwords are
 * compared in Unicode NFC, so that one typed on another keyboard matches.
 */
export function createPasswordHasher({
  maxConcurrentHashes: cores = availableParallelism(),
  longestWaitMs = 1_000,
  cost = usualCost,
  elapsedMs = () => performance.now(),
}: PasswordHashing = {}): PasswordHasher {
  const argon2id = { ...cost, algorithm: 2, parallelism: 1 }
  const nobodys = nobodysHash(cost)
  const usualStepMs = 10 / cores
  const newLane = (): Lane => ({ waiting: [], stepMs: usualStepMs, steppedAt: undefined })
  const known = newLane()
  const newcomers = newLane()
  let turn = 0
  let underWay = 0
  let hasHashed = false

  function pace(lane: Lane, step: number): void {
    lane.stepMs += (step - lane.stepMs) / 32
  }

  /** Refuses requests that waited too long: their clients have given up, and a hash would only delay the next ones. */
  function refuseLate(lane: Lane, now: number): void {
    while (lane.waiting[0] && now - lane.waiting[0].queuedAt > longestWaitMs) {
      lane.waiting.shift()?.refuse()
      // A refusal takes no time, so it must not count as a step.
      lane.steppedAt = undefined
    }
  }

  function nextLane(): Lane | undefined {
    if (newcomers.waiting.length === 0) return known.waiting.length === 0 ? undefined : known
    if (known.waiting.length === 0) return newcomers
    turn = (turn + 1) % turns
    return turn === 0 ? newcomers : known
  }

  function letNextIn(): void {
    const now = elapsedMs()
    for (const lane of [known, newcomers]) {
      refuseLate(lane, now)
      if (lane.waiting.length > 0) continue
      // With nobody waiting the estimate is reset: an estimate from a busy moment would otherwise refuse people for ever.
      pace(lane, usualStepMs)
      lane.steppedAt = undefined
    }
    const lane = nextLane()
    const next = lane?.waiting.shift()
    if (!lane || !next) {
      underWay--
      return
    }
    if (lane.steppedAt !== undefined) pace(lane, Math.min(now - lane.steppedAt, longestWaitMs))
    lane.steppedAt = now
    // A finished hash hands its slot to the next request, so `underWay` stays as it is.
    next.begin()
  }

  async function inTurn<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    if (underWay < cores) underWay++
    else {
      if ((lane.waiting.length + 1) * lane.stepMs > longestWaitMs) throw tooMany()
      const queuedAt = elapsedMs()
      await new Promise<void>((begin, reject) =>
        lane.waiting.push({ queuedAt, begin, refuse: () => reject(tooMany()) }),
      )
    }
    try {
      const result = await work()
      // All threads of the pool started with the first hash, so this call reaches every one of them.
      if (!hasHashed) yieldToRequests()
      hasHashed = true
      return result
    } finally {
      letNextIn()
    }
  }

  return {
    hash: (password) => inTurn(known, () => hash(password.normalize('NFC'), argon2id)),
    hashOfNewUser: (password) => inTurn(newcomers, () => hash(password.normalize('NFC'), argon2id)),
    async verify(phc, password) {
      const matches = await inTurn(known, () => verify(phc ?? nobodys, password.normalize('NFC')))
      return matches && phc !== undefined
    },
  }
}

const tooMany = (): Failure => new Failure('overloaded', { retryAfterSeconds: 2 })
