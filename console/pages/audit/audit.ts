import { type ActResource, listActsEndpoint } from '#contract/events/audit.ts'
import { type Html, html } from '#runtime/html.ts'
import { operatorOf } from '../../core/operator-of.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { actName } from '../../view/act-name.ts'
import { exportLinks } from '../../view/export-links.ts'
import { emptyCard, exactTime, pageUrl, paging, quoted } from '../../view/parts.ts'
import { filterFields, readFilter } from './filter.ts'

/** The page that lists what administrators did, newest first. On the first page of the list a script adds new rows. */
export const auditPage: ConsolePage = {
  name: 'audit',
  entry: 'audit',
  menu: {
    group: 'system',
    purpose: 'What admins, API keys and commands did, from where and why; filters, export, live updates',
  },
  show: showAudit,
}

async function showAudit(visit: Visit): Promise<PageAnswer> {
  const { sent, texts } = visit
  const text = texts.audit
  const filter = await readFilter(visit)
  const found =
    'nobody' in filter
      ? { data: [], next_cursor: null }
      : (await visit.ask(listActsEndpoint, { query: { ...filter, cursor: sent.cursor, limit: 50 } })).body
  const isFiltered = filterFields.some((name) => sent[name])
  const none =
    'nobody' in filter ? text.nobody({ name: filter.nobody }) : isFiltered ? text.noneFound : text.none
  return {
    title: text.title,
    scripts: ['local-time.js', ...(sent.cursor === undefined ? ['live-list.js'] : [])],
    body: html`<h1>${text.title}</h1>
<p class="quiet">${text.about}</p>
${filterForm(visit)}
${found.data.length === 0 ? undefined : exportLinks(visit, { page: 'audit-export', filters: filterOf(visit) })}
${found.data.length === 0 ? emptyCard('scroll-text', none, isFiltered ? undefined : text.noneHint) : table(visit, found.data)}
${paging(visit, { page: 'audit', next: found.next_cursor })}`,
  }
}

/** The parameters of the filter, without the position in the list. */
const filterOf = ({ sent }: Visit): Record<string, string | undefined> =>
  Object.fromEntries(filterFields.map((name) => [name, sent[name]]))

function filterForm(visit: Visit): Html {
  const { texts, sent } = visit
  const { audit: text } = texts
  const acts = Object.entries(text.acts).toSorted(([, a], [, b]) => a.localeCompare(b, visit.language))
  const options = acts.map(
    ([type, name]) =>
      html`<option value="${type}"${type === sent.act ? html` selected` : undefined}>${name}</option>`,
  )
  const who = (name: 'by' | 'to', label: string) =>
    html`<div><label for="${name}">${label}</label><input class="input" id="${name}" name="${name}" value="${sent[name] ?? ''}" maxlength="254" autocomplete="off" aria-describedby="who-hint"></div>`
  const day = (name: 'from' | 'until', label: string) =>
    html`<div><label for="${name}">${label}</label><input class="input" id="${name}" name="${name}" type="date" value="${sent[name] ?? ''}"></div>`
  const isFiltered = filterFields.some((name) => sent[name])
  return html`<form class="card narrowing" method="get" action="audit" role="search">${who('by', text.by)}${who('to', text.to)}<div><label for="act">${text.act}</label><select class="input" id="act" name="act"><option value="">${text.anyAct}</option>${options}</select></div>${day('from', text.from)}${day('until', text.until)}<p class="hint" id="who-hint">${text.whoHint}</p><p class="bar"><button class="button">${texts.search.button}</button>${isFiltered ? html`<a href="audit" class="button secondary">${text.clear}</a>` : undefined}</p></form>`
}

function table(visit: Visit, acts: readonly ActResource[]): Html {
  const { audit: text } = visit.texts
  return html`<div class="card"><table data-live data-follow="${text.follow}" data-pause="${text.pause}" data-stopped="${text.stopped}" data-reload="${text.reload}"><thead><tr><th scope="col">${text.act}</th><th scope="col">${text.to}</th><th scope="col" class="wide">${text.by}</th><th scope="col" class="wide">${text.address}</th></tr></thead><tbody>${acts.map((act) => row(visit, act))}</tbody></table></div>`
}

function row(visit: Visit, act: ActResource): Html {
  const by = operatorOf(act) ?? person(visit, { id: act.by, name: act.by_name, filter: 'by' })
  const reason = act.reason === null ? undefined : html`<br>${quoted(visit, act.reason)}`
  return html`<tr data-id="${act.id}"><td>${actName(visit.texts, act)}${reason}<br><span class="quiet">${exactTime(visit, act.timestamp)}<span class="slim"> · ${by}</span></span>${details(visit, act)}</td><td>${person(visit, { id: act.user_id, name: act.user_name, filter: 'to' })}</td><td class="wide">${by}</td><td class="wide"><bdi>${act.address ?? '–'}</bdi>${act.user_agent === null ? undefined : html`<br><span class="quiet"><bdi>${act.user_agent}</bdi></span>`}</td></tr>
`
}

/** Shows the ids, counts and words of an act, folded until the reader opens them; undefined when there are none. */
function details({ texts }: Visit, { details: facts, type }: ActResource): Html | undefined {
  const rows = Object.entries(facts).map(
    ([name, fact]) => html`<dt>${name}</dt><dd><code>${asText(fact)}</code></dd>`,
  )
  if (rows.length === 0) return undefined
  return html`<details><summary>${texts.audit.more}</summary><dl><dt>type</dt><dd><code>${type}</code></dd>${rows}</dl></details>`
}

const asText = (fact: unknown): string => (typeof fact === 'string' ? fact : JSON.stringify(fact))

/**
 * Shows the name of a person in an act, or the id when the name is gone. The link leads to the user to whom the act was done,
 * and otherwise to all acts by or on the person.
 */
function person(
  { texts: { audit: text } }: Visit,
  { id, name, filter }: { id: string | null; name: string | null; filter: 'by' | 'to' },
): Html | string {
  if (id === null) return filter === 'by' ? text.byCommand : '–'
  const to = filter === 'to' && name !== null ? pageUrl('user', { id }) : pageUrl('audit', { [filter]: id })
  return html`<a href="${to}"><bdi>${name ?? id}</bdi></a>`
}
