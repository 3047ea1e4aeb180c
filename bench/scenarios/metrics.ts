import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'
import { checkOutEarlier } from '../earlier-checkout.ts'
import { httpLoad } from '../load.ts'
import { startProduct } from '../product.ts'
import { validations } from '../requests.ts'
import { besideAnother, contestantsOf, inTurns, type Scenario } from '../scenario.ts'

const sessions = 256

/** The signal that switches the metrics of a process off, and on again. */
const signal = 'SIGUSR2'
const switchFile = 'runtime/metrics/switch.ts'
const switchText = `
let off = false
process.on('${signal}', () => {
  off = !off
})
export const isOff = () => off
`

/** The code that only measures, by file, and its replacement, which the signal can switch off. */
const measuring: [file: string, code: string, replacement: string][] = [
  [
    'runtime/metrics/counter.ts',
    'void counts.set(value, (counts.get(value) ?? 0) + 1)',
    'void (isOff() || counts.set(value, (counts.get(value) ?? 0) + 1))',
  ],
  [
    'runtime/metrics/histogram.ts',
    'observe(value: number) {',
    'observe(value: number) {\n      if (isOff()) return',
  ],
  [
    'runtime/http/request-durations.ts',
    'begin(response: Measured) {',
    'begin(response: Measured) {\n      if (isOff()) return',
  ],
  [
    'runtime/metrics/process-metrics.ts',
    'lag.enable()',
    `lag.enable()\n  process.on('${signal}', () => (isOff() ? lag.disable() : lag.enable()))`,
  ],
]

export const metrics: Scenario = {
  name: 'metrics',
  measures:
    'GET /auth/validate with tokens seen before on SQLite, beside the same process while nothing counts and measures requests.',
  isOnRequest: true,
  async run({ rounds, seconds }) {
    const folder = temporaryFolderOnDisk()
    try {
      const command = checkOutEarlier('HEAD', folder)
      writeFileSync(join(folder, switchFile), switchText)
      for (const [file, code, replacement] of measuring) {
        const path = join(folder, file)
        const source = readFileSync(path, 'utf8')
        if (source.split(code).length !== 2) throw new Error(`${file} has not once: ${code}`)
        const imports = `import { isOff } from '#${switchFile}'\n`
        writeFileSync(path, imports + source.replace(code, replacement))
      }
      await using product = await startProduct({ sessions, command })
      let isOn = true
      const load = (shouldBeOn: boolean) => () => {
        if (isOn !== shouldBeOn) process.kill(product.pid, signal)
        isOn = shouldBeOn
        return httpLoad([product], {
          url: product.auth,
          connections: 32,
          requests: validations(product.population, { from: 0, count: sessions }),
          seconds,
          expect: 200,
        })
      }
      const samples = await inTurns(rounds, { measured: load(true), unmeasured: load(false) })
      return {
        contestants: contestantsOf(samples),
        checks: besideAnother(samples, { own: 'measured', other: 'unmeasured', target: { atLeast: 0.95 } }),
        notes: [
          'Nothing reads /metrics meanwhile. One process of the last commit, run from source: it switches between rounds, because two processes of the same program differ by more than what is measured here.',
        ],
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}
