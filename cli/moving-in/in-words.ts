import type { FieldError } from '#contract/declaration/failures.ts'

/** The names that fields of a row have in the file, where they differ. */
export type FieldNames = Readonly<Record<string, string>>

/**
 * Describes what is wrong with a row in sentences that use the field names of its file. Values are never shown, because a row may
 * hold a password hash.
 */
export function inWords(errors: readonly FieldError[], names: FieldNames = {}): string {
  const sentences = errors.map(({ pointer, detail }) => {
    const field = pointer.slice(1)
    return field === '' ? detail : `${nameOf(field, names)}: ${detail}`
  })
  // The name of an unknown field may hold control characters, which must not reach a terminal.
  return sentences.join(' ').replace(/\p{Cc}/gu, '?')
}

/** Returns the name that a field, or a member of the metadata, has in the file. */
export function nameOf(field: string, names: FieldNames = {}): string {
  const [first = '', ...rest] = field.split('/')
  return [names[first] ?? first, ...rest].join('/')
}
