import type { Visit } from '../core/visit.ts'
import { type Html, html } from './html.ts'
import { pageUrl } from './parts.ts'

/**
 * The links that give out a whole list as a file. Whoever was asked for a fresh proof on the way comes back with the form of the
 * file, and is told that the link works now.
 */
export function exportLinks(
  { texts: { exports: text }, sent: { format } }: Visit,
  { page, filters }: { page: string; filters: Record<string, string | undefined> },
): Html {
  const link = (one: 'csv' | 'jsonl') =>
    html`<a href="${pageUrl(page, { ...filters, format: one })}" class="button plain">${text[one]}</a>`
  return html`${format === undefined ? undefined : html`<p class="done" role="status" id="export">${text.proved}</p>`}<p class="bar">${link('csv')}${link('jsonl')}</p>`
}
