import type { UserResource } from '#contract/users/user.ts'
import { changeUsersEndpoint, type RowFailure } from '#contract/users/user-support.ts'
import { getUserEndpoint } from '#contract/users.ts'
import { badge } from '#runtime/components/banner.ts'
import { hiddenFields } from '#runtime/components/hidden-fields.ts'
import { table } from '#runtime/components/table.ts'
import { type Html, html } from '#runtime/html.ts'
import { asMissing } from '../../core/as-missing.ts'
import type { Problem } from '../../core/problem.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { onceOf, problemBox, textField } from '../../view/forms.ts'
import { doneBanner, number, pageUrl, pendingNote } from '../../view/parts.ts'
import { bulkActions } from './bulk-actions.ts'
import { chosenIds, packChosen, packed } from './selection.ts'

/**
 * The page that does the same action to all users who are selected in the list. It first names them, and then shows the result
 * for each.
 */
export const bulkPage: ConsolePage = {
  name: 'bulk',
  entry: 'users',
  shorten: packChosen,
  show: askFirst,
  send: doIt,
}

/** A chosen user, by the id that was sent. `user` is undefined when the user no longer exists. */
interface Chosen {
  id: string
  user: UserResource | undefined
}

async function askFirst(visit: Visit, problem?: Problem): Promise<PageAnswer> {
  const { bulk } = visit.texts
  const chosen = await findChosen(visit)
  const action = actionOf(visit)
  if (chosen.length === 0 || !action) {
    const missing = chosen.length === 0 ? bulk.nobody : bulk.noAction
    return {
      title: bulk.title,
      status: 400,
      body: html`<h1>${bulk.title}</h1><section class="card state warn"><p>${missing}</p><p><a href="users" class="button secondary">${bulk.back}</a></p></section>`,
    }
  }
  const { explain } = visit.texts.actions[action.words]
  const title = bulk.actions[action.action]
  const heading = `${title} (${number(visit, chosen.length)})`
  const carried = { act: action.action, ids: packed(chosen.map(({ id }) => id)), once: onceOf(visit.sent) }
  return {
    title: heading,
    body: html`<h1>${heading}</h1>
${problemBox(problem)}
<section class="card"><p>${bulk.each} ${explain}</p><ul>${chosen.map((one) => html`<li>${nameOf(visit, one)}</li>`)}</ul><form method="post" action="bulk">${hiddenFields(carried)}${fieldOf(visit, action.field)}<button${action.isDangerous && html` class="danger"`}>${title}</button> <a href="users" class="button secondary">${visit.texts.cancel}</a></form></section>`,
  }
}

const actionOf = ({ sent }: Visit) => bulkActions.find(({ action }) => action === sent.act)

function fieldOf({ texts, sent }: Visit, field: 'reason' | 'number' | undefined): Html | undefined {
  if (field === undefined) return undefined
  const label = field === 'reason' ? texts.userPage.reason : texts.bulk.typeNumber
  return textField({ name: field, label, value: sent[field] ?? '', maxLength: 500 })
}

/** Finds the chosen users, ten at a time. */
async function findChosen(visit: Visit): Promise<Chosen[]> {
  const ids = chosenIds(visit)
  const found: Chosen[] = []
  for (let from = 0; from < ids.length; from += 10)
    found.push(
      ...(await Promise.all(
        ids.slice(from, from + 10).map(async (id) => {
          const reply = await visit.ask(getUserEndpoint, { params: { id } }).catch(asMissing)
          return { id, user: reply?.body }
        }),
      )),
    )
  return found
}

const nameOf = ({ texts }: Visit, { id, user }: Chosen): Html =>
  user
    ? html`<bdi>${user.name ?? user.username}</bdi> <span class="quiet"><bdi>${user.username}</bdi> · <bdi>${user.email}</bdi></span>`
    : html`<code>${id}</code> <span class="quiet">${texts.bulk.failures.user_not_found}</span>`

async function doIt(visit: Visit): Promise<PageAnswer> {
  const { ask, sent, texts } = visit
  const { bulk } = texts
  const action = actionOf(visit)
  // The names are read first, because those of deleted users are gone afterwards.
  const chosen = await findChosen(visit)
  if (!action || chosen.length === 0) return askFirst(visit)
  if (action.field === 'number' && sent.number?.trim() !== String(chosen.length))
    return { ...(await askFirst(visit, { text: bulk.wrongNumber, faults: [] })), status: 400 }
  const reason = action.field === 'reason' ? sent.reason?.trim() : undefined
  const { body, isPending } = await ask(changeUsersEndpoint, {
    body: {
      action: action.action,
      ids: chosen.map(({ id }) => id),
      ...(reason ? { suspension_reason: reason } : {}),
    },
    idempotencyKey: sent.once,
  })
  const done = body.results.filter(({ failure }) => failure === null).length
  const rows = chosen.map((one, at) => {
    const failure = body.results[at]?.failure ?? null
    const name = one.user && action.action !== 'delete' ? linkTo(visit, one) : nameOf(visit, one)
    return [name, failure === null ? badge(bulk.done, 'good') : answerOf(visit, failure)]
  })
  return {
    title: bulk.result,
    body: html`<h1>${bulk.actions[action.action]}: ${bulk.result}</h1>
${doneBanner(bulk.sum({ done: number(visit, done), all: number(visit, chosen.length) }))}
${pendingNote(visit, isPending)}
<div class="card">${table([texts.users.name, bulk.answer], rows)}</div>
<p><a href="users" class="button secondary">${bulk.back}</a></p>`,
  }
}

const linkTo = (visit: Visit, one: Chosen): Html =>
  html`<a href="${pageUrl('user', { id: one.id })}">${nameOf(visit, one)}</a>`

const answerOf = ({ texts: { bulk } }: Visit, failure: RowFailure): Html =>
  html`${badge(bulk.notDone, 'bad')} ${bulk.failures[failure]}`
