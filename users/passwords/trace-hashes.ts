import type { Within } from '#runtime/log/open-span.ts'
import { currentSpan } from '#runtime/log/tracing.ts'
import type { HashQueue } from './hash-queue.ts'

type Lanes = Pick<HashQueue, 'forKnown' | 'forNewcomer'>

/** Adds a trace span for each hash that a request waits for. The span includes the time in the queue, and records it. */
export function traceHashes({ forKnown, forNewcomer }: Lanes, within: Within): Lanes {
  const traced =
    (inTurn: HashQueue['forKnown'], lane: string): HashQueue['forKnown'] =>
    (work) => {
      if (!currentSpan()) return inTurn(work)
      const attributes = { 'latchkey.hash.lane': lane }
      return within({ name: 'hash password', kind: 'internal', attributes }, (span) => {
        const queuedAt = performance.now()
        return inTurn(() => {
          span.set('latchkey.hash.wait_ms', Math.round((performance.now() - queuedAt) * 1_000) / 1_000)
          return work()
        })
      })
    }
  return { forKnown: traced(forKnown, 'known'), forNewcomer: traced(forNewcomer, 'newcomer') }
}
