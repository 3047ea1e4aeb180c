import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { badge, banner } from '#runtime/components/banner.ts'
import { hiddenFields } from '#runtime/components/hidden-fields.ts'
import { type Html, html } from '#runtime/html.ts'
import { maxUploadBytes } from '#runtime/http/body.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { problemBox, tick } from '../../view/forms.ts'
import { doneBanner, number, pageUrl } from '../../view/parts.ts'
import { type ImportResult, maxRows, type RowResult, sendRows } from './send-rows.ts'

/**
 * The page that makes users from a file. It first shows what would happen. The form that confirms this holds a small file as a
 * hidden field. A larger file must be chosen again: when its digest differs, it is another file, which is checked first.
 */
export const importUsersPage: ConsolePage = {
  name: 'import-users',
  entry: 'users',
  staysOnPage: true,
  show: async (visit) => askForFile(visit),
  send: readFile,
}

/** The maximum length, in characters, of a compressed file that the form holds as a hidden field. It keeps pages small. */
const maxCarried = 12_000
const shownRows = 200

const heading = ({ texts }: Visit, problem?: string): Html =>
  html`<h1>${texts.importUsers.title}</h1>
${problemBox(problem === undefined ? undefined : { text: problem, faults: [] })}`

function askForFile(visit: Visit, problem?: string): { title: string; body: Html } {
  const { texts, sent } = visit
  const text = texts.importUsers
  return {
    title: text.title,
    body: html`${heading(visit, problem)}
<section class="card"><p>${text.explain}</p><p class="quiet">${text.columns} <code>email, username, name, role, locale, status, email_verified, id, created_at, last_login_at, metadata, password_hash</code></p><p class="quiet">${text.limits({ rows: number(visit, maxRows), megabytes: number(visit, maxUploadBytes / 1024 / 1024) })}</p>
<form method="post" action="import-users" enctype="multipart/form-data">${tick('invite', text.invite, sent.invite !== undefined)}<p class="hint">${text.inviteHint}</p>${fileField(text.file)}<button class="button">${text.check}</button> <a href="users" class="button secondary">${texts.cancel}</a></form></section>`,
  }
}

const fileField = (label: string): Html =>
  html`<div class="field"><label for="file">${label}</label><input class="input" id="file" name="file" type="file" required accept=".csv,.jsonl,.ndjson,.json,text/csv"></div>`

async function readFile(visit: Visit): Promise<PageAnswer> {
  const { sent, texts } = visit
  const text = sent.content === undefined ? sent.file : unpacked(sent.content)
  if (text === undefined || text.trim() === '')
    return { ...askForFile(visit, texts.importUsers.noFile), status: 400 }
  const digest = createHash('sha256').update(text).digest('base64url')
  const isDryRun = sent.checked !== digest
  const options = { text, invite: sent.invite !== undefined, isDryRun }
  const found = await sendRows(visit, options)
  return isDryRun ? whatWouldHappen(visit, { ...options, digest, found }) : whatHappened(visit, found)
}

const packed = (text: string): string => deflateRawSync(text).toString('base64url')

function unpacked(content: string): string | undefined {
  try {
    return inflateRawSync(Buffer.from(content, 'base64url'), { maxOutputLength: maxUploadBytes }).toString(
      'utf8',
    )
  } catch {
    // Somebody has changed the form: the page asks for the file again.
    return undefined
  }
}

const countOf = (visit: Visit, { results }: ImportResult, outcome: RowResult['outcome']): string =>
  number(visit, results.filter((one) => one.outcome === outcome).length)

function whatWouldHappen(
  visit: Visit,
  { text, invite, digest, found }: { text: string; invite: boolean; digest: string; found: ImportResult },
): PageAnswer {
  const words = visit.texts.importUsers
  const made = countOf(visit, found, 'made')
  const sum = words.wouldBe({
    made,
    exist: countOf(visit, found, 'exists'),
    refused: countOf(visit, found, 'refused'),
  })
  const content = packed(text)
  const isCarried = content.length <= maxCarried
  const carried = {
    checked: digest,
    ...(invite ? { invite: '1' } : {}),
    ...(isCarried ? { content } : {}),
  }
  const form = html`<form method="post" action="import-users"${!isCarried && html` enctype="multipart/form-data"`}>${hiddenFields(carried)}${isCarried ? undefined : html`<p>${words.again}</p>${fileField(words.file)}`}<button class="button">${words.go({ count: made })}</button> <a href="import-users" class="button secondary">${words.other}</a></form>`
  return {
    title: words.dryRun,
    body: html`<h1>${words.dryRun}</h1>
<section class="card state ${made === '0' ? 'warn' : ''}"><p>${sum}</p>${leftOutCount(visit, found)}${fastHashes(visit, found)}${stoppedBecause(visit, found)}<p>${invite ? words.mails : words.noMails}</p>${made === '0' ? html`<p><a href="import-users" class="button secondary">${words.other}</a></p>` : form}</section>
${rowTable(visit, found, { isDryRun: true })}`,
  }
}

