import { isTime } from '#contract/rules/formats.ts'
import { type Setting, setting } from '#runtime/settings.ts'

/** Declares a setting that is a time, in epoch milliseconds: of a day, which begins at midnight UTC, or of a time of RFC 3339. */
export const moment = (name: `LATCHKEY_${string}`, meaning: string): Setting<number> =>
  setting(name, meaning, undefined, (text) => {
    const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
    const time = isDay ? `${text}T00:00:00Z` : text
    // `Date.parse` would read February 30 as a date in March, so a day that does not exist is refused.
    const isReal = isTime(time) && (!isDay || new Date(time).toISOString().startsWith(text))
    if (!isReal) throw new Error('is not a day such as 2027-03-01, or a time of RFC 3339')
    return Date.parse(time)
  })
