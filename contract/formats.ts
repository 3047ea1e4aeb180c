import { isUuid } from './fields.ts'

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** Whether a text is a time as RFC 3339 writes it. Date.parse would take more. */
export const isTime = (text: string): boolean => rfc3339.test(text) && !Number.isNaN(Date.parse(text))

/** The formats that the contract uses, and what holds of each; `true` is for the reader alone, or is checked by a use case. */
export const formats = {
  uuid: isUuid,
  'date-time': isTime,
  'idn-email': true,
  password: true,
  'uri-reference': true,
} as const
