import { isTime } from '#contract/rules/formats.ts'
import { type Setting, setting } from '#runtime/settings.ts'

/** A setting that is a moment, in epoch milliseconds: a day, which begins at midnight UTC, or a time of RFC 3339. */
export const moment = (name: `LATCHKEY_${string}`, meaning: string): Setting<number> =>
  setting(name, meaning, undefined, (text) => {
    const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
    const time = isDay ? `${text}T00:00:00Z` : text
    // A date such as February 30 would be taken for one in March.
    const isReal = isTime(time) && (!isDay || new Date(time).toISOString().startsWith(text))
    if (!isReal) throw new Error('is not a day such as 2027-03-01, or a time of RFC 3339')
    return Date.parse(time)
  })
