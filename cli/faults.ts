import { describeFailure, Failure } from '#contract/declaration/failures.ts'
import { isOfSystem, messageOf, toError } from '#runtime/log/thrown.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { wrapText } from './text-width.ts'

/**
 * Returns the lines that say why a command failed. An error of the operating system, such as a full disk, is
 * one sentence, because an operator can correct it; a bug keeps its stack trace.
 */
export function faultsOf(error: unknown): readonly string[] {
  if (error instanceof StartFault) return error.faults
  if (isOfSystem(error)) return [messageOf(error)]
  if (!(error instanceof Failure)) return [toError(error).stack ?? String(error)]
  const { errors, cause } = error
  const message = describeFailure(error)
  return (
    errors?.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`) ?? [
      cause instanceof Error ? `${message} ${messageOf(cause)}` : message,
    ]
  )
}

/**
 * Formats a fault for the standard error. At a terminal of `columns`, it is broken between words; elsewhere each fault is one line,
 * so that it can be searched.
 */
export function describeFault(fault: string, columns: number | undefined): string {
  const text = `latchkey: ${fault}`
  return `${(columns === undefined ? [text] : text.split('\n').flatMap((line) => wrapText(line, columns))).join('\n')}\n`
}
