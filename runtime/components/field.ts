import { type Html, html } from '../html.ts'
import { icon } from '../look/icon.ts'

interface Field {
  name: string
  label: string
  /** The attributes of the input, such as its type and what the browser may fill in. */
  attributes: Html
  hint?: string | undefined
  value?: string | undefined
  /** What is wrong with the value that was sent. */
  fault?: string | undefined
  /** A link beside the label. */
  beside?: Html | undefined
  /** True for a code, whose characters are shown large and apart. */
  isCode?: boolean | undefined
  /** The options of a list, of which one is selected. Without them, the value is typed. */
  options?: readonly Option[] | undefined
}

/** An option of a list. `language` is that of its text, if it differs from that of the page. */
export interface Option {
  value: string
  text: string
  language?: string
}

/** Makes a field of a form. Its hint and its fault are part of its description, so that a screen reader reads them with it. */
export function inputField({
  name,
  label,
  attributes,
  hint,
  value,
  fault,
  beside,
  isCode = false,
  options,
}: Field): Html {
  const about = [hint !== undefined && `${name}-hint`, fault !== undefined && `${name}-fault`].filter(Boolean)
  const described = about.length > 0 && html` aria-describedby="${about.join(' ')}"`
  const invalid = fault !== undefined && html` aria-invalid="true"`
  const look = html`${described}${invalid} class="${isCode ? 'input code' : 'input'}"`
  const typed = value !== undefined && html` value="${value}"`
  const input = options
    ? html`<select id="${name}" name="${name}" ${attributes}${look}>${options.map((one) => optionHtml(one, value))}</select>`
    : html`<input id="${name}" name="${name}" ${attributes}${typed}${look}>`
  const title = html`<label for="${name}">${label}</label>`
  return html`<div class="field">${beside ? html`<div class="line">${title}${beside}</div>` : title}${hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`}${input}${fault !== undefined && html`<span class="fault" id="${name}-fault">${icon('circle-alert')}<span>${fault}</span></span>`}</div>`
}

const optionHtml = ({ value, text, language }: Option, selected: string | undefined): Html =>
  html`<option value="${value}"${language !== undefined && html` lang="${language}"`}${value === selected && html` selected`}>${text}</option>`

/** Makes a checkbox, whose label comes after it. It sends `true`. */
export const checkbox = ({ name, label }: { name: string; label: string }): Html =>
  html`<p class="choice"><input id="${name}" name="${name}" type="checkbox" value="true"><label for="${name}">${label}</label></p>`
