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
 * began, the present one, and what was typed. It is a list and not a table, because four columns don't fit on a phone.
 */
export function changedFieldsCard({ editUser: text }: Texts, changed: readonly ChangedField[]): Html {
  const row = (term: string, value: string) =>
    html`<dt>${term}</dt><dd><bdi>${value === '' ? html`<span class="quiet">${text.empty}</span>` : value}</bdi></dd>`
  const lists = changed.map(
    ({ label, before, now, typed }) =>
      html`<h2>${label}</h2><dl>${row(text.before, before)}${row(text.now, now)}${typed !== undefined && row(text.typed, typed)}</dl>`,
  )
  return html`<section class="card state warn"><p>${text.staleHint}</p>${lists}</section>`
}
