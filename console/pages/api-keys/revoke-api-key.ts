import { revokeApiKeyEndpoint } from '#contract/api-keys.ts'
import { Failure } from '#contract/failures.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { confirmView } from '../../view/confirm.ts'
import { pageUrl } from '../../view/parts.ts'
import { findApiKeys } from './api-keys.ts'

export const revokeApiKeyPage: ConsolePage = {
  ...{ name: 'revoke-api-key', entry: 'api-keys' },
  show: showRevocation,
  send: revoke,
}

/**
 * Names the key that is to be revoked. It is looked for on the page of the list from which the link led here: a name in the URL
 * could be made up by whoever made the link.
 */
async function showRevocation(visit: Visit): Promise<PageAnswer> {
  const { sent, texts } = visit
  const { data } = await findApiKeys(visit, sent.cursor)
  const key = data.find(({ id }) => id === sent.id)
  if (!key) throw new Failure('api_key_not_found')
  const { id, name } = key
  return confirmView({
    ...{ ...texts.apiKeys.revoke, subject: name, isDangerous: true, action: 'revoke-api-key' },
    carried: { id, ...(sent.cursor ? { cursor: sent.cursor } : {}) },
    cancel: { to: pageUrl('api-keys', { cursor: sent.cursor }), text: texts.cancel },
  })
}

async function revoke({ ask, sent }: Visit): Promise<PageAnswer> {
  await ask(revokeApiKeyEndpoint, { params: { id: sent.id ?? '' } })
  return { to: pageUrl('api-keys', { cursor: sent.cursor, done: 'revoke' }) }
}
