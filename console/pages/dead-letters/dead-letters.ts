import { isUuid } from '#contract/declaration/fields.ts'
import { type DeadLetterResource, listDeadLettersEndpoint } from '#contract/events/events.ts'
import { hiddenFields } from '#runtime/components/hidden-fields.ts'
import { table, wide } from '#runtime/components/table.ts'
import { type Html, html, type Part } from '#runtime/html.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { doneBanner, emptyCard, number, pageUrl, paging, time } from '../../view/parts.ts'

/** The page that lists the deliveries that the user service has given up, oldest first. */
export const deadLettersPage: ConsolePage = {
  name: 'dead-letters',
  entry: 'dead-letters',
  menu: {
    group: 'events',
    purpose: "Emails, events and internal messages that couldn't be delivered: retry or delete them",
  },
  show: showDeadLetters,
}

async function showDeadLetters(visit: Visit): Promise<PageAnswer> {
  const { ask, sent, texts } = visit
  const { deadLetters: text } = texts
  const query = { limit: 25, cursor: sent.cursor }
  const { data, next_cursor } = (await ask(listDeadLettersEndpoint, { query })).body
  const all = data.length > 0 && html`<a href="replay-dead-letters" class="button">${text.all.title}</a>`
  return {
    title: text.title,
    scripts: ['local-time.js'],
    body: html`<div class="bar"><h1>${text.title}</h1>${all}</div>
${doneWords(visit)}
<p class="hint">${text.hint}</p>
${data.length > 0 ? listOf(visit, data) : emptyCard('inbox', text.none, text.noneHint)}
${paging(visit, { page: 'dead-letters', next: next_cursor })}`,
  }
}

function doneWords(visit: Visit): Html | undefined {
  const { deadLetters: text } = visit.texts
  const { done, replayed = '' } = visit.sent
  const words =
    done === 'one'
      ? text.done
      : done === 'drop'
        ? text.dropped
        : /^\d{1,6}$/.test(replayed) && text.replayed({ count: number(visit, Number(replayed)) })
  return words ? doneBanner(words) : undefined
}

const listOf = (visit: Visit, found: readonly DeadLetterResource[]): Html => {
  const { deadLetters: text } = visit.texts
  return html`<div class="card">${table(
    [text.what, text.why, wide(text.subject)],
    found.map((one) => row(visit, one)),
  )}</div>`
}

function row(visit: Visit, letter: DeadLetterResource): Part[] {
  const { deadLetters: text } = visit.texts
  const { id, sink, type, subject } = letter
  const about = isUuid(subject)
    ? html`<a href="${pageUrl('users', { q: subject })}">${subject}</a>`
    : html`<bdi>${subject}</bdi>`
  const again = html`<form method="post" action="replay-dead-letter">${hiddenFields({ id })}<button class="button secondary">${text.short}<span class="unseen"> ${type} ${id}</span></button> <a href="${pageUrl('drop-dead-letter', { id, type, sink })}" class="button secondary">${text.shortDrop}<span class="unseen"> ${type} ${id}</span></a></form>`
  return [
    html`${type}<br><span class="quiet">→ ${sink}</span>`,
    html`<span lang="en">${letter.last_error}</span><br><span class="quiet">${text.attempts({ count: number(visit, letter.attempts) })} · ${text.givenUp} ${time(visit, letter.given_up_at)}</span>${again}`,
    about,
  ]
}
