import { describe } from 'node:test'
import { type Engine, engines } from '#tests/support/engines.ts'
import { startSystem } from '#tests/support/system.ts'

/**
 * Defines the same tests for every database engine, because each promise holds on all of them. Some run at the same time, because a
 * journey mostly waits for work in the background. Tests that share a system take `{ concurrency: 1 }`. With `oneByOne` no two
 * tests of the file run at the same time: a test that runs a command with `latchkey()` blocks the process, and with it the services
 * of all other tests.
 */
export function onEachEngine(
  define: (start: typeof startSystem, engine: Engine) => void,
  { oneByOne = false }: { oneByOne?: boolean } = {},
): void {
  describe('on each engine', { concurrency: oneByOne ? 1 : engines.length }, () => {
    for (const engine of engines) {
      describe(`on ${engine}`, { concurrency: oneByOne ? 1 : 2 }, () =>
        define((options) => startSystem({ engine, ...options }), engine),
      )
    }
  })
}
