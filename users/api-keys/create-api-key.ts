import { randomBytes } from 'node:crypto'
import { authorId, type Caller, type Scope } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { apiKeyOf } from '#contract/rules/api-key-form.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { newId } from '#runtime/ids.ts'
import { claimReply, type Repeatable } from '#runtime/requests/idempotency.ts'
import { alertAdmins } from '../core/alert-admins.ts'
import { requireRecentLogin } from '../core/recent-login.ts'
import type { Users } from '../core/users.ts'
import { type ApiKey, digestOf } from './api-key.ts'
import { insertApiKey } from './api-key-store.ts'

export interface NewApiKey {
  name: string
  scopes: readonly Scope[]
  /** The expiry in epoch milliseconds. A key without one expires after 90 days. */
  expiresAt?: number | undefined
  by: Caller
  repeatable?: Repeatable | undefined
}

/** The reply to the request that creates a key. The key itself is shown here and nowhere else. */
export interface CreatedApiKey {
  apiKey: ApiKey
  key: string
}

const dayMs = 24 * 60 * 60 * 1000
const usualLifetimeMs = 90 * dayMs
/** The maximum lifetime of a key is two years, with room for a leap day. */
const longestLifetimeMs = 731 * dayMs

export async function createApiKey(users: Users, input: NewApiKey): Promise<CreatedApiKey> {
  requireOwnScopes(input)
  const now = users.clock.now()
  requireRecentLogin(input.by, now)
  const apiKey: ApiKey = {
    id: newId(now),
    name: input.name,
    scopes: input.scopes,
    createdBy: authorId(input.by),
    createdAt: now,
    expiresAt: requireEnd(input.expiresAt ?? now + usualLifetimeMs, now),
    lastUsedAt: null,
    revokedAt: null,
  }
  const key = apiKeyOf(randomBytes(32))
  await users.db.transaction(async (tx) => {
    // A retry with the same Idempotency-Key gets the stored id only: the key itself must not be in any table, not even for a day.
    const first = await claimReply(tx, input.repeatable, { id: apiKey.id }, { now })
    if (first) throw shownBefore(first.id)
    await insertApiKey(tx, apiKey, digestOf(key))
    await recordCreated(tx, apiKey)
  })
  return { apiKey, key }
}

/**
 * Records the new key as an event and notifies the admins. The key keeps working after the session in which it was made has
 * ended, so the notice is how the victim of a stolen session learns of it.
 */
async function recordCreated(tx: Sql, apiKey: ApiKey): Promise<void> {
  const { id: apiKeyId, name, scopes, createdBy: by, createdAt: at } = apiKey
  const data = {
    api_key_id: apiKeyId,
    name,
    scopes: [...scopes],
    expires_at: toRfc3339(apiKey.expiresAt),
    by,
  }
  await record(tx, { type: 'api_key.created', subject: null, data, at })
  await alertAdmins(tx, { kind: 'api_key_created', apiKeyId, name, scopes, by }, at)
}

/**
 * Requires the maker of a key to have every scope of the new key. Otherwise the right to make keys would grant all other rights.
 */
function requireOwnScopes({ scopes, by }: NewApiKey): void {
  const errors = scopes.flatMap((scope, at) =>
    by.scopes.includes(scope)
      ? []
      : [{ pointer: `/scopes/${at}`, code: 'forbidden', detail: `This needs ${scope}.` }],
  )
  if (errors.length > 0) throw new Failure('forbidden', { errors })
}

export function requireEnd(expiresAt: number, madeAt: number): number {
  if (expiresAt > madeAt && expiresAt <= madeAt + longestLifetimeMs) return expiresAt
  const detail = 'A key expires in the future, and within two years.'
  throw new Failure('invalid_request', { errors: [{ pointer: '/expires_at', code: 'out_of_range', detail }] })
}

const shownBefore = (id: string): Failure =>
  new Failure('api_key_shown_before', {
    detail: `Revoke the key ${id}, and make another one with another Idempotency-Key.`,
    headers: { location: `/api/v1/api-keys/${id}` },
  })
