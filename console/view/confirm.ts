import type { Problem } from '../core/problem.ts'
import { hidden, problemBox } from './forms.ts'
import { type Html, html } from './html.ts'

interface Question {
  /** What will be done. */
  title: string
  /** To whom or to what. People may have chosen this name. */
  subject: string
  explain: string
  button: string
  isDangerous: boolean
  /** The page that answers the form. */
  action: string
  /** What the form sends besides the fields. */
  carried: Record<string, string | undefined>
  field?: Html | undefined
  cancel: { to: string; text: string }
  problem?: Problem | undefined
}

/** A page that says what will happen, with one button for it, so that nothing is done by following a link. */
export function confirmView(question: Question): { title: string; body: Html } {
  const { title, subject, explain, button, isDangerous, action, carried, field, cancel, problem } = question
  return {
    title: `${title}: ${subject}`,
    body: html`<h1>${title}: <bdi>${subject}</bdi></h1>
${problemBox(problem)}
<section class="card"><p>${explain}</p><form method="post" action="${action}">${hidden(carried)}${field}<button${isDangerous && html` class="danger"`}>${button}</button> <a href="${cancel.to}" class="button plain">${cancel.text}</a></form></section>`,
  }
}
