import { Failure } from '#contract/declaration/failures.ts'
import { type ClaimsPreviewResource, previewClaimsEndpoint } from '#contract/oidc/apps.ts'
import type { OidcClientResource } from '#contract/oidc/client.ts'
import { getOidcClientEndpoint } from '#contract/oidc/clients.ts'
import { hiddenFields } from '#runtime/components/hidden-fields.ts'
import { type Html, html } from '#runtime/html.ts'
import { findUserId } from '../../core/find-user-id.ts'
import type { Problem } from '../../core/problem.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { choiceField, problemBox, textField } from '../../view/forms.ts'
import { emptyCard, pageUrl } from '../../view/parts.ts'

/** The page that shows which claims about a user an application would get. No token is made. */
export const clientClaimsPage: ConsolePage = { name: 'client-claims', entry: 'clients', show: showClaims }

async function showClaims(visit: Visit): Promise<PageAnswer> {
  const { ask, sent, texts } = visit
  const { claims: text } = texts
  const { body: client } = await ask(getOidcClientEndpoint, { params: { id: sent.id ?? '' } })
  const { preview, problem } = await findPreview(visit, client)
  return {
    title: `${text.title}: ${client.name}`,
    ...(problem ? { status: 400 } : {}),
    body: html`<h1>${text.title}: <bdi>${client.name}</bdi></h1>
<p class="hint">${text.hint}</p>
${problemBox(problem)}
${form(visit, client)}
${preview && shown(visit, preview)}
<p><a href="${pageUrl('client', { id: client.id })}" class="button secondary">${text.back}</a></p>`,
  }
}

async function findPreview(
  visit: Visit,
  client: OidcClientResource,
): Promise<{ preview?: ClaimsPreviewResource; problem?: Problem }> {
  const { ask, sent, texts } = visit
  const who = sent.who?.trim()
  if (!who) return {}
  const user = await findUserId(visit, who)
  const nobody = { problem: { text: texts.sessions.nobody, faults: [] } }
  if (user === undefined) return nobody
  const query = {
    user_id: user,
    ...(sent.scope === undefined ? {} : { scope: sent.scope.slice(0, 1_000) }),
    ...(client.resources.includes(sent.resource ?? '') ? { resource: sent.resource } : {}),
  }
  try {
    return { preview: (await ask(previewClaimsEndpoint, { params: { id: client.id }, query })).body }
  } catch (error) {
    if (error instanceof Failure && error.code === 'user_not_found') return nobody
    throw error
  }
}

function form({ sent, texts }: Visit, client: OidcClientResource): Html {
  const { claims: text, sessions } = texts
  const resources = client.resources.map((one) => [one, one] as const)
  return html`<form class="card" method="get" action="client-claims">${hiddenFields({ id: client.id })}
${textField({ name: 'who', label: text.who, hint: sessions.whoHint, value: sent.who ?? '', maxLength: 254, isRequired: true })}
${textField({ name: 'scope', label: text.scope, hint: text.scopeHint, value: sent.scope ?? client.scopes.join(' '), maxLength: 1_000 })}
${
  resources.length > 0 &&
  choiceField({
    name: 'resource',
    label: text.resource,
    value: sent.resource ?? '',
    choices: [['', text.noResource], ...resources],
  })
}
<button class="button">${text.show}</button></form>`
}

function shown({ texts: { claims: text } }: Visit, preview: ClaimsPreviewResource): Html {
  const { id_token, access_token, user_information, scopes, refused_scopes } = preview
  const cards = [
    card(text.idToken, id_token && { ...id_token, note: undefined }, text),
    card(text.accessToken, { ...access_token, note: text[access_token.format] }, text),
    card(
      text.userInformation,
      user_information && { claims: user_information, at_login: [], note: undefined },
      text,
    ),
  ]
  const refused =
    refused_scopes.length > 0 && html`<p>${text.refused} <bdi>${refused_scopes.join(' ')}</bdi></p>`
  return html`<section class="card"><p>${text.granted} <bdi>${scopes.join(' ')}</bdi></p>${refused}</section>${cards}`
}

function card(
  title: string,
  token: { claims: Record<string, unknown>; at_login: readonly string[]; note: string | undefined } | null,
  text: Visit['texts']['claims'],
): Html {
  if (!token) return emptyCard('user', title, text.none)
  const { claims, at_login, note } = token
  const rest = at_login.length > 0 && html`<p class="quiet">${text.atLogin} ${at_login.join(', ')}</p>`
  return html`<section class="card"><h2>${title}</h2>${note && html`<p class="quiet">${note}</p>`}<pre><bdi>${JSON.stringify(claims, null, 2)}</bdi></pre>${rest}</section>`
}
