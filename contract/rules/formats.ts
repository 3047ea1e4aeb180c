import { isUuid } from '../declaration/fields.ts'

const rfc3339 = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/**
 * Returns whether a text is a date and time of RFC 3339. `Date.parse` alone would accept other forms too, and it moves 30 February
 * to 1 March and hour 24 to the next day.
 */
export function isTime(text: string): boolean {
  const day = rfc3339.exec(text)?.[1]
  if (day === undefined || Number.isNaN(Date.parse(text))) return false
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

/** Every `format` of the contract with its check. `true` checks nothing: the format only informs, or a use case checks it. */
export const formats = {
  uuid: isUuid,
  'date-time': isTime,
  'idn-email': true,
  password: true,
  'uri-reference': true,
} as const
