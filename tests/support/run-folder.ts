import { rmSync } from 'node:fs'
import { temporaryFolder } from './temporary-folder.ts'

const variable = 'LATCHKEY_TEST_RUN_FOLDER'

/** Returns the folder that all test files of a run share; undefined for a test file that runs alone. */
export const runFolder = (): string | undefined => process.env[variable]

export function makeRunFolder(): Disposable {
  const folder = temporaryFolder()
  process.env[variable] = folder
  return { [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}
