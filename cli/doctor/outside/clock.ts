import { ask } from '../ask.ts'
import { type Check, fail, ok, skipped, warn } from '../check.ts'
import { clockAdvice } from '../clock-advice.ts'

const warnAboveMs = 5_000
const failAboveMs = 60_000

/** Compares this clock with the Date header of the public URL, which has whole seconds. */
export const publicClockCheck: Check = {
  name: 'clock',
  async run({ url }, signal) {
    if (!url) return []
    const { headers, at, uncertainMs } = await ask(new URL('/health/live', url), { signal })
    const there = Date.parse(headers.date ?? '')
    if (Number.isNaN(there)) return [skipped('the response has no Date header')]
    const difference = there + 500 - at
    const text = `${(Math.abs(difference) / 1_000).toFixed(1)} s between this clock and the Date header of the response`
    const certain = Math.abs(difference) - uncertainMs
    if (certain > failAboveMs) return [fail(text, clockAdvice)]
    return [certain > warnAboveMs ? warn(text, clockAdvice) : ok(text)]
  },
}
