import { listActsEndpoint } from '#contract/events/audit.ts'
import { type LoginHourResource, listLoginHoursEndpoint } from '#contract/sign-in/login-hours.ts'
import { listUsersEndpoint } from '#contract/users/list-users.ts'
import type { UserResource } from '#contract/users/user.ts'
import { table } from '#runtime/components/table.ts'
import { type Html, html } from '#runtime/html.ts'
import { operatorOf } from '../../core/operator-of.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { actName } from '../../view/act-name.ts'
import { bars } from '../../view/bars.ts'
import { doneBanner, filterLinks, number, pageUrl, time } from '../../view/parts.ts'
import { checklistCard, findOpenChecklist } from './checklist.ts'
import { readSystem, type System } from './read-system.ts'
import { troublesCard } from './troubles.ts'

/**
 * The page that leads through the setup of a new installation, and shows whether anything is wrong, how sign-ins went, new users, and
 * the last acts of admins.
 */
export const overviewPage: ConsolePage = {
  name: 'overview',
  entry: 'overview',
  menu: {
    group: 'start',
    purpose:
      'The [setup](../guide/console.md#setup) of a new installation; what needs attention, and what to do about it; sign-ins per hour; new users; when keys and certificates expire; recent admin activity',
  },
  show: showOverview,
}

const weekMs = 7 * 86_400_000

async function showOverview(visit: Visit): Promise<PageAnswer> {
  const { ask, sent, texts, now } = visit
  const hours = sent.hours === '168' ? 168 : 24
  const since = new Date(now - weekMs).toISOString()
  const [checklist, system, logins, created, acts] = await Promise.all([
    findOpenChecklist(visit),
    readSystem(visit),
    ask(listLoginHoursEndpoint, { query: { hours } }),
    ask(listUsersEndpoint, { query: { created_after: since, limit: 5, sort: '-created_at', total: 'true' } }),
    ask(listActsEndpoint, { query: { limit: 5 } }),
  ])
  const { total = 0, total_is_capped: isCapped } = created.body
  const count = number(visit, total)
  return {
    title: texts.overview.title,
    scripts: ['local-time.js'],
    body: html`<h1>${texts.overview.title}</h1>
${sent.done === 'setup' && doneBanner(texts.setup.dismissed)}
${checklist && checklistCard(visit, checklist)}
${troublesCard(visit, system)}
${figures(visit, logins.body.data, isCapped ? `> ${count}` : count)}
${loginsCard(visit, logins.body.data)}
<div class="pair"><section class="card"><h2>${texts.overview.newUsers}</h2><p>${isCapped ? texts.overview.moreThan({ count }) : texts.overview.inAWeek({ count })}</p>${created.body.data.length > 0 && html`<ul>${created.body.data.map((user) => newUser(visit, user))}</ul>`}<p><a href="${pageUrl('users', { sort: '-created_at' })}">${texts.users.title}</a></p></section>
<section class="card"><h2>${texts.overview.lastActs}</h2>${acts.body.data.length === 0 ? html`<p class="quiet">${texts.audit.none}</p>` : html`<ul>${acts.body.data.map((act) => html`<li>${actName(texts, act)}${act.user_id !== null && html` · <bdi>${act.user_name ?? act.user_id}</bdi>`}<br><span class="quiet">${time(visit, act.timestamp)} · <bdi>${act.by_name ?? act.by ?? operatorOf(act) ?? texts.audit.byCommand}</bdi></span></li>`)}</ul>`}<p><a href="audit">${texts.audit.title}</a></p></section></div>
${agesCard(visit, system)}
${!checklist && html`<p><a href="setup">${texts.setup.pageTitle}</a></p>`}`,
  }
}

