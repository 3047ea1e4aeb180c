import type { Framework } from '#cli/commands/clients/frameworks.ts'
import type { Missing } from '#tests/support/foreign-packages.ts'
import { foreignClients } from './foreign-clients.ts'
import { tryVite } from './vite-example.ts'
import { walkClient } from './walk-client.ts'
import { tryWebExample, webExamples } from './web-examples.ts'
import { tryWorker } from './worker-example.ts'

/**
 * Builds and runs what is too large for the test suite, or needs programs that not every machine has: the examples for some
 * frameworks, and applications with the OpenID libraries of others. `npm run try-frameworks`, or `npm run try-frameworks --
 * NAME` for one of them. The packages are installed into `.cache`.
 */
const trials: Record<string, () => Promise<Missing | undefined>> = {
  vite: tryVite,
  worker: tryWorker,
}
for (const [name, example] of Object.entries(webExamples))
  trials[name] = () => tryWebExample(name as Framework, example)
for (const [name, client] of Object.entries(foreignClients)) trials[name] = () => walkClient(client)

const [only] = process.argv.slice(2)
const chosen = Object.entries(trials).filter(([name]) => only === undefined || name === only)
if (chosen.length === 0) throw new Error(`There is no ${only}. There are ${Object.keys(trials).join(', ')}.`)
const counts = { ok: 0, failed: 0, 'not run': 0 }
for (const [name, run] of chosen) {
  const { result, why } = await outcomeOf(run)
  counts[result]++
  process.stdout.write(`${name}: ${result}${why}\n`)
}
process.stdout.write(`${counts.ok} ok, ${counts.failed} failed, ${counts['not run']} not run\n`)
process.exitCode = counts.failed > 0 ? 1 : 0

/** Runs a trial. A failure does not keep the next ones from running. */
async function outcomeOf(
  run: () => Promise<Missing | undefined>,
): Promise<{ result: keyof typeof counts; why: string }> {
  try {
    const missing = await run()
    return missing ? { result: 'not run', why: `: ${missing.missing}` } : { result: 'ok', why: '' }
  } catch (error) {
    return { result: 'failed', why: `\n${error instanceof Error ? error.stack : error}` }
  }
}
