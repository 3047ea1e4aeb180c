/** The variable that names the test files of a process which runs several of them: a JSON list of paths. */
export const filesVariable = 'LATCHKEY_TEST_FILES'

/** Returns the test files that this process runs, one or several with the same engines. */
export function filesOfProcess(): string[] {
  const files = process.env[filesVariable]
  return files === undefined ? [process.argv[1] ?? ''] : JSON.parse(files)
}
