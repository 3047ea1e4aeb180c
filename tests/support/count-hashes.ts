import { createRequire } from 'node:module'

const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as Record<
  'hash' | 'verify',
  (...args: unknown[]) => Promise<unknown>
>

export interface HashCall {
  name: 'hash' | 'verify'
  /** The work that is asked for: `m=19456,t=2,p=1`, and how long the salt and the hash are. */
  work: string
}

/**
 * Counts what is under way inside the library; the work is the real work. Loaded before the hasher, which takes its
 * functions from there: so whoever uses this imports the product behind it, and not beside.
 */
export const hashing = { now: 0, max: 0, calls: [] as HashCall[] }

for (const name of ['hash', 'verify'] as const) {
  const real = argon2[name]
  argon2[name] = async (...args) => {
    hashing.calls.push({ name, work: name === 'verify' ? workOf(String(args[0])) : JSON.stringify(args[1]) })
    hashing.max = Math.max(hashing.max, ++hashing.now)
    try {
      return await real(...args)
    } finally {
      hashing.now--
    }
  }
}

/** A hash in PHC form, without what is random in it. */
const workOf = (phc: string): string => {
  const [, algorithm, version, cost, salt = '', hash = ''] = phc.split('$')
  return `${algorithm} ${version} ${cost}, ${salt.length} and ${hash.length} letters`
}
