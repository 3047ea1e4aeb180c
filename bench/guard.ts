import { maxTries, recordedRatio, verdictOn } from './guard-verdict.ts'
import { cpuMsOf } from './process-figures.ts'
import { shown } from './result-table.ts'
import { readResults, recorded } from './results.ts'
import { guard } from './scenarios/guard.ts'

/**
 * Runs a short benchmark (`npm run bench-guard`). For validate and for refresh it computes the requests in a second of
 * processor time, divided by those of a bare HTTP server in the same run. The benchmark fails when such a ratio is below
 * three quarters of the recorded ratio three times in a row. All other errors are printed only, because the tests are
 * responsible for them.
 */
async function watch(): Promise<void> {
  const major = Number(process.versions.node.split('.')[0])
  const results = readResults(recorded)
  const measured: Record<string, number[]> = {}
  const settled = new Set<string>()
  for (let tries = 0; tries < maxTries; tries++) {
    // All checks are measured again, also those that have passed: they were recorded together, and a check that runs alone
    // has a process in which less code is optimized.
    const { checks } = await guard.run({ rounds: 0, seconds: 0 })
    for (const { what, median } of checks) {
      measured[what] = [...(measured[what] ?? []), median]
      if (settled.has(what)) continue
      const before = recordedRatio(results, what, major)
      const verdict = verdictOn(before, measured[what])
      if (verdict !== 'measure again') settled.add(what)
      if (verdict === 'fallen') process.exitCode = 1
      const record = before === undefined ? `Node ${major}` : `${shown(before)}x is recorded`
      tell(`  ${what}: ${shown(median)}x (${record}): ${verdict}`)
    }
    if (settled.size === checks.length) return
  }
}

const tell = (line: string): boolean => process.stdout.write(`${line}\n`)
/** The time limit of the whole guard, so that a process that hangs does not block the build. */
const longestMs = 240_000

if (cpuMsOf(process.pid) === undefined)
  tell('This system does not tell the processor time of a process in /proc: nothing was measured.')
else {
  tell('Requests in a second of processor time, over those of a bare node:http:')
  setTimeout(() => {
    tell('It took too long: the rest was not measured.')
    process.exit()
  }, longestMs).unref()
  await watch().catch((error: Error) => tell(`The rest has no figures. ${error.stack}`))
}
