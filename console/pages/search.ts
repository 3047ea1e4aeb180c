import { isUuid } from '#contract/declaration/fields.ts'
import { listWebhooksEndpoint } from '#contract/integrations/webhooks.ts'
import { listOidcClientsEndpoint } from '#contract/oidc/clients.ts'
import { listUsersEndpoint } from '#contract/users/list-users.ts'
import { getUserEndpoint } from '#contract/users.ts'
import { avatar } from '#runtime/components/avatar.ts'
import { card } from '#runtime/components/card.ts'
import { rows } from '#runtime/components/row.ts'
import { type Html, html } from '#runtime/html.ts'
import type { IconName } from '#runtime/look/icon-names.ts'
import { asMissing } from '../core/as-missing.ts'
import { menuIcons } from '../core/menu.ts'
import type { ConsolePage, MenuEntry, PageAnswer, Visit } from '../core/visit.ts'
import { emptyCard, pageUrl, quoted } from '../view/parts.ts'
import { searchOf } from './user-filters.ts'
import { badges } from './users.ts'

/** The page that searches users, clients, webhooks and the pages of the console at once. Every page has its field. */
export const searchPage: ConsolePage = { name: 'search', entry: 'overview', show: search }

const mostUsers = 8
/** The clients among which a name is searched, because the API does not search them: one request, however many there are. */
const clientsSearched = 200

async function search(visit: Visit): Promise<PageAnswer> {
  const { ask, sent, texts } = visit
  const { find: text } = texts
  const wanted = sent.q?.trim().toLowerCase() ?? ''
  if (wanted === '')
    return {
      title: text.title,
      body: html`<h1>${text.title}</h1>${emptyCard('search', text.empty, text.emptyHint)}`,
    }
  if (isUuid(wanted)) {
    const found = await ask(getUserEndpoint, { params: { id: wanted } }).catch(asMissing)
    if (found) return { to: pageUrl('user', { id: wanted }) }
  }
  const [users, clients, webhooks] = await Promise.all([
    ask(listUsersEndpoint, { query: { ...searchOf(visit), limit: mostUsers } }),
    ask(listOidcClientsEndpoint, { query: { limit: clientsSearched } }),
    ask(listWebhooksEndpoint, { query: { limit: 100 } }),
  ])
  const has = (...words: readonly (string | null)[]) =>
    words.some((word) => word?.toLowerCase().includes(wanted))
  const results = [
    resultCard(
      texts.pages.users,
      users.body.data.map((user) => ({
        to: pageUrl('user', { id: user.id }),
        drawing: avatar(user.name ?? user.username),
        name: user.name ?? user.username,
        badge: html`${badges(visit, user)}`,
        note: `${user.username} · ${user.email}`,
      })),
      users.body.next_cursor !== null &&
        html`<p><a href="${pageUrl('users', { q: wanted })}">${text.allUsers}</a></p>`,
    ),
    resultCard(
      texts.pages.clients,
      clients.body.data
        .filter(({ id, name, redirect_uris: uris }) => has(id, name, ...uris))
        .map(({ id, name }) => ({ to: pageUrl('client', { id }), icon: 'app-window', name, note: id })),
    ),
    resultCard(
      texts.pages.webhooks,
      webhooks.body.data
        .filter(({ id, url, description }) => has(id, url, description))
        .map(({ id, url, description }) => ({
          to: pageUrl('webhook', { id }),
          icon: 'webhook',
          name: url,
          note: description ?? undefined,
        })),
    ),
    resultCard(
      text.pages,
      pagesOf(visit).filter(({ name }) => has(name)),
    ),
  ].filter((one) => one !== undefined)
  const isPartial = users.body.search_is_partial === true
  return {
    title: text.title,
    body: html`<h1>${text.of} ${quoted(visit, sent.q?.trim() ?? '')}</h1>
${isPartial && html`<p class="quiet" role="status">${text.partial}</p>`}
${results.length > 0 ? results : emptyCard('search', text.none, text.noneHint)}`,
  }
}

interface Result {
  to: string
  icon?: IconName
  drawing?: Html
  name: string
  badge?: Html
  note?: string | undefined
}

const resultCard = (title: string, found: readonly Result[], after?: Html | false): Html | undefined => {
  const list = rows(
    found.map(({ to, name, note, ...shown }) => ({
      ...shown,
      name: html`<a href="${to}"><bdi>${name}</bdi></a>`,
      notes: note === undefined ? [] : [html`<bdi>${note}</bdi>`],
    })),
  )
  return list && card(title, html`${list}${after}`)
}

/** Returns the pages that a search can lead to: those of the menu, and those that add something. */
const pagesOf = ({ texts }: Visit): Result[] => [
  ...(Object.keys(texts.pages) as MenuEntry[]).map((name) => ({
    to: name,
    icon: menuIcons[name],
    name: texts.pages[name],
  })),
  { to: 'new-user', icon: 'user-plus', name: texts.newUser.title },
  { to: 'import-users', icon: 'upload', name: texts.importUsers.title },
  { to: 'new-client', icon: 'plus', name: texts.clients.create },
  { to: 'new-api-key', icon: 'plus', name: texts.apiKeys.create },
  { to: 'new-webhook', icon: 'plus', name: texts.webhooks.create },
]
