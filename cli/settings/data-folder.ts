import { randomBytes, randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { DatabaseOptions } from '#runtime/database/database-options.ts'
import { syncPath } from '#runtime/database/sync-path.ts'
import { codeOf, messageOf } from '#runtime/log/thrown.ts'
import { StartFault } from '#runtime/start-fault.ts'

/**
 * The options with which a command opens a database. A service may use the database at the same time, so the command does not
 * lock it, and may wait longer than a request. A command that cannot write fails, so that a lost write needs no further handling.
 */
export const commandDatabaseOptions: DatabaseOptions = {
  connections: 2,
  statementMs: 10_000,
  exclusive: false,
  onLostWrites() {},
}

/** Makes the data folder if it is missing. Only its owner may read it. */
export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new StartFault([`The data folder ${folder} cannot be written: ${messageOf(cause)}.`], {
      cause,
    })
  }
}

/** Reads a secret from a file in the data folder; undefined if there is no such file. */
export function readSecret(folder: string, name: string): string | undefined {
  const path = join(folder, name)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

/**
 * Writes a new secret to a file: 32 random bytes in base64, unless another text is given. The file appears
 * whole or not at all. An existing file is not replaced: when two processes start at the same time, both must
 * use the same secret.
 */
export function makeSecret(folder: string, name: string, secret = randomBytes(32).toString('base64')): void {
  const path = join(folder, name)
  const made = `${path}.${randomUUID()}`
  try {
    writeFileSync(made, `${secret}\n`, { mode: 0o600, flush: true })
    linkSync(made, path)
    syncPath(folder)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(made, { force: true })
  }
}
