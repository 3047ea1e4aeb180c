import { escapeHtml } from '../http/page.ts'

/** Escapes a text, and turns text in backticks into `code` elements. */
export const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

export const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

export const sentence = (text: string): string => (/[.?!”]$/.test(text) ? text : `${text}.`)

/** Returns a block of code with a label above it, as HTML. */
export const codeBlock = (label: string, text: string): string =>
  `<p class="label">${escapeHtml(label)}</p><pre class="text"><code>${escapeHtml(text)}</code></pre>`

export const details = (summary: string, content: string): string =>
  content === '' ? '' : `<details><summary>${summary}</summary>${content}</details>`

/** Returns a table as HTML, whose cells must be HTML already. Without rows, returns an empty text. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : `<table><thead><tr>${head.map((one) => `<th scope="col">${one}</th>`).join('')}</tr></thead><tbody>${rows
        .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
        .join('')}</tbody></table>`
