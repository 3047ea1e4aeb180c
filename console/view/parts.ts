import { banner } from '#runtime/components/banner.ts'
import { durationInWords } from '#runtime/duration-in-words.ts'
import { type Html, html } from '#runtime/html.ts'
import { icon } from '#runtime/look/icon.ts'
import type { IconName } from '#runtime/look/icon-names.ts'
import type { Visit } from '../core/visit.ts'

/** Shows a time in UTC. A script writes it in the time zone of the reader. */
export const time = ({ language }: Pick<Visit, 'language'>, at: string): Html =>
  html`<time datetime="${at}">${inUtc(language, at, 'short')}</time>`

/** Shows a time with its seconds, so that the order of events is visible. */
export const exactTime = ({ language }: Pick<Visit, 'language'>, at: string): Html =>
  html`<time datetime="${at}" data-style="medium">${inUtc(language, at, 'medium')}</time>`

function inUtc(language: Visit['language'], at: string, timeStyle: 'short' | 'medium'): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle, timeZone: 'UTC' })
  return `${format.format(new Date(at))} UTC`
}

export const number = ({ language }: Pick<Visit, 'language'>, count: number): string =>
  new Intl.NumberFormat(language).format(count)

/** Returns a duration in words, in the language of the reader. */
export const span = ({ language }: Pick<Visit, 'language'>, ms: number): string =>
  durationInWords(ms, language)

/** Shows words of a user between the quotation marks of the reader’s language. */
export function quoted({ texts }: Visit, words: string): Html {
  // Texts have no HTML, so the marks are taken from the text to isolate the direction of the words between them.
  const [open, close] = texts.quoted({ words: '\0' }).split('\0')
  return html`${open}<bdi>${words}</bdi>${close}`
}

/** Returns the message that an action was done, with a form that undoes it where there is one. */
export const doneBanner = (words: string, undo?: Html): Html =>
  undo
    ? banner('good', html`<div class="bar"><p role="status">${words}</p>${undo}</div>`)
    : banner('good', html`<p>${words}</p>`, html`role="status"`)

/** Returns the message of an action that was done, by its name. An action that leads to a page of its own has none. */
export const doneText = (
  actions: Readonly<Record<string, { readonly title: string; readonly done?: string }>>,
  name: string | undefined,
): string | undefined => Object.entries(actions).find(([known]) => known === name)?.[1].done

/** Returns the URL of a page with parameters, relative to `/console/`. Parameters that are undefined are left out. */
export function pageUrl(name: string, parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  )
  return given.length === 0 ? name : `${name}?${new URLSearchParams(Object.fromEntries(given))}`
}

/** Returns the sentence for a change that ended sessions which have not ended everywhere yet; undefined otherwise. */
export const pendingNote = (visit: Visit, isPending: boolean): Html | undefined =>
  isPending
    ? banner(
        'warn',
        html`<p>${visit.texts.sessionsPending({ time: span(visit, inWholeMinutes(visit.accessTokenMs)) })}</p>`,
        html`role="status"`,
      )
    : undefined

const inWholeMinutes = (ms: number): number => Math.ceil(ms / 60_000) * 60_000

/**
 * Returns the links between the pages of a list; undefined when it has one page. `previous` is for lists that can also go
 * backwards.
 */
export function paging(
  { texts, sent }: Pick<Visit, 'texts' | 'sent'>,
  { page, next, previous = null }: { page: string; next: string | null; previous?: string | null },
): Html | undefined {
  const { cursor: begun, done: _done, pending: _pending, unsent: _unsent, ...others } = sent
  const to = (cursor: string | undefined, text: string) =>
    html`<a href="${pageUrl(page, { ...others, cursor })}" class="button secondary">${text}</a>`
  const links = [
    ...(begun === undefined ? [] : [to(undefined, texts.search.first)]),
    ...(previous === null ? [] : [to(previous, texts.search.previous)]),
    ...(next === null ? [] : [to(next, texts.search.next)]),
  ]
  return links.length === 0 ? undefined : html`<p class="bar">${links}</p>`
}

/** Returns a list of links of which one is marked as chosen, such as the states by which a list can be filtered. */
export function filterLinks(
  label: string,
  choices: readonly { text: string; to: string; isCurrent: boolean }[],
): Html {
  const items = choices.map(
    ({ text, to, isCurrent }) =>
      html`<li><a href="${to}"${isCurrent && html` aria-current="true"`}>${text}</a></li>`,
  )
  return html`<ul class="filters" aria-label="${label}">${items}</ul>`
}

/**
 * Returns the rows that say who made a thing, when, and under which id. The maker is a link to the search for the user with this
 * id.
 */
export function madeRows(
  visit: Pick<Visit, 'texts' | 'language'>,
  { id, created_by, created_at }: { id: string; created_by: string | null; created_at: string },
): [string, Html | string][] {
  const { made } = visit.texts
  const maker =
    created_by === null
      ? made.command
      : html`<a href="${pageUrl('users', { q: created_by })}">${created_by}</a>`
  return [
    [made.by, maker],
    [made.at, time(visit, created_at)],
    [made.id, html`<code>${id}</code>`],
  ]
}

/** Makes the card that a page shows in place of an empty list: that there is nothing, and how to add something. */
export const emptyCard = (name: IconName, title: string, hint?: string, action?: Html): Html =>
  html`<section class="card"><div class="empty">${icon(name)}<h2>${title}</h2>${hint && html`<p>${hint}</p>`}${action && html`<p>${action}</p>`}</div></section>`

export const factsCard = (rows: readonly (readonly [string, Html | string])[]): Html =>
  html`<section class="card"><dl>${rows.map(([term, fact]) => html`<dt>${term}</dt><dd>${fact}</dd>`)}</dl></section>`
