import { hiddenFields } from '#runtime/components/hidden-fields.ts'
import { type Html, html } from '#runtime/html.ts'
import type { Problem } from '../core/problem.ts'
import { problemBox } from './forms.ts'

interface Question {
  /** The title of the page, which names the action. */
  title: string
  /** The name of the user or the thing to which the action is done. Somebody may have chosen this name. */
  subject: string
  explain: string
  button: string
  isDangerous: boolean
  /** The page that answers the form. */
  action: string
  /** The hidden fields that the form sends in addition to `field`. */
  carried: Record<string, string | undefined>
  field?: Html | undefined
  cancel: { to: string; text: string }
  problem?: Problem | undefined
}

/** Returns a page that says what will happen, with one button that does it, so that a link alone does nothing. */
export function confirmView(question: Question): { title: string; body: Html } {
  const { title, subject, explain, button, isDangerous, action, carried, field, cancel, problem } = question
  return {
    title: `${title}: ${subject}`,
    body: html`<h1>${title}: <bdi>${subject}</bdi></h1>
${problemBox(problem)}
<section class="card"><p>${explain}</p><form method="post" action="${action}">${hiddenFields(carried)}${field}<button class="${isDangerous ? 'button danger' : 'button'}">${button}</button> <a href="${cancel.to}" class="button secondary">${cancel.text}</a></form></section>`,
  }
}
