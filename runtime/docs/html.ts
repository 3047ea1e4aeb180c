import { type Html, html, markMatches } from '../html.ts'

/** Makes HTML of a text, with the text in backticks as `code` elements. */
export const prose = (text: string): Html => markMatches(text, /`([^`]+)`/, code)

export const code = (text: string): Html => html`<code>${text}</code>`

export const sentence = (text: string): string => (/[.?!”]$/.test(text) ? text : `${text}.`)

/** Returns a block of code with a label above it. */
export const codeBlock = (label: string, text: string): Html =>
  html`<p class="label">${label}</p><pre class="text"><code>${text}</code></pre>`

export const details = (summary: Html | string, content: Html | undefined): Html | undefined =>
  content && html`<details><summary>${summary}</summary>${content}</details>`

/** Returns a table; undefined without rows. */
export const table = (
  head: readonly (Html | string)[],
  rows: readonly (readonly (Html | string)[])[],
): Html | undefined =>
  rows.length === 0
    ? undefined
    : html`<table><thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead><tbody>${rows.map(
        (row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`,
      )}</tbody></table>`
