import type { Visit } from '../core/visit.ts'
import { type Html, html } from './html.ts'

/** Shows a time in UTC. A script writes it in the time zone of the reader. */
export function time({ language }: Pick<Visit, 'language'>, at: string): Html {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return html`<time datetime="${at}">${format.format(new Date(at))} UTC</time>`
}

export const number = ({ language }: Pick<Visit, 'language'>, count: number): string =>
  new Intl.NumberFormat(language).format(count)

export type Tone = 'good' | 'warn' | 'bad' | 'neutral'

export const badge = (text: string, tone: Tone = 'neutral'): Html =>
  html`<span class="badge ${tone}">${text}</span>`

/** Returns the URL of a page with parameters, relative to `/console/`. Parameters that are undefined are left out. */
export function pageUrl(name: string, parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  )
  return given.length === 0 ? name : `${name}?${new URLSearchParams(Object.fromEntries(given))}`
}

/** The links under a list that is shown page by page. */
export function paging(
  { texts, sent }: Pick<Visit, 'texts' | 'sent'>,
  { page, next }: { page: string; next: string | null },
): Html | undefined {
  const { cursor, ...others } = sent
  if (cursor === undefined && next === null) return undefined
  return html`<p class="bar">${cursor === undefined ? undefined : html`<a href="${pageUrl(page, others)}" class="button plain">${texts.search.first}</a>`}${next === null ? undefined : html`<a href="${pageUrl(page, { ...others, cursor: next })}" class="button plain">${texts.search.next}</a>`}</p>`
}
