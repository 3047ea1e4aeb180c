import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartFault } from '#runtime/start-fault.ts'

export interface DataFolder {
  path(name: string): string
  /** The secret in a file of the folder; made when there is none and `make` says so. */
  secret(name: string, options: { make: boolean }): string | undefined
}

/** Makes the folder where it is missing, for its owner only. */
export function openDataFolder(folder: string): DataFolder {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new StartFault([`The data folder ${folder} cannot be written: ${(cause as Error).message}.`], {
      cause,
    })
  }
  const path = (name: string) => join(folder, name)
  return {
    path,
    secret(name, { make }) {
      if (!existsSync(path(name))) {
        if (!make) return undefined
        writeFileSync(path(name), `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
      }
      return readFileSync(path(name), 'utf8').trim()
    },
  }
}
