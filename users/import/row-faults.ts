import { Failure, type FieldError } from '#contract/declaration/failures.ts'
import { ValueError } from './values.ts'

/** A description of what each field of a row must be, for error messages: the errors of the schema name patterns and types. */
const sentences: Record<string, { tooLong?: string; other: string }> = {
  email: {
    tooLong: 'An email address has at most 254 characters.',
    other: 'This is not a plain email address, such as ada@example.com.',
  },
  id: { tooLong: 'An id has at most 200 characters.', other: 'An id is a text or a number.' },
  username: {
    other:
      'A username has 3 to 64 ASCII letters, digits, dots, underscores and hyphens, and begins and ends with a letter or digit.',
  },
  name: { other: 'A name is one line of 1 to 200 characters.' },
  locale: { other: 'A locale is a language tag, such as de or pt-BR.' },
  role: { other: 'A role is user or admin.' },
  status: { other: 'A status is active or suspended.' },
  email_verified: { other: 'This is neither true nor false.' },
  password_hash: {
    tooLong: 'A password hash has at most 512 characters.',
    other: 'A password hash is a text.',
  },
  created_at: { other: 'This is not a time, such as 2024-01-02T03:04:05Z.' },
  last_login_at: { other: 'This is not a time, such as 2024-01-02T03:04:05Z.' },
  metadata: { other: 'Metadata is an object.' },
}

/** Describes the faults that the schema of a row has found, each field once. */
export function describeSchemaFaults(errors: readonly FieldError[]): FieldError[] {
  const described = errors.map((error) => {
    const known = sentences[error.pointer.slice(1)]
    if (!known || error.code === 'unknown_field') return error
    if (error.code === 'required') return { ...error, detail: 'This is missing.' }
    const isTooLong = error.code === 'too_long' && known.tooLong !== undefined
    return { ...error, detail: isTooLong ? (known.tooLong ?? '') : known.other }
  })
  return described.filter(
    (one, at) =>
      at === described.findIndex(({ pointer, detail }) => pointer === one.pointer && detail === one.detail),
  )
}

/** Returns the faults for which a row is refused. Any other error is thrown on. */
export function rowFaultsIn(error: unknown): FieldError[] {
  if (error instanceof Failure && error.errors) return [...error.errors]
  if (error instanceof Failure) return [{ pointer: '', code: error.code, detail: error.message }]
  if (error instanceof ValueError)
    return [{ pointer: `/${error.field}`, code: 'invalid_format', detail: error.detail }]
  throw error
}
