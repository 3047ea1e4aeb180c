import { describeFailure, Failure } from '#contract/declaration/failures.ts'
import { isOfSystem, messageOf, toError } from '#runtime/log/thrown.ts'
import { StartFault } from '#runtime/start-fault.ts'

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
