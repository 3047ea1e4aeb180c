import { setImmediate as nextTurn } from 'node:timers/promises'

/** A slice of a loop takes about this long; then the event loop serves everything else that waits. */
const sliceMs = 2
const roundsBetweenLooks = 64

/**
 * Runs a loop of many short rounds in slices, so that it never holds up the event loop. MD5 and SHA in a loop have no
 * asynchronous form in `node:crypto`, and a thread for the few users of such hashes would cost every installation memory.
 */
export async function inSlices(rounds: number, round: (number: number) => void): Promise<void> {
  let begun = performance.now()
  for (let number = 0; number < rounds; number++) {
    round(number)
    if (number % roundsBetweenLooks !== 0 || performance.now() - begun < sliceMs) continue
    await nextTurn()
    begun = performance.now()
  }
}

/**
 * The longest password in bytes that is compared with a hash whose every round reads the password again. A longer one would make
 * each round as slow as the client likes.
 */
export const maxLoopedBytes = 256
