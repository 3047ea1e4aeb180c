import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Failure } from '#contract/failures.ts'
import { yieldToRequests } from './pool-threads.ts'

export interface PasswordHasher {
  /** For a user who is there. */
  hash(password: string): Promise<string>
  /** For one who is being made: those who are there go first. */
  hashOfNewUser(password: string): Promise<string>
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
export const usualCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** Well-formed, with the same cost, and the hash of nothing: what an unknown user's password is compared with. */
const nobodysHash = ({ memoryCost, timeCost }: PasswordCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Where both kinds wait, one of so many is a new user. */
const turns = 4

/** Those who wait for work of one kind, first come, first served. */
interface Lane {
  waiting: { queuedAt: number; begin(): void; refuse(): void }[]
  /** From one that leaves the lane to the next, by the last few: what each takes is no measure, for a busy moment makes all of them long. */
  stepMs: number
  steppedAt: number | undefined
}

/**
 * Never more hashes in flight than cores: more would only make each of them slower, and everything else with them.
 * New users wait in a lane of their own: however many sign up, they take at most one turn in four from those who are there.
 * Passwords are compared in Unicode NFC, so that one typed on another keyboard is the same.
 */
export function createPasswordHasher({
  hashesAtOnce: cores = availableParallelism(),
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

  /** The one who asked has given up by now: a hash for nobody would only make the next one late too. */
  function refuseLate(lane: Lane, now: number): void {
    while (lane.waiting[0] && now - lane.waiting[0].queuedAt > longestWaitMs) {
      lane.waiting.shift()?.refuse()
      // To refuse takes no time, and says nothing of what a hash does.
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
      // Nothing is measured where nobody waits: what a bad moment left is forgotten, or few could wait for ever.
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
    // Whoever finishes hands its place on, so `underWay` stays as it is.
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
      // All threads of the pool began with the first of them.
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
