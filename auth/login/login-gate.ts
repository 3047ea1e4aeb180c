import { Failure } from '#contract/failures.ts'

/** Whether the user service has as many passwords to check as it takes, as far as is known here. */
export interface LoginGate {
  closedUntil: number
}

export const createLoginGate = (): LoginGate => ({ closedUntil: 0 })

/** A tenth of the longest queue of hashes: by then there is room again. */
const closedMs = 100

/** Made once: an error looks up where it was made, which would be a tenth of what a refusal costs. */
const full = new Failure('overloaded', { retryAfterSeconds: 2 })

/** In a flood nearly all are refused, so that must cost next to nothing: no transaction, and no question to the other service. */
export function refuseIfFull({ gate }: { gate: LoginGate }): void {
  if (performance.now() < gate.closedUntil) throw full
}

/** Whoever is told that the queue is full tells all who come within the next moment. */
export async function closingWhenFull<T>(
  { gate }: { gate: LoginGate },
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof Failure && error.code === 'overloaded')
      gate.closedUntil = performance.now() + closedMs
    throw error
  }
}
