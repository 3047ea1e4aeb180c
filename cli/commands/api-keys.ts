import { operator, type Scope, scopes } from '#contract/declaration/endpoint.ts'
import { createApiKeyEndpoint } from '#contract/integrations/api-keys.ts'
import { systemClock, toRfc3339 } from '#runtime/clock.ts'
import { messageOf } from '#runtime/log/thrown.ts'
import { checker } from '#runtime/requests/validation.ts'
import { parseDuration } from '#runtime/settings.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { type ApiKey, toApiKeyResource } from '#users/api-keys/api-key.ts'
import { createApiKey } from '#users/api-keys/create-api-key.ts'
import { listApiKeys } from '#users/api-keys/list-api-keys.ts'
import { revokeApiKey } from '#users/api-keys/revoke-api-key.ts'
import { requireDatabase } from '../open-existing.ts'
import { printableJson, printJson } from '../printable.ts'
import { type AllSettings, databaseUrls } from '../settings/all-settings.ts'
import { table } from '../table.ts'
import { withUsers } from '../with-users.ts'

export async function createApiKeyCommand(
  settings: AllSettings,
  flags: { name: string; scopes: string; expires: string | undefined; json: boolean },
): Promise<void> {
  const wanted = { name: flags.name, scopes: readScopes(flags.scopes) }
  checker(createApiKeyEndpoint.body)(wanted)
  const expiresAt = flags.expires === undefined ? undefined : systemClock.now() + readLifetime(flags.expires)
  const { apiKey, key } = await withUsers(settings, (users) =>
    createApiKey(users, { ...wanted, expiresAt, by: operator }),
  )
  if (flags.json) return printJson({ ...toApiKeyResource(apiKey), key })
  const rows = [
    ['id', apiKey.id],
    ['name', apiKey.name],
    ['scopes', apiKey.scopes.join(' ')],
    ['expires', toRfc3339(apiKey.expiresAt)],
    ['key', `${key}   (shown only once)`],
  ]
  process.stdout.write(table(rows))
}

export async function listApiKeysCommand(settings: AllSettings, isJson: boolean): Promise<void> {
  requireDatabase(databaseUrls(settings).users)
  const apiKeys: ApiKey[] = []
  await withUsers(settings, async (users) => {
    let cursor: string | null | undefined
    while (cursor !== null) {
      const page = await listApiKeys(users, { limit: 200, cursor })
      apiKeys.push(...page.apiKeys)
      cursor = page.nextCursor
    }
  })
  if (isJson) printJson({ data: apiKeys.map(toApiKeyResource) })
  else if (apiKeys.length === 0) process.stdout.write('No API keys.\n')
  else {
    const head = ['ID', 'NAME', 'STATUS', 'EXPIRES', 'LAST USED, UTC', 'CREATED BY', 'SCOPES']
    const rows = apiKeys.map((apiKey) => describe(apiKey, systemClock.now()))
    process.stdout.write(table([head, ...rows], { flexible: { 1: 9, 6: 9 }, optional: [5, 4] }))
  }
}

export async function revokeApiKeyCommand(settings: AllSettings, id: string, isJson: boolean): Promise<void> {
  requireDatabase(databaseUrls(settings).users)
  await withUsers(settings, (users) => revokeApiKey(users, { id, by: null }))
  process.stdout.write(isJson ? printableJson({ id, revoked: true }) : `Revoked API key ${id}.\n`)
}

function describe(apiKey: ApiKey, now: number): string[] {
  const state = apiKey.revokedAt !== null ? 'revoked' : apiKey.expiresAt <= now ? 'expired' : 'active'
  return [
    apiKey.id,
    apiKey.name,
    state,
    dayOf(apiKey.expiresAt),
    apiKey.lastUsedAt === null ? 'never' : minuteOf(apiKey.lastUsedAt),
    apiKey.createdBy ?? 'command line',
    apiKey.scopes.join(' '),
  ]
}

const dayOf = (at: number): string => toRfc3339(at).slice(0, 10)
const minuteOf = (at: number): string => toRfc3339(at).slice(0, 16).replace('T', ' ')

const readScopes = (list: string): Scope[] =>
  list.split(',').map((text) => {
    const scope = scopes.find((known) => known === text.trim())
    if (!scope) throw usage(`--scopes: unknown scope ${text.trim()}. Scopes are: ${scopes.join(', ')}.`)
    return scope
  })

function readLifetime(text: string): number {
  try {
    return parseDuration(text)
  } catch (cause) {
    throw usage(`--expires ${messageOf(cause)}.`)
  }
}

const usage = (fault: string): StartFault => new StartFault([fault], { exitCode: 2 })
