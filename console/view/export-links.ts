import { type Html, html } from '#runtime/html.ts'
import type { Visit } from '../core/visit.ts'
import { doneBanner, pageUrl } from './parts.ts'

/**
 * Returns the links that download a whole list as a file. When a link first requires a re-authentication, the admin returns to
 * this page with the parameter `format`, and the page says that the link works now.
 */
export function exportLinks(
  { texts: { exports: text }, sent: { format } }: Visit,
  { page, filters }: { page: string; filters: Record<string, string | undefined> },
): Html {
  const link = (one: 'csv' | 'jsonl') =>
    html`<a href="${pageUrl(page, { ...filters, format: one })}" class="button secondary">${text[one]}</a>`
  return html`${format === undefined ? undefined : html`<div id="export">${doneBanner(text.proved)}</div>`}<p class="bar">${link('csv')}${link('jsonl')}</p>`
}
