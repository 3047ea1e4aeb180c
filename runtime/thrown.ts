/** Returns what was thrown as an Error: anything may be thrown, though nobody should throw anything else. */
export const toError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown))

export const messageOf = (thrown: unknown): string => toError(thrown).message

/** Returns the `code` by which errors of Node are told apart, such as `ENOENT`; undefined where there is none. */
export const codeOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined

/** True for a refusal of the operating system, such as a full disk: libuv names the system call that failed. */
export const isOfSystem = (thrown: unknown): boolean =>
  thrown instanceof Error && 'syscall' in thrown && thrown.syscall !== undefined
