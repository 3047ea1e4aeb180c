import { describe } from 'node:test'
import { type Engine, engines } from '#tests/support/engines.ts'
import { startSystem } from '#tests/support/system.ts'

/**
 * Defines the same tests for every database engine, because each promise must hold on all of them. The tests of a file
 * run one after the other, because `latchkey()` blocks the process, and because all ids of a process come from one
 * counter, which two tests with different clocks would disturb.
 */
export function onEachEngine(define: (start: typeof startSystem, engine: Engine) => void): void {
  for (const engine of engines) {
    describe(`on ${engine}`, () => define((options) => startSystem({ engine, ...options }), engine))
  }
}
