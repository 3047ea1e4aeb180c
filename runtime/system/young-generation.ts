import { performance } from 'node:perf_hooks'
import { getHeapSpaceStatistics } from 'node:v8'

/** The size of the young generation from which on requests get no faster. */
const enoughBytes = 16 * 1024 * 1024
const everyMs = 5_000
/** The share of the time for which the event loop of a busy process works. */
const busyShare = 0.2
/** V8 may have been told to keep it smaller (`--max-semi-space-size`). */
const maxArrays = 4_000

/**
 * Makes the young generation of the heap larger once the process is busy. V8 does that only for objects that survive its
 * collections, and those of a request do not: it would collect several times as often for good, which takes up to a fifth of all
 * validations. An idle process keeps the memory for itself that it has.
 */
export function growWhenBusy(): Disposable {
  let last = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    if (utilization >= busyShare) growYoungGeneration()
  }, everyMs)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Makes objects that survive until the young generation is large enough, and lets go of them. It takes some 10 ms, once. */
export function growYoungGeneration(): void {
  const survivors: unknown[] = []
  while (youngBytes() < enoughBytes && survivors.length < maxArrays) survivors.push(new Array(500).fill(0))
}

/** The size of the young generation in bytes, as V8 has it at present. */
export const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? enoughBytes
