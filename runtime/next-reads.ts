import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** The time that a network may take to deliver the end of a connection after the last request on it. */
const behindMs = 50
/** The number of event loop turns to wait. Each of them reads what the sockets have received by then. */
const turns = 5

/**
 * Waits until the event loop has read all requests that have arrived, and the end of a connection that follows directly after
 * them.
 */
export async function nextReads(): Promise<void> {
  await sleep(behindMs)
  for (let turn = 0; turn < turns; turn++) await nextTurn()
}
