import type { OidcClientResource } from '#contract/oidc/client.ts'
import { getOidcClientEndpoint } from '#contract/oidc/clients.ts'
import { banner } from '#runtime/components/banner.ts'
import { type Html, html } from '#runtime/html.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { doneBanner, doneText, factsCard, madeRows, pageUrl, time } from '../../view/parts.ts'
import { clientActions } from './client-actions.ts'
import { connectCard } from './client-kinds.ts'
import { badgesOf } from './clients.ts'

/** The page of one application that signs people in: its settings, its secrets, and what can be done with it. */
export const clientPage: ConsolePage = { name: 'client', entry: 'clients', show: showClient }

async function showClient(visit: Visit): Promise<PageAnswer> {
  const { ask, sent, texts } = visit
  const { clients: text } = texts
  const { body: client } = await ask(getOidcClientEndpoint, { params: { id: sent.id ?? '' } })
  const done =
    sent.done === 'edit'
      ? text.changed
      : sent.done === 'create'
        ? text.created
        : doneText(text.actions, sent.done)
  return {
    title: client.name,
    scripts: ['local-time.js', 'copy.js'],
    body: html`<h1><bdi>${client.name}</bdi></h1>
${done ? doneBanner(done) : undefined}
${client.require_pkce === 'never' && banner('bad', html`<p>${text.noPkce}</p>`)}
${connectCard(visit, client)}
${facts(visit, client)}
${client.token_endpoint_auth_method.startsWith('client_secret') && secretsOf(visit, client)}
<section class="card"><p class="bar"><a href="${pageUrl('edit-client', { id: client.id })}" class="button secondary">${text.edit}</a><a href="${pageUrl('client-claims', { id: client.id })}" class="button secondary">${texts.claims.title}</a><a href="${pageUrl('sessions', { client: client.id })}" class="button secondary">${texts.sessions.ofClient}</a>${buttons(visit, client)}</p></section>`,
  }
}

function facts(visit: Visit, client: OidcClientResource): Html {
  const { clients: text } = visit.texts
  const { backchannel_logout_uri: backchannel } = client
  const strict = [
    ...(client.require_pushed_authorization_requests ? [text.pushed] : []),
    ...(client.dpop_bound_access_tokens ? [text.bound] : []),
  ]
  const lists: [string, readonly string[]][] = [
    [text.redirectUris, client.redirect_uris],
    [text.logoutUris, client.post_logout_redirect_uris],
    [text.backchannel, backchannel === null ? [] : [backchannel]],
    [text.grants, client.grant_types.map((one) => text.grant[one])],
    [text.scopes, [client.scopes.join(' ')].filter(Boolean)],
    [text.resources, client.resources],
    [text.security, strict],
  ]
  // Addresses are shown as text and never as links, because a click on an address with the scheme of an app would start that
  // app.
  const shown = lists.filter(([, list]) => list.length > 0)
  return factsCard([
    [text.status, html`${badgesOf(visit, client)}`],
    [text.authentication, text.methods[client.token_endpoint_auth_method]],
    ...shown.map(
      ([term, list]) => [term, html`${list.map((one, at) => html`${at > 0 && html`<br>`}${one}`)}`] as const,
    ),
    [text.algorithm, client.id_token_signed_response_alg],
    [text.requirePkce, text.pkce[client.require_pkce]],
    ...madeRows(visit, client).slice(0, 2),
  ])
}

function secretsOf(visit: Visit, { id, secrets }: OidcClientResource): Html {
  const { clients: text, made } = visit.texts
  const rows = secrets.map((one) => {
    const to = pageUrl('revoke-client-secret', { id, secret: one.id })
    return html`<tr><td>${made.at} ${time(visit, one.created_at)}<br><span class="quiet">${one.id}</span></td><td><a href="${to}" class="button secondary small">${text.revokeSecret}<span class="unseen"> ${one.id}</span></a></td></tr>`
  })
  const list = rows.length > 0 ? html`<table><tbody>${rows}</tbody></table>` : html`<p>${text.noSecrets}</p>`
  return html`<section class="card"><h2>${text.secrets}</h2><p class="hint">${text.secretsHint}</p>${list}</section>`
}

/** Returns the buttons for an application: only those whose action would change something. */
const buttons = ({ texts: { clients: text } }: Visit, client: OidcClientResource): Html[] =>
  clientActions
    .filter(({ isOffered }) => isOffered(client))
    .map(
      ({ name, page }) =>
        html`<a href="${pageUrl(page, { id: client.id })}" class="button ${name === 'delete' ? 'danger' : 'secondary'}">${text.actions[name].title}</a>`,
    )
