import { setImmediate as nextTurn } from 'node:timers/promises'

/** The approximate time of one slice of a loop. After each slice, the event loop serves everything else that waits. */
const sliceMs = 2
const roundsBetweenLooks = 64

/**
 * Runs a loop of many short rounds in slices, so that it never blocks the event loop for long. MD5 and SHA in a loop have no
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
