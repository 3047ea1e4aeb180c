import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** The time in which a network delivers the end of a connection behind the last request on it. */
const behindMs = 50
/** Each turn of the event loop reads what its sockets have received meanwhile. */
const turns = 5

/** Waits until the event loop has read what its sockets have received, and what comes directly behind it. */
export async function nextReads(): Promise<void> {
  await sleep(behindMs)
  for (let turn = 0; turn < turns; turn++) await nextTurn()
}
