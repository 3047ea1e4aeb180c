import { describe } from 'node:test'
import { type Engine, engines } from '#tests/support/engines.ts'
import { startSystem } from '#tests/support/system.ts'

/** Defines the same tests for every engine: a promise does not depend on where the rows are. */
export function onEachEngine(define: (start: typeof startSystem, engine: Engine) => void): void {
  for (const engine of engines) {
    describe(`on ${engine}`, () => define((options) => startSystem({ engine, ...options }), engine))
  }
}
