import { Failure } from '#contract/declaration/failures.ts'
import { revokeApiKeyEndpoint } from '#contract/integrations/api-keys.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { confirmView } from '../../view/confirm.ts'
import { pageUrl } from '../../view/parts.ts'
import { findApiKeys, findKeysOfUser } from './api-keys.ts'

export const revokeApiKeyPage: ConsolePage = {
  name: 'revoke-api-key',
  entry: 'api-keys',
  show: showRevocation,
  send: revoke,
}

/**
 * Shows the name of the key that is to be revoked. The key is searched in the list that the link came from, a page of all keys or
 * the keys of a user, because the API has no look-up of one key. The name is not taken from the URL, where the author of a link
 * could write any name.
 */
async function showRevocation(visit: Visit): Promise<PageAnswer> {
  const { sent, texts } = visit
  const { data } = sent.user ? await findKeysOfUser(visit, sent.user) : await findApiKeys(visit, sent.cursor)
  const key = data.find(({ id }) => id === sent.id)
  if (!key) throw new Failure('api_key_not_found')
  const { id, name } = key
  return confirmView({
    ...texts.apiKeys.revoke,
    subject: name,
    isDangerous: true,
    action: 'revoke-api-key',
    carried: {
      id,
      ...(sent.user ? { user: sent.user } : {}),
      ...(sent.cursor ? { cursor: sent.cursor } : {}),
    },
    cancel: { to: pageBefore(sent), text: texts.cancel },
  })
}

async function revoke({ ask, sent }: Visit): Promise<PageAnswer> {
  await ask(revokeApiKeyEndpoint, { params: { id: sent.id ?? '' } })
  return { to: pageBefore(sent, 'revokeApiKey') }
}

/** Returns the URL of the page that the link came from: the page of the user, or the list of all keys. */
const pageBefore = ({ user, cursor }: Visit['sent'], done?: 'revokeApiKey'): string =>
  user ? pageUrl('user', { id: user, tab: 'apps', done }) : pageUrl('api-keys', { cursor, done })