/** Shows how many sign-ins succeeded and failed in the hours of the chart, and how many users are new. */
function figures(visit: Visit, hours: readonly LoginHourResource[], newUsers: string): Html {
  const { overview: text } = visit.texts
  const period = hours.length > 24 ? text.week : text.day
  const sums = kinds.map((kind) => [
    number(
      visit,
      hours.reduce((sum, one) => sum + one[kind], 0),
    ),
    `${text.kinds[kind]} · ${period}`,
  ])
  return html`<ul class="figures">${[...sums, [newUsers, `${text.newUsers} · ${text.week}`]].map(([value, label]) => html`<li class="card"><span class="count">${value}</span><span class="quiet">${label}</span></li>`)}</ul>`
}

const newUser = (visit: Visit, { id, username, name, created_at }: UserResource): Html =>
  html`<li><a href="${pageUrl('user', { id })}"><bdi>${name ?? username}</bdi></a> <span class="quiet"><bdi>${username}</bdi> · ${time(visit, created_at)}</span></li>`

/** Shows when the signing keys are replaced, when the certificate expires, and when the last backup was made. */
function agesCard(visit: Visit, { users, auth, keys }: System): Html {
  const { overview: text, signingKeys, health } = visit.texts
  const signing = keys.filter(({ status }) => status === 'active')
  const rows = signing.flatMap(({ purpose, retires_at: at }) =>
    at === null
      ? []
      : [html`<dt>${signingKeys.purpose[purpose]}</dt><dd>${signingKeys.retires} ${time(visit, at)}</dd>`],
  )
  const expires = auth.certificate_expires_at ?? users.certificate_expires_at
  const certificate =
    expires !== null &&
    html`<dt>${health.certificate}</dt><dd>${health.certificateUntil} ${time(visit, expires)}</dd>`
  const backup =
    users.last_backup_at !== null &&
    html`<dt>${health.backup}</dt><dd>${time(visit, users.last_backup_at)}</dd>`
  return html`<section class="card"><h2>${text.ages}</h2><dl>${rows}${certificate}${backup}</dl><p><a href="signing-keys">${signingKeys.title}</a> · <a href="health">${health.title}</a></p></section>`
}

const kinds = ['good', 'bad', 'refused'] as const

function loginsCard(visit: Visit, hours: readonly LoginHourResource[]): Html {
  const { overview: text } = visit.texts
  const first = hours[0]
  if (!first) return html``
  const sums = kinds.map((kind) => hours.reduce((sum, one) => sum + one[kind], 0))
  const legend = kinds.map(
    (kind, index) =>
      html`<li><span class="dot ${kind}"></span>${text.kinds[kind]}: ${number(visit, sums[index] ?? 0)}</li>`,
  )
  const choices = [
    { text: text.day, to: 'overview', isCurrent: hours.length <= 24 },
    { text: text.week, to: pageUrl('overview', { hours: '168' }), isCurrent: hours.length > 24 },
  ]
  const columns = hours.map((one) => kinds.map((kind) => ({ count: one[kind], className: kind })))
  const isEmpty = sums.every((sum) => sum === 0)
  return html`<section class="card"><h2>${text.logins}</h2>${filterLinks(text.logins, choices)}<ul class="legend">${legend}</ul>${isEmpty ? html`<p class="quiet">${text.noLogins}</p>` : html`${bars(text.chart, columns)}<p class="ends quiet"><span>${time(visit, first.hour)}</span><span>${text.now}</span></p>${numbers(visit, hours)}`}</section>`
}

/** Returns a table with the numbers of the chart. Hours without a sign-in are left out. */
function numbers(visit: Visit, hours: readonly LoginHourResource[]): Html {
  const { overview: text } = visit.texts
  const rows = hours
    .filter((one) => kinds.some((kind) => one[kind] > 0))
    .map((one) => [time(visit, one.hour), ...kinds.map((kind) => number(visit, one[kind]))])
  const columns = [text.hour, ...kinds.map((kind) => text.kinds[kind])]
  return html`<details><summary>${text.asTable}</summary>${table(columns, rows)}</details>`
}
