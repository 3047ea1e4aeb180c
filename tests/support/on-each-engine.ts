import { describe } from 'node:test'
import { type Engine, engines } from '#tests/support/engines.ts'
import { startSystem } from '#tests/support/system.ts'

/**
 * Defines the same tests for every database engine, because each promise holds on all of them. Two tests of
 * an engine run at the same time, because a journey mostly waits for background work. Tests that share a
 * system take `{ concurrency: 1 }`.
 */
export function onEachEngine(define: (start: typeof startSystem, engine: Engine) => void): void {
  describe('on each engine', { concurrency: engines.length }, () => {
    for (const engine of engines) {
      describe(`on ${engine}`, { concurrency: 2 }, () =>
        define((options) => startSystem({ engine, ...options }), engine),
      )
    }
  })
}
