import { describeFailure, Failure } from '#contract/declaration/failures.ts'

/** Returns a thrown value as an Error, because JavaScript can throw any value. */
export const toError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown))

/** Returns the message of a thrown value, whatever its type. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Failure ? describeFailure(thrown) : toError(thrown).message

/** Returns the `code` that identifies errors of Node, such as `ENOENT`; undefined where there is none. */
export const codeOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined

/**
 * True for an error of the operating system, such as a full disk. libuv sets `syscall` to the system call
 * that failed.
 */
export const isOfSystem = (thrown: unknown): boolean =>
  thrown instanceof Error && 'syscall' in thrown && thrown.syscall !== undefined
