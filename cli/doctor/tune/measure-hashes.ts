import { availableParallelism, totalmem } from 'node:os'
import { hash } from '@node-rs/argon2'
import { type PasswordCost, usualCost } from '#users/passwords/password-hash.ts'

export interface Measured {
  /** The memory of one hash, in MiB; `passes` is the number of its passes over this memory. */
  memory_mib: number
  passes: number
  in_use: boolean
  /** The time of one hash while no other runs, in milliseconds. */
  alone_ms: number
  /** The number of hashes in a second by one core, and by all cores together. */
  per_second_one_core: number
  per_second_all_cores: number
}

export interface Hashes {
  cores: number
  memory_mib: number
  node: string
  costs: Measured[]
}

/** The costs that OWASP considers equally strong. Latchkey hashes with the first; the others are there to compare. */
const costs: readonly PasswordCost[] = [
  usualCost,
  { memoryCost: 47_104, timeCost: 1 },
  { memoryCost: 12_288, timeCost: 3 },
]

/** Measures argon2id on this machine: each cost alone, then on all cores, for `spanMs` each. */
export async function measureHashes({ spanMs = 1_000 }: { spanMs?: number } = {}): Promise<Hashes> {
  const cores = availableParallelism()
  const measured: Measured[] = []
  for (const cost of costs) {
    await hash(password, optionsOf(cost))
    const one = await perSecond(cost, { concurrent: 1, spanMs })
    const all = cores === 1 ? one : await perSecond(cost, { concurrent: cores, spanMs })
    measured.push({
      memory_mib: cost.memoryCost / 1_024,
      passes: cost.timeCost,
      in_use: cost === usualCost,
      alone_ms: rounded(1_000 / one),
      per_second_one_core: rounded(one),
      per_second_all_cores: rounded(all),
    })
  }
  return { cores, memory_mib: Math.round(totalmem() / 2 ** 20), node: process.versions.node, costs: measured }
}

const password = 'correct horse battery staple'
const optionsOf = (cost: PasswordCost) => ({ ...cost, algorithm: 2, parallelism: 1 })

async function perSecond(
  cost: PasswordCost,
  { concurrent, spanMs }: { concurrent: number; spanMs: number },
): Promise<number> {
  const startedAt = performance.now()
  let done = 0
  async function work(): Promise<void> {
    do {
      await hash(password, optionsOf(cost))
      done++
    } while (performance.now() - startedAt < spanMs)
  }
  await Promise.all(Array.from({ length: concurrent }, work))
  return (done * 1_000) / (performance.now() - startedAt)
}

const rounded = (number: number): number => Math.round(number * 10) / 10
