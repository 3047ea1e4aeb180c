import { type HistoryEntryResource, listUserHistoryEndpoint } from '#contract/users/one-user.ts'
import { getUserEndpoint } from '#contract/users.ts'
import { table } from '#runtime/components/table.ts'
import { type Html, html } from '#runtime/html.ts'
import { asMissing } from '../../core/as-missing.ts'
import { operatorOf } from '../../core/operator-of.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { exportLinks } from '../../view/export-links.ts'
import { emptyCard, exactTime, pageUrl, paging, quoted } from '../../view/parts.ts'
import { userLink } from './state-of-user.ts'
import { userHead } from './user-head.ts'

/**
 * The page that lists everything that happened to a user, newest first. It also shows the events that are left of a deleted
 * user.
 */
export const userHistoryPage: ConsolePage = { name: 'user-history', entry: 'users', show: showHistory }

async function showHistory(visit: Visit): Promise<PageAnswer> {
  const { ask, sent, texts } = visit
  const { oneUser: text } = texts
  const { id = '', cursor } = sent
  const [{ body }, user] = await Promise.all([
    ask(listUserHistoryEndpoint, { params: { id }, query: { limit: 50, cursor } }),
    ask(getUserEndpoint, { params: { id } }).catch(asMissing),
  ])
  const { data, next_cursor } = body
  return {
    title: user ? `${text.history}: ${user.body.username}` : text.history,
    scripts: ['local-time.js', 'copy.js'],
    body: html`${user ? userHead(visit, { user: user.body, here: 'activity' }) : html`<h1>${text.history}</h1><p>${texts.users.title}: <code>${id.slice(0, 13)}</code></p>`}
<p class="bar"><span class="quiet">${text.historyHint}</span></p>
<p class="bar"><a href="${pageUrl('audit', { to: id })}" class="button secondary">${text.audit}</a></p>
${data.length > 0 && exportLinks(visit, { page: 'history-export', filters: { id } })}
${data.length > 0 ? html`<section class="card">${timeline(visit, data, id)}</section>` : emptyCard('history', text.noHistory, text.noHistoryHint)}
${paging(visit, { page: 'user-history', next: next_cursor })}`,
  }
}

/** Returns a table of events: what happened, by whom, from where and why; undefined when there are none. */
export function timeline(
  visit: Visit,
  entries: readonly HistoryEntryResource[],
  userId: string,
): Html | undefined {
  const { oneUser: text } = visit.texts
  const rows = entries.map((one) => [
    html`${wordsFor(visit, one.type)}${why(visit, one)}<br><span class="quiet">${exactTime(visit, one.timestamp)}</span>`,
    who(visit, one, userId),
  ])
  return table([text.what, text.whoAndWhere], rows)
}

/** Returns the words for a type of event. A type of a newer version has no words here, and is shown as it is. */
function wordsFor({ texts: { oneUser, audit } }: Visit, type: string): Html | string {
  const words = new Map<string, string>([...Object.entries(audit.acts), ...Object.entries(oneUser.happened)])
  return words.get(type) ?? html`<code>${type}</code>`
}

function why(visit: Visit, { reason, data }: HistoryEntryResource): Html | undefined {
  const { oneUser } = visit.texts
  const code = [data.reason, data.how, data.why].find((one) => typeof one === 'string')
  const words = Object.entries(oneUser.reasons).find(([name]) => name === code)?.[1] ?? code
  const changed = Array.isArray(data.changed) ? `${oneUser.changed} ${data.changed.join(', ')}` : undefined
  const parts = [
    ...(typeof words === 'string' ? [html`${words}`] : []),
    ...(changed === undefined ? [] : [html`${changed}`]),
    ...(reason === null ? [] : [html`${oneUser.because} ${quoted(visit, reason)}`]),
  ]
  return parts.length === 0
    ? undefined
    : html`${parts.map((one) => html`<br><span class="quiet">${one}</span>`)}`
}

function who({ texts: { oneUser } }: Visit, entry: HistoryEntryResource, userId: string): Html {
  const { by, by_name, address, device_name, user_agent } = entry
  const isAct = by !== null && by !== userId
  const operator = operatorOf({ by, details: { os_user: entry.data.by_os_user, host: entry.data.by_host } })
  const name = isAct ? userLink(by, by_name) : by === userId ? oneUser.oneself : operator
  const device = device_name ?? user_agent
  const from = [
    ...(address === null ? [] : [html`${address}`]),
    ...(device === null ? [] : [html`<bdi>${device}</bdi>`]),
  ]
  return html`${name}${name && from.length > 0 && html`<br>`}<span class="quiet">${from.map((one, at) => html`${at > 0 && ' · '}${one}`)}</span>`
}
