import { Failure } from '#contract/declaration/failures.ts'
import { isApiKeyForm } from '#contract/rules/api-key-form.ts'
import { warnOfFlood } from '#runtime/log/warn-of-flood.ts'
import { type ApiKey, digestOf } from './api-key.ts'
import { findApiKey } from './api-key-store.ts'
import { type ApiKeys, noteUse } from './api-key-use.ts'

/**
 * Returns the API key that a request was made with. The key is looked up for each request, so that a revoked key is refused as
 * soon as the reply to its revocation was sent.
 * @throws {Failure} `token_invalid` when the key is unknown, misspelt or revoked; `token_expired`
 */
export async function validateApiKey(users: ApiKeys, input: { key: string }): Promise<ApiKey> {
  if (!isApiKeyForm(input.key)) throw new Failure('token_invalid')
  const apiKey = await findApiKey(users.db, digestOf(input.key))
  const now = users.clock.now()
  if (!apiKey || apiKey.revokedAt !== null || apiKey.expiresAt <= now) {
    const reason = !apiKey ? 'unknown' : apiKey.revokedAt !== null ? 'revoked' : 'expired'
    warnOfFlood(users.log, {
      line: { event: 'api_key.refused', api_key_id: apiKey?.id, reason },
      message: 'API key refused',
      moreMessage: 'API key refused again',
      countedAs: 'refused',
    })
    throw new Failure(reason === 'expired' ? 'token_expired' : 'token_invalid')
  }
  noteUse(users, apiKey, now)
  return apiKey
}
