import { executionAsyncResource } from 'node:async_hooks'

/** Objects of `process.nextTick`, which are held until the process ends. */
const held: object[] = []

/**
 * Keeps `process.nextTick` fast. Each call makes an object, and V8 compiles the call for the hidden class of this object. When no
 * call waits, nothing holds the hidden class, and a garbage collection may remove it. From then on, all calls are six times as
 * slow, until the process ends. A request makes seven of them. So this holds one of the objects. Call it before the first
 * garbage collection.
 */
export function keepNextTickFast(): void {
  process.nextTick(() => held.push(executionAsyncResource()))
}
