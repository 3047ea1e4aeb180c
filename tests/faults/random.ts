export interface Random {
  /** Returns a number from 0 to 1, excluding 1. */
  next(): number
  /** Returns a whole number from 0 to `end`, excluding `end`. */
  below(end: number): number
  pick<T>(from: readonly T[]): T | undefined
}

/** Creates a generator that returns the same numbers for the same seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return { next, below, pick: (from) => from[below(from.length)] }
}
