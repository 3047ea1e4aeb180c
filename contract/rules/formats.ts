import { isUuid } from '../fields.ts'

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** Says whether a text is a date and time of RFC 3339. `Date.parse` alone would accept other forms too. */
export const isTime = (text: string): boolean => rfc3339.test(text) && !Number.isNaN(Date.parse(text))

/** Every `format` of the contract with its check. `true` checks nothing: the format only informs, or a use case checks it. */
export const formats = {
  uuid: isUuid,
  'date-time': isTime,
  'idn-email': true,
  password: true,
  'uri-reference': true,
} as const
