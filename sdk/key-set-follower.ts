import { startElapsed } from './elapsed.ts'

/** Keeps the key set at the version that heartbeats name. */
export interface KeySetFollower {
  hear(version: string): void
  /** Whether the keys were fetched after this version was heard of. */
  isUpToDate(): boolean
  /** Resolves when nothing is on its way any more. */
  settled(): Promise<void>
}

/**
 * A node of the authentication service reads changed keys within a second. So the keys are fetched at once, and once more when the
 * node that answered must have known: the first time it may have given the set of before.
 */
const knownEverywhereMs = 2_000

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
      // The next heartbeat tries it again.
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
