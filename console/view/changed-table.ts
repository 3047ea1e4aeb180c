import { type Html, html } from '#runtime/html.ts'
import type { Texts } from '../texts/texts.ts'

/** A field that another admin changed while a form was open. */
interface ChangedField {
  label: string
  before: string
  now: string
  /** What this admin typed into the field; undefined if they left it as it was. */
  typed: string | undefined
}

/**
 * Makes the card that a form shows after a conflict: for each field that another admin changed, the value with which the form
 * began, the present one, and what was typed.
 */
export function changedTable({ editUser: text }: Texts, fields: readonly ChangedField[]): Html {
  const cell = (value: string) =>
    html`<td><bdi>${value === '' ? html`<span class="quiet">${text.empty}</span>` : value}</bdi></td>`
  const rows = fields.map(
    ({ label, before, now, typed }) =>
      html`<tr><th scope="row">${label}</th>${cell(before)}${cell(now)}${typed === undefined ? html`<td></td>` : cell(typed)}</tr>`,
  )
  return html`<section class="card state warn"><p>${text.staleHint}</p>${rows.length > 0 && html`<table><thead><tr><th scope="col">${text.field}</th><th scope="col">${text.before}</th><th scope="col">${text.now}</th><th scope="col">${text.typed}</th></tr></thead><tbody>${rows}</tbody></table>`}</section>`
}
