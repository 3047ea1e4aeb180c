import type { OidcClientResource } from '#contract/oidc/client.ts'
import { getOidcClientEndpoint } from '#contract/oidc/clients.ts'
import { type AnySessionResource, listAllSessionsEndpoint } from '#contract/sessions/sessions.ts'
import type { UserResource } from '#contract/users/user.ts'
import { getUserEndpoint } from '#contract/users.ts'
import { badge } from '#runtime/components/banner.ts'
import { hiddenFields } from '#runtime/components/hidden-fields.ts'
import { table, wide } from '#runtime/components/table.ts'
import { type Html, html, type Part } from '#runtime/html.ts'
import { asMissing } from '../../core/as-missing.ts'
import { findUserId } from '../../core/find-user-id.ts'
import { type Problem, problemOf } from '../../core/problem.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { problemBox, textField } from '../../view/forms.ts'
import { doneBanner, emptyCard, pageUrl, paging, time } from '../../view/parts.ts'

/** The page that lists the sessions of all users, newest first. It has the filters of the API, all of which are in the URL. */
export const sessionsPage: ConsolePage = {
  name: 'sessions',
  entry: 'sessions',
  menu: {
    group: 'people',
    purpose: 'Active sessions of all users, by user, IP address and client; end any session',
  },
  show: showSessions,
}

async function showSessions(visit: Visit): Promise<PageAnswer> {
  const { sent, texts } = visit
  const { sessions: text } = texts
  const { data, next, problem } = await findSessions(visit)
  const [users, client] = await Promise.all([findUsers(visit, data), findClient(visit)])
  return {
    title: text.title,
    scripts: ['local-time.js'],
    ...(problem ? { status: 400 } : {}),
    body: html`<h1>${text.title}</h1>
${sent.done === 'endSession' && doneBanner(text.done)}
<p class="hint">${text.hint}</p>
${problemBox(problem)}
${client && clientCard(visit, client)}
${filterForm(visit, problem)}
${data.length > 0 ? listOf(visit, { data, users }) : problem === undefined && nothing(visit)}
${paging(visit, { page: 'sessions', next })}`,
  }
}

interface Found {
  data: readonly AnySessionResource[]
  next: string | null
  problem?: Problem
}

async function findSessions(visit: Visit): Promise<Found> {
  const { ask, sent, texts } = visit
  try {
    const who = sent.who?.trim()
    const user = who ? await findUserId(visit, who) : undefined
    if (who && user === undefined)
      return { data: [], next: null, problem: { text: texts.sessions.nobody, faults: [] } }
    const address = sent.address?.trim() || undefined
    const query = { limit: 25, cursor: sent.cursor, user_id: user, address, client_id: sent.client }
    const { data, next_cursor: next } = (await ask(listAllSessionsEndpoint, { query })).body
    return { data, next }
  } catch (error) {
    const { faults } = problemOf(error, texts)
    return { data: [], next: null, problem: { text: texts.sessions.wrong, faults } }
  }
}

/** Finds the application whose sessions are listed; undefined for all sessions. @throws {Failure} `client_not_found` */
async function findClient({ ask, sent }: Visit): Promise<OidcClientResource | undefined> {
  if (sent.client === undefined) return undefined
  return (await ask(getOidcClientEndpoint, { params: { id: sent.client } })).body
}

const clientCard = ({ texts: { sessions: text } }: Visit, { id, name }: OidcClientResource): Html =>
  html`<section class="card"><p>${text.signedInTo} <a href="${pageUrl('client', { id })}"><bdi>${name}</bdi></a></p><p><a href="sessions" class="button secondary small">${text.all}</a></p></section>`

/** Finds the users of one page of the list, with one request for each user, and returns them by id. */
async function findUsers(
  { ask }: Visit,
  sessions: readonly AnySessionResource[],
): Promise<Map<string, UserResource>> {
  const ids = [...new Set(sessions.map(({ user_id: id }) => id))]
  const found = await Promise.all(ids.map((id) => ask(getUserEndpoint, { params: { id } }).catch(asMissing)))
  return new Map(found.flatMap((one) => (one ? [[one.body.id, one.body] as const] : [])))
}

const filterForm = ({ sent, texts }: Visit, problem: Problem | undefined): Html => {
  const { sessions: text, search } = texts
  return html`<form class="card side" method="get" action="sessions" role="search">${sent.client && hiddenFields({ client: sent.client })}${textField({ name: 'who', label: text.who, hint: text.whoHint, value: sent.who ?? '', maxLength: 254, type: 'search' })}${textField({ name: 'address', label: text.address, hint: text.addressHint, value: sent.address ?? '', maxLength: 45, type: 'search', problem })}<button class="button">${search.button}</button></form>`
}

function nothing({ sent, texts: { sessions: text } }: Visit): Html {
  const isFiltered = Boolean(sent.who ?? sent.address ?? sent.client)
  return isFiltered
    ? emptyCard('monitor', text.noneFit, text.noneFitHint)
    : emptyCard('monitor', text.none, text.noneHint)
}

const listOf = (
  visit: Visit,
  { data, users }: { data: readonly AnySessionResource[]; users: Map<string, UserResource> },
): Html => {
  const { sessions: text, userPage } = visit.texts
  const rows = data.map((one) => row(visit, one, users.get(one.user_id)))
  return html`<div class="card">${table([text.user, userPage.device, wide(userPage.lastUsed), wide(userPage.begun)], rows)}</div>`
}

function row(visit: Visit, session: AnySessionResource, user: UserResource | undefined): Part[] {
  const { sessions: text, userPage } = visit.texts
  const { id, user_id } = session
  const name = user?.username ?? user_id
  const end = pageUrl('end-session', { id, user: user_id })
  return [
    html`<a href="${pageUrl('user', { id: user_id })}"><bdi>${name}</bdi></a>${session.current && html` ${badge(text.yours)}`}`,
    html`<bdi>${session.device_name ?? userPage.unknownDevice}</bdi><br><span class="quiet">${session.address}</span><p><a href="${end}" class="button secondary small">${text.short}<span class="unseen"> ${name} ${id}</span></a></p>`,
    time(visit, session.last_used_at),
    time(visit, session.created_at),
  ]
}
