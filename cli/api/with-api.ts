import { readFileSync } from 'node:fs'
import { messageOf } from '#runtime/log/thrown.ts'
import { StartFault } from '#runtime/start-fault.ts'
import type { AllSettings } from '../settings/all-settings.ts'
import type { Api } from './api.ts'

/** The flags that say where a command finds the services. */
export interface Target {
  /** The origin of a service that answers the routes of both, as `latchkey start` does. Without it the databases are used. */
  url: string | undefined
  'api-key-file': string | undefined
}

export interface ApiOptions {
  /** True when the command may make an embedded database that is missing, as the first user does. */
  mayMake?: boolean
}

/** Runs a command on the databases of the settings or, with `--url`, over HTTP with an API key. */
export async function withApi<T>(
  settings: AllSettings,
  target: Target,
  work: (api: Api) => Promise<T>,
  { mayMake = false }: ApiOptions = {},
): Promise<T> {
  if (target.url !== undefined) {
    const { overHttp } = await import('./over-http.ts')
    return work(overHttp({ url: target.url, key: keyOf(settings, target) }))
  }
  if (target['api-key-file'] !== undefined)
    throw new StartFault(['--api-key-file needs --url: on the databases, commands need no key.'], {
      exitCode: 2,
    })
  const { openDatabases } = await import('./on-databases.ts')
  await using databases = openDatabases(settings, { mayMake })
  return await work(databases)
}

function keyOf({ apiKey }: AllSettings, { 'api-key-file': path }: Target): string {
  if (path === undefined && apiKey !== undefined) return apiKey
  if (path === undefined)
    throw new StartFault(['--url needs an API key: add --api-key-file FILE, or set LATCHKEY_API_KEY.'], {
      exitCode: 2,
    })
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new StartFault([`Cannot read the file ${path}: ${messageOf(cause)}.`], { cause, exitCode: 2 })
  }
}
