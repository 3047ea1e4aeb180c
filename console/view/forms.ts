import { randomUUID } from 'node:crypto'
import { banner } from '#runtime/components/banner.ts'
import { type Html, html } from '#runtime/html.ts'
import type { Problem } from '../core/problem.ts'

interface Field {
  /** The name of the field, which is also its name in the contract. Its faults are shown below it. */
  name: string
  label: string
  value: string
  hint?: string
  maxLength?: number
  isRequired?: boolean
  type?: 'text' | 'url' | 'search'
  problem?: Problem | undefined
}

/** A field for one line of text. */
export function textField(field: Field): Html {
  const { name, value, maxLength, isRequired, type = 'text' } = field
  return html`<div class="field">${labelOf(field)}<input class="input" id="${name}" name="${name}" type="${type}" value="${value}"${maxLength && html` maxlength="${maxLength}"`}${isRequired && html` required`} autocomplete="off"${described(field)}>${faultOf(field)}</div>`
}

/** A field for several lines of text. */
export function linesField(field: Field): Html {
  const { name, value } = field
  return html`<div class="field">${labelOf(field)}<textarea class="input" id="${name}" name="${name}" rows="4" autocomplete="off" spellcheck="false"${described(field)}>
${value}</textarea>${faultOf(field)}</div>`
}

/** A field for a file. `sentAs` is the name under which the form sends it, where a page has several forms with one. */
export function fileField(field: Omit<Field, 'value'> & { sentAs: string; accept: string }): Html {
  const { name, sentAs, accept } = field
  return html`<div class="field">${labelOf(field)}<input class="input" id="${name}" name="${sentAs}" type="file" accept="${accept}"${described(field)}>${faultOf(field)}</div>`
}

/** A field with a few choices, each a value and its words. */
export function choiceField(field: Field & { choices: readonly (readonly [string, string])[] }): Html {
  const { name, value, choices } = field
  const options = choices.map(
    ([one, words]) => html`<option value="${one}"${one === value && html` selected`}>${words}</option>`,
  )
  return html`<div class="field">${labelOf(field)}<select class="input" id="${name}" name="${name}"${described(field)}>${options}</select>${faultOf(field)}</div>`
}

export const tick = (name: string, label: string, isTicked: boolean): Html =>
  html`<div class="choice"><input type="checkbox" id="${name}" name="${name}" value="1"${isTicked && html` checked`}><label for="${name}">${label}</label></div>`

/** Several checkboxes under one title. */
export const ticks = (
  title: string,
  { name, hint, problem }: { name: string; hint?: string; problem?: Problem | undefined },
  choices: readonly Html[],
): Html =>
  html`<fieldset class="field"><legend>${title}</legend>${hint && html`<p class="hint">${hint}</p>`}<div class="choices">${choices}</div>${faultOf({ name, problem })}</fieldset>`

/** Returns the key that makes a form count once (`Idempotency-Key`), also when a browser sends it again. */
export const onceOf = ({ once }: Readonly<Record<string, string>>): string => once ?? randomUUID()

export const problemBox = (problem: Problem | undefined): Html | undefined =>
  problem && banner('bad', html`<p>${problem.text}</p>`, html`role="alert"`)

const labelOf = ({ name, label, hint }: Omit<Field, 'value'>): Html =>
  html`<label for="${name}">${label}</label>${hint && html`<p class="hint" id="${name}_hint">${hint}</p>`}`

/** Returns the faults of a field. The fault of one line of a list belongs to the whole field. */
const faultsOf = ({ name, problem }: Pick<Field, 'name' | 'problem'>) =>
  (problem?.faults ?? []).filter(({ pointer }) => pointer === `/${name}` || pointer.startsWith(`/${name}/`))

function faultOf(field: Pick<Field, 'name' | 'problem'>): Html | undefined {
  const faults = faultsOf(field)
  if (faults.length === 0) return undefined
  return html`<div id="${field.name}_fault">${faults.map(({ pointer, text, inEnglish }) => html`<p class="fault">${lineOf(pointer)}${text}${inEnglish !== undefined && html` <span lang="en">(${inEnglish})</span>`}</p>`)}</div>`
}

/** Returns the number of the line of a list that a fault is about, counted from 1; empty when the field is not a list. */
function lineOf(pointer: string): string {
  const at = /^\/\w+\/(\d+)/.exec(pointer)?.[1]
  return at === undefined ? '' : `${Number(at) + 1}: `
}

function described(field: Omit<Field, 'value'>): Html | undefined {
  const isWrong = faultsOf(field).length > 0
  const ids = [...(field.hint ? [`${field.name}_hint`] : []), ...(isWrong ? [`${field.name}_fault`] : [])]
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}${isWrong && html` aria-invalid="true"`}`
}
