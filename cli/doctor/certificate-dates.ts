import type { X509Certificate } from 'node:crypto'
import { type Finding, fail, warn } from './check.ts'
import { days } from './days.ts'

const soonMs = 14 * 86_400_000

/** Checks whether a certificate is valid, and for how long. */
export function judgeDates(
  { validFromDate, validToDate }: X509Certificate,
  fix: string,
): { wrong: Finding[]; found: string } {
  const now = Date.now()
  const left = validToDate.getTime() - now
  const day = validToDate.toISOString().slice(0, 10)
  if (left <= 0) return { wrong: [fail(`the certificate expired ${days(-left)} ago`, fix)], found: '' }
  if (validFromDate.getTime() > now)
    return {
      wrong: [
        fail(
          `the certificate is not valid before ${validFromDate.toISOString()}`,
          'check the clock of this machine',
        ),
      ],
      found: '',
    }
  if (left < soonMs)
    return { wrong: [warn(`the certificate expires in ${days(left)}, on ${day}`, fix)], found: '' }
  return { wrong: [], found: `the certificate is valid until ${day}` }
}
