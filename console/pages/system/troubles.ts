import type { BacklogResource } from '#contract/events/events.ts'
import { type Html, html } from '#runtime/html.ts'
import type { Visit } from '../../core/visit.ts'
import { number, pageUrl, span } from '../../view/parts.ts'
import type { System } from './read-system.ts'

/** A problem of the installation, and advice on what to do about it. */
interface Trouble {
  isBad: boolean
  what: Html
  help: Html | string
}

const dayMs = 86_400_000
/**
 * The time that a delivery may be overdue before the page reports it. Nodes look for new deliveries all the time, so a delay of
 * a minute means that something is wrong.
 */
const lateSeconds = 60
const oldBackupMs = 2 * dayMs
const lastDaysOfCertificateMs = 14 * dayMs

/** Returns the card at the top of a page that says whether anything is wrong, and what to do about it. */
export function troublesCard(visit: Visit, system: System): Html {
  const { troubles: text } = visit.texts
  const found = [
    ...deliveries(visit, system),
    ...webhooks(visit, system),
    ...keys(visit, system),
    ...installation(visit, system),
  ]
  const tone = found.some(({ isBad }) => isBad) ? 'bad' : found.length > 0 ? 'warn' : 'good'
  const content =
    found.length === 0
      ? html`<p>${text.fine}</p>`
      : html`<ul>${found.map(({ what, help }) => html`<li>${what}<br><span class="quiet">${help}</span></li>`)}</ul>`
  return html`<section class="card state ${tone}"><h2>${text.title}</h2>${content}</section>`
}

/** Returns the name of a receiver in the language of the reader, or the receiver as it is when the console has no name for it. */
export const sinkName = ({ texts }: Pick<Visit, 'texts'>, sink: string): string =>
  Object.entries(texts.sinks).find(([known]) => known === sink)?.[1] ?? sink

function deliveries(visit: Visit, { users, auth }: System): Trouble[] {
  const { troubles: text } = visit.texts
  const about = ({ sink }: BacklogResource, words: string) => html`${sinkName(visit, sink)}: ${words}`
  return [...users.backlog, ...auth.backlog].flatMap((one) => {
    const { waiting, failing, dead_letters: dead, overdue_seconds: overdue } = one
    const late = text.late({ count: number(visit, waiting), minutes: span(visit, overdue * 1_000) })
    const help = html`<a href="dead-letters">${text.deadDo}</a>`
    return [
      ...(dead > 0
        ? [{ isBad: true, what: about(one, text.dead({ count: number(visit, dead) })), help }]
        : []),
      ...(overdue >= lateSeconds ? [{ isBad: true, what: about(one, late), help: text.lateDo }] : []),
      ...(failing > 0
        ? [
            {
              isBad: false,
              what: about(one, text.failing({ count: number(visit, failing) })),
              help: text.lateDo,
            },
          ]
        : []),
    ]
  })
}

function webhooks({ texts }: Visit, system: System): Trouble[] {
  const { troubles: text } = texts
  const troubled = system.webhooks.filter((one) =>
    one.enabled ? one.failing_since !== null : one.disabled_reason !== 'requested',
  )
  return troubled.map(({ id, url, enabled }) => ({
    isBad: !enabled,
    what: html`${enabled ? text.webhookFailing : text.webhookOff}`,
    help: html`<a href="${pageUrl('webhook', { id })}">${url}</a>`,
  }))
}

function keys({ texts, now }: Visit, system: System): Trouble[] {
  const { troubles: text, signingKeys } = texts
  const late = system.keys.filter(
    ({ retires_at: retires }) => retires !== null && Date.parse(retires) + dayMs < now,
  )
  return late.map(({ purpose }) => ({
    isBad: true,
    what: html`${text.keyLate({ purpose: signingKeys.purpose[purpose] })}`,
    help: text.keyLateDo,
  }))
}

function installation(visit: Visit, { users, auth }: System): Trouble[] {
  const { troubles: text } = visit.texts
  return [
    ...certificate(visit, auth.certificate_expires_at ?? users.certificate_expires_at),
    ...(users.version === auth.version
      ? []
      : [{ isBad: true, what: html`${text.versions}`, help: text.versionsDo }]),
    ...(users.mail_server ? [] : [{ isBad: false, what: html`${text.noMail}`, help: text.noMailDo }]),
    ...backup(visit, users),
  ]
}

function certificate(visit: Visit, expiresAt: string | null): Trouble[] {
  const { troubles: text } = visit.texts
  if (expiresAt === null) return []
  const left = Date.parse(expiresAt) - visit.now
  if (left > lastDaysOfCertificateMs) return []
  const words = left > 0 ? text.certificate({ age: span(visit, left) }) : text.certificateExpired
  return [{ isBad: true, what: html`${words}`, help: text.certificateDo }]
}

/**
 * Returns a warning when the last backup is old or there is none. It returns none for PostgreSQL, whose backups Latchkey does
 * not know.
 */
function backup(visit: Visit, { database, last_backup_at: last }: System['users']): Trouble[] {
  const { troubles: text } = visit.texts
  if (database.engine !== 'sqlite') return []
  if (last === null) return [{ isBad: false, what: html`${text.noBackup}`, help: text.backupDo }]
  const age = visit.now - Date.parse(last)
  if (age <= oldBackupMs) return []
  return [{ isBad: true, what: html`${text.oldBackup({ age: span(visit, age) })}`, help: text.backupDo }]
}
