import { Failure } from '#contract/declaration/failures.ts'
import {
  type BrandingResource,
  getBrandingEndpoint,
  updateBrandingEndpoint,
} from '#contract/system/branding.ts'
import { listSettingsEndpoint } from '#contract/system/system.ts'
import { hiddenFields } from '#runtime/components/hidden-fields.ts'
import { type Html, html } from '#runtime/html.ts'
import { icon } from '#runtime/look/icon.ts'
import { type Problem, problemOf } from '../../core/problem.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { changedTable } from '../../view/changed-table.ts'
import { problemBox, textField } from '../../view/forms.ts'
import { doneBanner } from '../../view/parts.ts'
import { previewOf } from './preview.ts'

/** The page that changes the name, the color and the links that users see. Only the fields that differ are sent. */
export const brandingPage: ConsolePage = {
  name: 'branding',
  entry: 'branding',
  menu: {
    group: 'system',
    purpose:
      'Name, color and links of the sign-in, account and consent pages, with a preview; what the environment sets is shown as fixed',
  },
  async show(visit) {
    const present = await readBranding(visit)
    const begun = begunIn(visit) ?? present.values
    return form(visit, present, { begun, typed: typedIn(visit, begun) })
  },
  send: saveBranding,
}

const fields = ['name', 'color', 'privacy_url', 'terms_url', 'help_url'] as const
type Field = (typeof fields)[number]
type Values = Record<Field, string>

/** The settings of the environment that take precedence over what is stored. */
const variables: Partial<Record<Field, string>> = {
  name: 'LATCHKEY_BRAND_NAME',
  color: 'LATCHKEY_BRAND_COLOR',
}

interface Present {
  values: Values
  /** The version (ETag) of the stored branding. */
  version: string
  /** The values that the environment fixes. */
  fixed: Partial<Values>
}

async function readBranding({ ask }: Visit): Promise<Present> {
  const [{ body, etag = '' }, settings] = await Promise.all([
    ask(getBrandingEndpoint, {}),
    ask(listSettingsEndpoint, {}),
  ])
  const fixed = fields.flatMap((field) => {
    const setting = settings.body.data.find(({ name }) => name === variables[field])
    return setting && setting.value !== null ? [[field, setting.value] as const] : []
  })
  return { values: valuesOf(body), version: etag, fixed: Object.fromEntries(fixed) }
}

const valuesFrom = (value: (field: Field) => string): Values =>
  Object.fromEntries(fields.map((field) => [field, value(field)])) as Values

const valuesOf = (branding: BrandingResource): Values => valuesFrom((field) => branding[field] ?? '')

/** Returns the values with which the form began, which it carries in hidden fields; undefined before the form is sent. */
const begunIn = ({ sent }: Visit): Values | undefined =>
  sent.version === undefined ? undefined : valuesFrom((field) => sent[`was_${field}`] ?? '')

/** Returns what was typed. A missing field counts as empty, because empty fields are lost when a sign-in leads back to the form. */
function typedIn({ sent }: Visit, begun: Values): Values {
  if (sent.version === undefined) return begun
  const typed = valuesFrom((field) => (sent[field] ?? '').trim())
  return { ...typed, color: typed.color.toLowerCase() }
}

async function saveBranding(visit: Visit): Promise<PageAnswer> {
  const { ask, sent, texts } = visit
  const present = await readBranding(visit)
  const begun = begunIn(visit) ?? present.values
  const typed = typedIn(visit, begun)
  const version = sent.version ?? present.version
  if (sent.preview !== undefined) return form(visit, { ...present, version }, { begun, typed })
  const again = (problem: Problem) => ({
    ...form(visit, { ...present, version }, { begun, typed, problem }),
    status: 400,
  })
  const changed = fields.filter(
    (field) => present.fixed[field] === undefined && typed[field] !== begun[field],
  )
  if (changed.length === 0) return again({ text: texts.editUser.nothing, faults: [] })
  const body = Object.fromEntries(changed.map((field) => [field, typed[field] === '' ? null : typed[field]]))
  try {
    await ask(updateBrandingEndpoint, { body, ifMatch: version })
  } catch (error) {
    if (error instanceof Failure && error.code === 'precondition_failed')
      return { ...staleForm(visit, present, { begun, typed, problem: problemOf(error, texts) }), status: 409 }
    return again(problemOf(error, texts))
  }
  return { to: 'branding?done=1' }
}

interface Typing {
  begun: Values
  typed: Values
  problem?: Problem
}

/** Returns the form after a change by another admin: typed fields keep what was typed, and the others have their present value. */
function staleForm(visit: Visit, present: Present, { begun, typed, ...rest }: Typing) {
  const { values: now } = present
  const isTyped = (field: Field) => typed[field] !== begun[field]
  const changed = fields.filter((field) => begun[field] !== now[field])
  const table = changedTable(
    visit.texts,
    changed.map((field) => ({
      label: visit.texts.branding.fields[field],
      before: begun[field],
      now: now[field],
      typed: isTyped(field) ? typed[field] : undefined,
    })),
  )
  const merged = valuesFrom((field) => (isTyped(field) ? typed[field] : now[field]))
  return form(visit, present, { begun: now, typed: merged, ...rest }, table)
}

function form(
  visit: Visit,
  { version, fixed }: Present,
  { begun, typed, problem }: Typing,
  changed?: Html,
): Exclude<PageAnswer, { file: unknown } | { to: string }> {
  const { texts, sent } = visit
  const { branding: text } = texts
  const carried = { version, ...Object.fromEntries(fields.map((field) => [`was_${field}`, begun[field]])) }
  const one = (field: Field, maxLength: number, hint?: string) =>
    fixed[field] === undefined
      ? textField({
          name: field,
          label: text.fields[field],
          value: typed[field],
          maxLength,
          problem,
          ...(hint === undefined ? {} : { hint }),
          type: field.endsWith('_url') ? 'url' : 'text',
        })
      : fixedField(visit, field, fixed[field])
  const shown = { ...typed, ...fixed }
  return {
    title: text.title,
    scripts: ['branding.js'],
    body: html`<h1>${text.title}</h1>
<p class="hint">${text.hint}</p>
${sent.done !== undefined && doneBanner(text.done)}${problemBox(problem)}
${changed}
<div class="branding"><section class="card"><form method="post" action="branding">${hiddenFields(carried)}
${one('name', 80, text.nameHint)}
<div class="color">${one('color', 7, text.colorHint({ example: '#0b57d0' }))}${fixed.color === undefined && html`<input type="color" id="picked" aria-label="${text.pick}" hidden>`}</div>
<fieldset class="field"><legend>${text.links}</legend><p class="hint">${text.linksHint}</p>
${one('privacy_url', 500)}
${one('terms_url', 500)}
${one('help_url', 500)}</fieldset>
<div class="actions"><button class="button">${text.save}</button><button class="button secondary" name="preview" value="1" data-plain>${text.update}</button></div></form></section>
${previewOf(visit, shown)}</div>`,
  }
}

/** Makes a field whose value comes from the environment, with the name of the variable. */
function fixedField({ texts }: Visit, field: Field, value: string): Html {
  const variable = variables[field] ?? ''
  return html`<div class="field"><label for="${field}">${texts.branding.fields[field]}</label><p class="hint fixed" id="${field}_hint">${icon('lock')} ${texts.branding.fixed({ variable })}</p><input class="input" id="${field}" value="${value}" readonly aria-describedby="${field}_hint"></div>`
}