function whatHappened(visit: Visit, found: ImportResult): PageAnswer {
  const words = visit.texts.importUsers
  const [made, exists, refused] = (['made', 'exists', 'refused'] as const).map((one) =>
    countOf(visit, found, one),
  )
  return {
    title: words.done,
    body: html`<h1>${words.done}</h1>
${doneBanner(words.was({ made: made ?? '', exist: exists ?? '', refused: refused ?? '' }))}
${leftOutCount(visit, found)}
${fastHashes(visit, found)}
${stoppedBecause(visit, found)}
${rowTable(visit, found, { isDryRun: false })}
<p><a href="users" class="button secondary">${visit.texts.bulk.back}</a></p>`,
  }
}

function leftOutCount(visit: Visit, { results }: ImportResult): Html | undefined {
  const count = results.reduce((sum, { leftOut }) => sum + leftOut.length, 0)
  return count === 0
    ? undefined
    : html`<p>${visit.texts.importUsers.leftOut({ count: number(visit, count) })}</p>`
}

/**
 * Shows the command that imports the rows whose hashes are fast to guess. They are not imported here, because the browser would
 * wait until thousands of hashes are made.
 */
function fastHashes(visit: Visit, { results }: ImportResult): Html | undefined {
  const count = results.filter(({ refusal }) => refusal === 'fast_hash').length
  if (count === 0) return undefined
  return html`<p>${visit.texts.importUsers.fastHashes({ count: number(visit, count) })} <code>latchkey import FILE --fast-hashes</code></p>`
}

function stoppedBecause(
  { texts: { importUsers: words } }: Visit,
  { stopped, results }: ImportResult,
): Html | undefined {
  if (stopped === undefined) return undefined
  if (stopped === 'not_csv' || stopped === 'no_names' || stopped === 'too_many')
    return alert(html`<p>${words[stopped]}</p>`)
  if ('looksLike' in stopped) {
    const { title, from } = stopped.looksLike
    return alert(
      html`<p>${from === undefined ? words.rowsOf({ system: title }) : words.exportOf({ system: title })}${from !== undefined && html` <code>latchkey import FILE --from ${from}</code>`}</p>`,
    )
  }
  const line = String(results.at(-1)?.line ?? 0)
  return alert(html`<p>${words.stopped({ line })} <span lang="en">${stopped.message}</span></p>`)
}

/** Shows the rows of the file in a table: refused rows first, then those of which a field is left out. */
function rowTable(
  visit: Visit,
  { results }: ImportResult,
  { isDryRun }: { isDryRun: boolean },
): Html | undefined {
  const words = visit.texts.importUsers
  if (results.length === 0) return undefined
  const isRefused = ({ outcome }: RowResult) => outcome === 'refused'
  const isCut = (one: RowResult) => !isRefused(one) && one.leftOut.length > 0
  const isWhole = (one: RowResult) => !isRefused(one) && !isCut(one)
  const sorted = [...results.filter(isRefused), ...results.filter(isCut), ...results.filter(isWhole)]
  const rows = sorted.slice(0, shownRows).map((one) => rowOf(visit, one, { isDryRun }))
  const rest = sorted.length - rows.length
  return html`<div class="card"><table class="narrow-first"><thead><tr><th scope="col">${words.line}</th><th scope="col">${visit.texts.users.name}</th><th scope="col">${visit.texts.bulk.answer}</th></tr></thead><tbody>${rows}</tbody></table>${rest > 0 ? html`<p class="quiet">${words.more({ count: rest })}</p>` : undefined}</div>`
}

function rowOf(visit: Visit, one: RowResult, { isDryRun }: { isDryRun: boolean }): Html {
  const words = visit.texts.importUsers
  const name = html`<bdi>${one.name === '' ? '–' : one.name}</bdi>`
  const who = one.userId === null ? name : html`<a href="${pageUrl('user', { id: one.userId })}">${name}</a>`
  const answer =
    one.outcome === 'made'
      ? badge(isDryRun ? words.wouldMake : words.made, 'good')
      : one.outcome === 'exists'
        ? badge(words.exists)
        : html`${badge(words.refused, 'bad')} ${one.refusal === null ? undefined : words.refusals[one.refusal]}`
  const faults = one.errors.map(
    ({ pointer, detail }) =>
      html`<br><span class="quiet" lang="en"><code>${pointer.slice(1)}</code> ${detail}</span>`,
  )
  const left = one.leftOut.map(
    ({ pointer, detail }) =>
      html`<br><span class="quiet">${words.leftOutOf} <code>${pointer.slice(1)}</code> <span lang="en">${detail}</span></span>`,
  )
  const role = one.isAdmin && html` ${badge(visit.texts.role.admin, 'warn')}`
  return html`<tr><td>${number(visit, one.line)}</td><td>${who}${role}</td><td>${answer}${faults}${left}</td></tr>
`
}

const alert = (inside: Html): Html => banner('bad', inside, html`role="alert"`)
