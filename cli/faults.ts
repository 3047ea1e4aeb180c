import { Failure } from '#contract/failures.ts'
import { StartFault } from '#runtime/start-fault.ts'

/**
 * The lines that say why a command failed. A refusal of the system, such as a full disk, is one sentence, because an operator can
 * mend it; an error of our own keeps its stack.
 */
export function faultsOf(error: Error & { syscall?: string }): readonly string[] {
  if (error instanceof StartFault) return error.faults
  if (!(error instanceof Failure))
    return [error.syscall === undefined ? (error.stack ?? String(error)) : error.message]
  const { errors, message, cause } = error
  return (
    errors?.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`) ?? [
      cause instanceof Error ? `${message} ${cause.message}` : message,
    ]
  )
}
