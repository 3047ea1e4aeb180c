import type { OidcClientResource } from '#contract/oidc/client.ts'
import { listOidcClientsEndpoint } from '#contract/oidc/clients.ts'
import { badge } from '#runtime/components/banner.ts'
import { table, wide } from '#runtime/components/table.ts'
import { type Html, html, type Part } from '#runtime/html.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { doneBanner, emptyCard, pageUrl, paging, time } from '../../view/parts.ts'

/** The list of applications that sign people in, oldest first, as the API has it. */
export const clientsPage: ConsolePage = {
  name: 'clients',
  entry: 'clients',
  menu: {
    group: 'applications',
    purpose:
      '[OpenID Connect clients](../guide/openid-clients.md): create, edit, disable and delete them; rotate client secrets; preview the claims about a user',
  },
  show: showClients,
}

async function showClients(visit: Visit): Promise<PageAnswer> {
  const { ask, sent, texts } = visit
  const { clients: text } = texts
  const { data, next_cursor } = (
    await ask(listOidcClientsEndpoint, { query: { limit: 25, cursor: sent.cursor } })
  ).body
  return {
    title: text.title,
    scripts: ['local-time.js'],
    body: html`<div class="bar"><h1>${text.title}</h1><a href="new-client" class="button">${text.create}</a></div>
${sent.done === 'delete' && doneBanner(text.deleted)}
${data.length > 0 ? listOf(visit, data) : emptyCard('app-window', text.none, text.noneHint)}
${paging(visit, { page: 'clients', next: next_cursor })}`,
  }
}

const listOf = (visit: Visit, found: readonly OidcClientResource[]): Html => {
  const { clients: text, made } = visit.texts
  return html`<div class="card">${table(
    [text.name, text.status, wide(text.redirectUris), wide(made.at)],
    found.map((one) => row(visit, one)),
  )}</div>`
}

const row = (visit: Visit, client: OidcClientResource): Part[] => [
  html`<a href="${pageUrl('client', { id: client.id })}"><bdi>${client.name}</bdi></a><br><span class="quiet">${client.id}</span>`,
  badgesOf(visit, client),
  client.redirect_uris[0],
  time(visit, client.created_at),
]

/** The state and the kind of an application as a few words, in lists and beside its name. */
export const badgesOf = ({ texts: { clients: text } }: Visit, client: OidcClientResource): Html[] =>
  [
    client.enabled ? badge(text.on, 'good') : badge(text.off, 'bad'),
    badge(text.kinds[client.kind]),
    badge(client.first_party ? text.isFirstParty : text.asksConsent),
  ].flatMap((one) => [one, html` `])
