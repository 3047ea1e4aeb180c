import { startElapsed } from '../elapsed.ts'

/**
 * A key set follower watches the heartbeats of the revocation feed, which name the version of the key set, and fetches the key
 * set again when the version changes.
 */
export interface KeySetFollower {
  hear(version: string): void
  /** Returns whether the keys were fetched after the latest version was named in a heartbeat. */
  isUpToDate(): boolean
  /** Resolves when no fetch of the key set is under way. */
  settled(): Promise<void>
}

/**
 * The delay of the second fetch. The keys are fetched immediately when their version changes, and again after this delay, because
 * the node that replied to the first fetch may not have read the change yet. Every node has read it after a second.
 */
const knownEverywhereMs = 2_000

/** Creates a follower that calls `refreshKeys`. `onError` gets the errors of failed fetches. */
export function createKeySetFollower(
  refreshKeys: () => Promise<void>,
  onError: (error: unknown) => void,
): KeySetFollower {
  let heard: { version: string; agoMs(): number; fetches: number } | undefined
  let fetching: Promise<void> | undefined

  async function fetchFor(change: { fetches: number }): Promise<void> {
    try {
      await refreshKeys()
      change.fetches++
    } catch (error) {
      // The next heartbeat triggers another fetch.
      onError(error)
    }
    fetching = undefined
  }

  return {
    hear(version) {
      if (heard?.version !== version) heard = { version, agoMs: startElapsed(), fetches: 0 }
      const due = heard.agoMs() < knownEverywhereMs ? 1 : 2
      if (!fetching && heard.fetches < due) fetching = fetchFor(heard)
    },
    isUpToDate: () => heard !== undefined && heard.fetches > 0,
    settled: async () => fetching,
  }
}
