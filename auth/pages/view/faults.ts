import { Failure } from '#contract/declaration/failures.ts'

/**
 * Returns the codes of what is wrong with the fields of a form, by field name, when the schema or a use case refused
 * the form. Returns undefined for every other error, also when the form had fields that the page does not have.
 */
export function faultsIn(error: unknown, names: readonly string[]): Record<string, string> | undefined {
  if (!(error instanceof Failure) || !error.errors) return undefined
  const faults: Record<string, string> = {}
  for (const { pointer, code } of error.errors) {
    const name = pointer.slice(1)
    if (!names.includes(name)) return undefined
    faults[name] ??= code
  }
  return faults
}

/** Makes the failure of one field of a form. */
export const fieldFault = (name: string, code: string): Failure =>
  new Failure('invalid_request', { errors: [{ pointer: `/${name}`, code, detail: code }] })
