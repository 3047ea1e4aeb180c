import { tryNext } from './next-example.ts'
import { tryVite } from './vite-example.ts'
import { tryWorker } from './worker-example.ts'

/**
 * Builds and runs the examples whose frameworks are too large for the test suite: `npm run try-frameworks`, or `npm run
 * try-frameworks -- NAME` for one of them. The packages are installed into `.cache`.
 */
const trials = { next: tryNext, vite: tryVite, worker: tryWorker }

const [only] = process.argv.slice(2)
for (const [name, run] of Object.entries(trials)) {
  if (only !== undefined && name !== only) continue
  await run()
  process.stdout.write(`${name}: ok\n`)
}
