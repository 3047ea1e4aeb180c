import { Failure, type FieldError } from '#contract/declaration/failures.ts'
import type { Texts } from '../texts/texts.ts'

/** A failure that the admin can correct, as the page shows it above the form that was sent. */
export interface Problem {
  text: string
  faults: readonly Fault[]
}

/** A fault in one field of a form. */
export interface Fault {
  /** The JSON pointer to the field. */
  pointer: string
  /** The description of the fault, in the language of the reader. */
  text: string
  /** The description by the service, which is in English and may be more exact; undefined where `text` says as much. */
  inEnglish: string | undefined
}

/**
 * Returns the words with which a form describes a failure that the admin can correct.
 * @throws any other error again
 */
export function problemOf(error: unknown, texts: Texts): Problem {
  const { problems } = texts
  if (!(error instanceof Failure)) throw error
  const { code, errors = [] } = error
  if (code === 'invalid_request')
    return { text: problems.invalid_request, faults: errors.map((one) => toFault(one, texts)) }
  const text = Object.entries(problems).find(([name]) => name === code)?.[1]
  if (text === undefined) throw error
  return { text, faults: [] }
}

/** The codes of faults without an English detail, because the translated text already says how to correct them. */
const plainCodes = ['required', 'repeated', 'unknown_field', 'too_common', 'is_username', 'is_email']

/**
 * Returns a fault in the language of the reader. The code of a later version of the service has no text here, and gets a general
 * one.
 */
function toFault({ pointer, code, detail }: FieldError, { faults }: Texts): Fault {
  const text = Object.entries(faults).find(([known]) => known === code)?.[1] ?? faults.invalid
  return { pointer, text, inEnglish: plainCodes.includes(code) ? undefined : detail }
}
