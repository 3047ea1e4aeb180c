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
