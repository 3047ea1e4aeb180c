import { type Html, html, type Part } from '../html.ts'

type Title = Html | string

/** A column of a table, by its title. A wide column has the class `wide`, with which the style of the console hides it on a phone. */
type Column = Title | { title: Title; isWide: true }

export const wide = (title: Title): Column => ({ title, isWide: true })

/** Makes a table of rows, each with a cell for each column; undefined without rows. Texts are escaped like every other value. */
export function table(columns: readonly Column[], rows: readonly (readonly Part[])[]): Html | undefined {
  if (rows.length === 0) return undefined
  const all = columns.map((one) =>
    typeof one === 'object' && 'isWide' in one ? one : { title: one, isWide: false },
  )
  const classes = all.map(({ isWide }) => isWide && html` class="wide"`)
  const head = all.map(({ title }, at) => html`<th scope="col"${classes[at]}>${title}</th>`)
  const body = rows.map(
    (row) => html`<tr>${row.map((cell, at) => html`<td${classes[at]}>${cell}</td>`)}</tr>`,
  )
  return html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`
}
