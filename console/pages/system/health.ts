import type { ServiceStateResource } from '#contract/system/system.ts'
import { table } from '#runtime/components/table.ts'
import { type Html, html } from '#runtime/html.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { number, time } from '../../view/parts.ts'
import { readSystem } from './read-system.ts'
import { testEmailForm } from './test-email.ts'
import { sinkName, troublesCard } from './troubles.ts'

/** The page about the state of both services. It says what is wrong, and what to do about it. */
export const healthPage: ConsolePage = {
  name: 'health',
  entry: 'health',
  menu: {
    group: 'system',
    purpose:
      'Status of both services: versions, databases, last backup, email, and pending deliveries; send a test email to yourself',
  },
  show: showHealth,
}

async function showHealth(visit: Visit): Promise<PageAnswer> {
  const { health: text } = visit.texts
  const system = await readSystem(visit)
  return {
    title: text.title,
    scripts: ['local-time.js'],
    body: html`<h1>${text.title}</h1>
${troublesCard(visit, system)}
<section class="card"><h2>${visit.texts.testEmail.title}</h2>${testEmailForm(visit)}</section>
${serviceCard(visit, text.users, system.users)}
${serviceCard(visit, text.auth, system.auth)}
<p class="hint">${text.hint}</p>`,
  }
}

function serviceCard(visit: Visit, title: string, state: ServiceStateResource): Html {
  const { health: text } = visit.texts
  const { database, last_backup_at: backup, certificate_expires_at: expires } = state
  const facts: readonly (readonly [string, Html | string])[] = [
    [text.version, `${state.version} · Node ${state.node}`],
    [text.started, time(visit, state.started_at)],
    [text.workers, number(visit, state.workers)],
    [text.database, `${text.engines[database.engine]} ${database.version}`],
    [text.backup, backupWords(visit, database.engine, backup)],
    [
      text.certificate,
      expires === null ? text.noTls : html`${text.certificateUntil} ${time(visit, expires)}`,
    ],
    [text.mail, state.mail_server ? text.mailServer : text.mailbox],
  ]
  const rows = facts.map(([term, fact]) => html`<dt>${term}</dt><dd>${fact}</dd>`)
  return html`<section class="card"><h2>${title}</h2><dl>${rows}</dl><h3>${text.waits}</h3>${backlogTable(visit, state)}</section>`
}

function backupWords(
  visit: Visit,
  engine: ServiceStateResource['database']['engine'],
  last: string | null,
): Html | string {
  if (engine === 'postgres') return visit.texts.health.backupOwn
  return last === null ? visit.texts.never : time(visit, last)
}

function backlogTable(visit: Visit, { backlog }: ServiceStateResource): Html {
  const { health: text } = visit.texts
  const rows = backlog.map((one) => [
    sinkName(visit, one.sink),
    ...[one.waiting, one.failing, one.dead_letters].map((count) => number(visit, count)),
  ])
  const waits = table([text.sink, text.waiting, text.failing, text.dead], rows)
  return waits ?? html`<p class="quiet">${text.nothingWaits}</p>`
}
