import { type Html, html } from '../html.ts'

/** Makes hidden fields of a form. A field without a value is left out. */
export const hiddenFields = (fields: Record<string, string | undefined>): Html[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">`],
  )
