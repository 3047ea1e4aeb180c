import { Failure } from '#contract/declaration/failures.ts'
import { languages } from '#contract/declaration/languages.ts'
import { updateBrandingEndpoint } from '#contract/system/branding.ts'
import { hiddenFields } from '#runtime/components/hidden-fields.ts'
import { type Html, html } from '#runtime/html.ts'
import { icon } from '#runtime/look/icon.ts'
import { type Problem, problemOf } from '../../core/problem.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { changedFieldsCard } from '../../view/changed-fields.ts'
import { choiceField, problemBox, textField } from '../../view/forms.ts'
import { doneBanner } from '../../view/parts.ts'
import { imagesCard, isForImage, saveImage } from './brand-images.ts'
import {
  begunIn,
  carriedFrom,
  type Field,
  fields,
  type Present,
  readBranding,
  typedIn,
  type Values,
  valuesFrom,
  variables,
} from './branding-values.ts'
import { previewOf } from './preview.ts'

/** The page that changes the name, the color, the language, the links and the images that users see. Only what differs is sent. */
export const brandingPage: ConsolePage = {
  name: 'branding',
  entry: 'branding',
  menu: {
    group: 'system',
    purpose:
      'Name, color, logo, icon, default language and links of the sign-in, account and consent pages, with a preview; undo the last change; what the environment sets is shown as fixed',
  },
  async show(visit) {
    const present = await readBranding(visit)
    const begun = begunIn(visit) ?? present.values
    return form(visit, present, { begun, typed: typedIn(visit, begun) })
  },
  send: (visit) => (isForImage(visit) ? sendImage(visit) : saveBranding(visit)),
}

async function saveBranding(visit: Visit): Promise<PageAnswer> {
  const { ask, keepUndo, rereadBrand, sent, texts } = visit
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
    const { etag = '' } = await ask(updateBrandingEndpoint, { body, ifMatch: version })
    await rereadBrand()
    const cookie = keepUndo({ page: 'branding', version: etag, values: begun })
    return { to: 'branding?done=1', ...(cookie === undefined ? {} : { cookie }) }
  } catch (error) {
    if (error instanceof Failure && error.code === 'precondition_failed')
      return { ...staleForm(visit, present, { begun, typed, problem: problemOf(error, texts) }), status: 409 }
    return again(problemOf(error, texts))
  }
}

async function sendImage(visit: Visit): Promise<PageAnswer> {
  const problem = await saveImage(visit)
  if (!('faults' in problem)) {
    await visit.rereadBrand()
    return problem
  }
  const present = await readBranding(visit)
  return { ...form(visit, present, { begun: present.values, typed: present.values, problem }), status: 400 }
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
  const shown = (field: Field, value: string) => (field === 'language' ? languageName(visit, value) : value)
  const card = changedFieldsCard(
    visit.texts,
    changed.map((field) => ({
      label: visit.texts.branding.fields[field],
      before: shown(field, begun[field]),
      now: shown(field, now[field]),
      typed: isTyped(field) ? shown(field, typed[field]) : undefined,
    })),
  )
  const merged = valuesFrom((field) => (isTyped(field) ? typed[field] : now[field]))
  return form(visit, present, { begun: now, typed: merged, ...rest }, card)
}

function form(
  visit: Visit,
  present: Present,
  { begun, typed, problem }: Typing,
  changed?: Html,
): Exclude<PageAnswer, { file: unknown } | { to: string }> {
  const { texts } = visit
  const { version, fixed } = present
  const { branding: text } = texts
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
  return {
    title: text.title,
    scripts: ['branding.js'],
    body: html`<h1>${text.title}</h1>
<p class="hint">${text.hint}</p>
${doneBox(visit, present)}${problemBox(problem)}
${changed}
<div class="branding"><section class="card"><form method="post" action="branding">${hiddenFields(carriedFrom(version, begun))}
${one('name', 80, text.nameHint)}
<div class="color">${one('color', 7, text.colorHint({ example: '#0b57d0' }))}${fixed.color === undefined && html`<input type="color" id="picked" aria-label="${text.pick}" hidden>`}</div>
${fixed.language === undefined ? languageField(visit, typed.language, problem) : fixedField(visit, 'language', languageName(visit, fixed.language))}
<fieldset class="field"><legend>${text.links}</legend><p class="hint">${text.linksHint}</p>
${one('privacy_url', 500)}
${one('terms_url', 500)}
${one('help_url', 500)}</fieldset>
<div class="actions"><button class="button">${text.save}</button><button class="button secondary" name="preview" value="1" data-plain>${text.update}</button></div></form></section>
${previewOf(visit, present, { ...typed, ...fixed })}
${imagesCard(visit, present, problem)}</div>`,
  }
}

/** Returns what was done. After a change of the form, it has a button that restores the values before. */
function doneBox(visit: Visit, { values, version }: Present): Html | undefined {
  const { findUndo, sent, texts } = visit
  const { branding: text } = texts
  if (sent.done === undefined) return undefined
  if (sent.done === 'image' || sent.done === 'no-image')
    return doneBanner(text.imageDone[sent.done === 'image' ? 'saved' : 'deleted'])
  const before = findUndo({ page: 'branding', version })
  if (!before) return doneBanner(text.done)
  return doneBanner(
    text.done,
    html`<form method="post" action="branding">${hiddenFields({ ...carriedFrom(version, values), ...before })}<button class="button secondary small">${icon('rotate-ccw')}${text.undo}</button></form>`,
  )
}

const languageName = ({ language, texts }: Visit, code: string): string =>
  code === ''
    ? texts.branding.english
    : (new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code)

function languageField(visit: Visit, value: string, problem: Problem | undefined): Html {
  const { branding: text } = visit.texts
  const names = languages.filter((one) => one !== 'en').map((one) => [one, languageName(visit, one)] as const)
  // English is what is shown when nothing is set. A stored `en` is shown as such, so that the form doesn't change it.
  const english = [
    ['', text.english] as const,
    ...(value === 'en' ? [['en', languageName(visit, 'en')] as const] : []),
  ]
  return choiceField({
    name: 'language',
    label: text.fields.language,
    hint: text.languageHint,
    value,
    choices: [...english, ...names],
    problem,
  })
}

/** Makes a field whose value comes from the environment, with the name of the variable. */
function fixedField({ texts }: Visit, field: Field, value: string): Html {
  const variable = variables[field] ?? ''
  return html`<div class="field"><label for="${field}">${texts.branding.fields[field]}</label><p class="hint fixed" id="${field}_hint">${icon('lock')} ${texts.branding.fixed({ variable })}</p><input class="input" id="${field}" value="${value}" readonly aria-describedby="${field}_hint"></div>`
}
