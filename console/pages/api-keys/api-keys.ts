import { type ApiKeyResource, listApiKeysEndpoint } from '#contract/integrations/api-keys.ts'
import { badge } from '#runtime/components/banner.ts'
import { table, wide } from '#runtime/components/table.ts'
import { type Html, html, type Part } from '#runtime/html.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { doneBanner, emptyCard, pageUrl, paging, time } from '../../view/parts.ts'

/** The page that lists API keys, oldest first, also those that are revoked or have expired. */
export const apiKeysPage: ConsolePage = {
  name: 'api-keys',
  entry: 'api-keys',
  menu: { group: 'applications', purpose: 'Create and revoke [API keys](../guide/api-keys.md)' },
  show: showApiKeys,
}

/** Returns one page of the list of API keys: that which begins at the cursor, or the first. */
export const findApiKeys = async ({ ask }: Visit, cursor: string | undefined) =>
  (await ask(listApiKeysEndpoint, { query: { limit: 25, cursor } })).body

/** Returns the keys that a user has made, as the page of the user shows them. */
export const findKeysOfUser = async ({ ask }: Pick<Visit, 'ask'>, userId: string) =>
  (await ask(listApiKeysEndpoint, { query: { limit: 50, created_by: userId } })).body

async function showApiKeys(visit: Visit): Promise<PageAnswer> {
  const { sent, texts } = visit
  const { apiKeys: text } = texts
  const { data, next_cursor } = await findApiKeys(visit, sent.cursor)
  return {
    title: text.title,
    scripts: ['local-time.js'],
    body: html`<div class="bar"><h1>${text.title}</h1><a href="new-api-key" class="button">${text.create}</a></div>
${sent.done === 'revokeApiKey' && doneBanner(text.done)}
${data.length > 0 ? listOf(visit, data) : emptyCard('key', text.none, text.noneHint)}
${paging(visit, { page: 'api-keys', next: next_cursor })}`,
  }
}

const listOf = (visit: Visit, found: readonly ApiKeyResource[]): Html => {
  const { apiKeys: text } = visit.texts
  return html`<div class="card">${table(
    [text.name, text.status, wide(text.scopes), wide(text.lastUsed)],
    found.map((one) => row(visit, one)),
  )}</div>`
}

function row(visit: Visit, key: ApiKeyResource): Part[] {
  const { texts, sent } = visit
  const { apiKeys: text } = texts
  const [state, isGood] = stateOf(visit, key)
  const revoke = pageUrl('revoke-api-key', { id: key.id, cursor: sent.cursor })
  const link = html`<p><a href="${revoke}" class="button secondary small">${text.revoke.title}<span class="unseen"> ${key.name}</span></a></p>`
  const lastUsed = key.last_used_at === null ? texts.never : time(visit, key.last_used_at)
  return [
    html`<bdi>${key.name}</bdi><br><span class="quiet">${texts.made.at} ${time(visit, key.created_at)}</span>`,
    html`${state}<br><span class="quiet">${text.expires} ${time(visit, key.expires_at)}</span>${isGood && link}`,
    key.scopes.join(', '),
    lastUsed,
  ]
}

function stateOf({ texts, now }: Visit, key: ApiKeyResource): [Html, boolean] {
  const { apiKeys: text } = texts
  if (key.revoked_at !== null) return [badge(text.revoked, 'bad'), false]
  if (Date.parse(key.expires_at) <= now) return [badge(text.expired), false]
  return [badge(text.valid, 'good'), true]
}
