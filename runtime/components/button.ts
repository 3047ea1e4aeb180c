import { type Html, html } from '../html.ts'
import { icon } from '../look/icon.ts'
import type { IconName } from '../look/icon-names.ts'

interface Button {
  text: string
  /** `primary`, the default, is for the one thing that most people come for. `danger` destroys something. */
  kind?: 'primary' | 'secondary' | 'danger' | 'quiet' | undefined
  icon?: IconName | undefined
  /** What is drawn before the text in place of an icon, such as the mark of a brand. */
  drawing?: Html | undefined
  /** The accessible name, where several buttons of a page have the same text. It begins with the text. */
  label?: string | undefined
  isSmall?: boolean | undefined
  /** True for a button that is as wide as the form. */
  isWhole?: boolean | undefined
}

/** Makes the button that sends a form, with a name and a value if the form tells apart by which button it was sent. */
export const button = ({ name, value, ...shown }: Button & { name?: string; value?: string }): Html =>
  html`<button class="${classOf(shown)}"${name !== undefined && html` name="${name}" value="${value}"`}${labelOf(shown)}>${insideOf(shown)}</button>`

/** Makes a button that a script of the page handles. */
export const scriptButton = (shown: Button): Html =>
  html`<button type="button" class="${classOf(shown)}"${labelOf(shown)}>${insideOf(shown)}</button>`

/** Makes a link that looks like a button. */
export const linkButton = ({ to, ...shown }: Button & { to: string }): Html =>
  html`<a href="${to}" class="${classOf(shown)}"${labelOf(shown)}>${insideOf(shown)}</a>`

const classOf = ({ kind = 'primary', isSmall, isWhole }: Button): string =>
  ['button', kind !== 'primary' && kind, isSmall && 'small', isWhole && 'whole'].filter(Boolean).join(' ')

const labelOf = ({ label }: Button) => label !== undefined && html` aria-label="${label}"`

const insideOf = ({ text, icon: name, drawing }: Button): Html =>
  html`${name && icon(name)}${drawing}<span>${text}</span>`
