import { createRequire } from 'node:module'

const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as Record<
  'hash' | 'verify',
  (...args: unknown[]) => Promise<unknown>
>

export interface HashCall {
  name: 'hash' | 'verify'
  /** The parameters of the hash, for example `m=19456,t=2,p=1`, and the lengths of its salt and of the hash itself. */
  work: string
}

/**
 * Counts the hashes that the argon2 library computes, and how many run at the same time. The hashes are real. A test must
 * import the product after this file, with `await import`, because the product takes the functions of the library when it
 * is loaded.
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

/** Describes a hash in PHC string format by everything but its random parts. */
const workOf = (phc: string): string => {
  const [, algorithm, version, cost, salt = '', hash = ''] = phc.split('$')
  return `${algorithm} ${version} ${cost}, ${salt.length} and ${hash.length} letters`
}
