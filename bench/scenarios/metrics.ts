import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'
import { checkOutEarlier } from '../earlier-checkout.ts'
import { httpLoad } from '../load.ts'
import { type Product, startProduct } from '../product.ts'
import { validations } from '../requests.ts'
import { besideAnother, contestantsOf, inTurns, type Scenario } from '../scenario.ts'

const sessions = 256

/** The code that runs for each request only to measure it, by file, and what replaces it. */
const measuring: [file: string, code: string, replacement: string][] = [
  ['counter.ts', 'void counts.set(value, (counts.get(value) ?? 0) + 1)', 'void value'],
  ['histogram.ts', 'observe(value: number) {', 'observe(value: number) {\n      if (value >= -1) return'],
  [
    'request-durations.ts',
    'begin(response: Measured) {',
    'begin(response: Measured) {\n      if (response) return',
  ],
  ['process-metrics.ts', 'lag.enable()', ''],
]

export const metrics: Scenario = {
  name: 'metrics',
  measures:
    'GET /auth/validate with tokens seen before on SQLite, beside the same commit without what counts and measures requests.',
  isOnRequest: true,
  async run({ rounds, seconds }) {
    const folder = temporaryFolderOnDisk()
    try {
      const command = checkOutEarlier('HEAD', folder)
      for (const [file, code, replacement] of measuring) {
        const path = join(folder, 'runtime/metrics', file)
        const source = readFileSync(path, 'utf8')
        if (source.split(code).length !== 2) throw new Error(`${file} has not once: ${code}`)
        writeFileSync(path, source.replace(code, replacement))
      }
      await using measured = await startProduct({ sessions })
      await using unmeasured = await startProduct({ sessions, command })
      const warm = (product: Product) => () =>
        httpLoad([product], {
          url: product.auth,
          connections: 32,
          requests: validations(product.population, { from: 0, count: sessions }),
          seconds,
          expect: 200,
        })
      const samples = await inTurns(rounds, { measured: warm(measured), unmeasured: warm(unmeasured) })
      return {
        contestants: contestantsOf(samples),
        checks: besideAnother(samples, { own: 'measured', other: 'unmeasured', target: { atLeast: 0.95 } }),
        notes: [
          'Nothing reads /metrics meanwhile. Both run from source; the other is the last commit, without these lines.',
        ],
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}
