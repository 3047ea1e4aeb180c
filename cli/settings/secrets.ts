import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { messageOf } from '#runtime/log/thrown.ts'
import { noteKeyFile } from '#runtime/sealing.ts'
import type { Setting } from '#runtime/settings.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { type AllSettings, allSettings } from './all-settings.ts'
import { makeSecret, readSecret } from './data-folder.ts'

interface Wanted {
  settings: AllSettings
  services: 'both' | 'users' | 'auth'
}

const secretFiles = { serviceToken: 'service-token', masterKey: 'master-key' }
const mailboxKeyFile = 'mailbox-key'

/**
 * Refuses a start of only one of the two services without the secrets that both share: otherwise each service would make its own.
 */
export function requireSharedSecrets({ settings }: Wanted): void {
  const { data, serviceToken, masterKeys } = settings
  const faults: string[] = []
  const need = (setting: string, file: string) => {
    if (readSecret(data, file) !== undefined) return
    faults.push(`${setting} must be set when one service runs alone, or be in the file ${file}).`)
  }
  if (!serviceToken) need('LATCHKEY_SERVICE_TOKEN', secretFiles.serviceToken)
  if (!masterKeys) need('LATCHKEY_MASTER_KEY', secretFiles.masterKey)
  if (faults.length > 0) throw new StartFault(faults, { exitCode: 2 })
}

/**
 * Reads the secrets that both services share from the settings, or else from the data folder, where a start of both services
 * makes them.
 */
export function sharedSecrets({ settings, services }: Wanted): {
  serviceTokens: string[]
  masterKeys: Buffer[]
} {
  if (services === 'both') {
    // No file is made for a secret that a setting gives: it would stay unused until somebody removes the setting, and then be a
    // wrong one.
    if (!settings.serviceToken) makeIfMissing(settings.data, secretFiles.serviceToken)
    if (!settings.masterKeys) makeIfMissing(settings.data, secretFiles.masterKey)
  }
  return { serviceTokens: serviceTokensOf(settings), masterKeys: masterKeysOf(settings) }
}

function makeIfMissing(data: string, file: string): void {
  if (readSecret(data, file) === undefined) makeSecret(data, file)
}

/**
 * Returns the secret key in the URL of the mailbox. It stays the same at every start, so that a bookmark of the mailbox keeps
 * working.
 */
export function mailboxKey(data: string): string {
  if (findMailboxKey(data) === undefined)
    makeSecret(data, mailboxKeyFile, randomBytes(16).toString('base64url'))
  return findMailboxKey(data) ?? ''
}

/**
 * Reads the secret key in the URL of the mailbox, and refuses a key that could be guessed. Returns undefined before the first
 * start.
 */
export function findMailboxKey(data: string): string | undefined {
  const key = readSecret(data, mailboxKeyFile)
  if (key === undefined || /^[\w-]{22,}$/.test(key)) return key
  const path = join(data, mailboxKeyFile)
  throw new StartFault([`The file ${path} has no key. Remove it: the next start creates one.`], {
    exitCode: 2,
  })
}

/** Reads the master keys from the settings, or else from the data folder. Returns none before the first start. */
export function masterKeysOf(settings: AllSettings): Buffer[] {
  if (settings.masterKeys) return settings.masterKeys
  const keys = fromFile(settings, secretFiles.masterKey, allSettings.masterKeys) ?? []
  noteKeyFile(keys, join(settings.data, secretFiles.masterKey))
  return keys
}

/** Reads the service tokens from the settings, or else from the data folder. The first one is sent, and each is accepted. */
export const serviceTokensOf = (settings: AllSettings): string[] =>
  settings.serviceToken ?? fromFile(settings, secretFiles.serviceToken, allSettings.serviceToken) ?? []

/** Reads a secret from a file of the data folder; undefined when there is no such file yet. */
function fromFile<T>(settings: AllSettings, file: string, setting: Setting<T>): T | undefined {
  const secret = readSecret(settings.data, file)
  if (secret === undefined) return undefined
  try {
    return setting.parse(secret)
  } catch (cause) {
    throw new StartFault([`The file ${join(settings.data, file)} ${messageOf(cause)}.`], {
      cause,
      exitCode: 2,
    })
  }
}
