import { Failure } from '#contract/failures.ts'

/** The gate refuses logins for a moment after the user service said that its queue of password hashes is full. */
export interface LoginGate {
  closedUntil: number
}

export const createLoginGate = (): LoginGate => ({ closedUntil: 0 })

/** The gate stays closed for a tenth of the longest wait in that queue. By then there is room again. */
const closedMs = 100

/** The failure is created once, because capturing a stack trace would be a tenth of the cost of a refusal. */
const full = new Failure('overloaded', { retryAfterSeconds: 2 })

/** Refuses a login while the gate is closed, without a query or a call: in a flood nearly all logins are refused. */
export function refuseIfFull({ gate }: { gate: LoginGate }): void {
  if (performance.now() < gate.closedUntil) throw full
}

/** Runs an attempt, and closes the gate for the logins of the next moment when the queue is full. */
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
