import { banner } from '#runtime/components/banner.ts'
import { button } from '#runtime/components/button.ts'
import { checkbox, inputField, type Option } from '#runtime/components/field.ts'
import { hiddenFields } from '#runtime/components/hidden-fields.ts'
import { type Html, html, joinHtml } from '#runtime/html.ts'
import type { IconName } from '#runtime/look/icon-names.ts'
import type { FieldText } from '../texts/texts.ts'
import { type PasskeyWay, passkeyHtml } from './passkey-way.ts'

export interface Form {
  /**
   * The URL that the form is sent to: that of an app, or one relative to `/account/`, because a proxy may have removed a part
   * of the path in front of that.
   */
  action: string
  /** The label of the button; absent when only a passkey sends the form. */
  button?: string
  icon?: IconName
  /** True for a button that destroys something. */
  isDangerous?: boolean
  /** True for a button that should be less prominent, because most people do not want it. */
  isPlain?: boolean
  /** Hidden fields. A field without a value is left out. */
  hidden?: Record<string, string | undefined>
  /** The username, so that a password manager stores the password for it. */
  username?: string
  fields?: readonly Field[]
  /** The part of the form for a passkey, which can be used instead of the fields or with them. */
  passkey?: PasskeyWay | undefined
  /** The text of a fault that concerns the whole form, not one field. */
  problem?: string | undefined
}

export interface Field {
  name: string
  attributes: Html
  label: string
  hint?: string | undefined
  value?: string | undefined
  fault?: string | undefined
  isCode?: boolean
  /** The options of a list, of which one is selected. */
  options?: readonly Option[]
  /** True for a checkbox, whose label comes after the input. */
  isChoice?: boolean
}

/** The value that was sent in a field, and the code of its fault. */
export interface Sent {
  value?: string | undefined
  fault?: string | undefined
}

const kinds = {
  username: html`autocomplete="username" autocapitalize="none" spellcheck="false" required`,
  usernameOrPasskey: html`autocomplete="username webauthn" autocapitalize="none" spellcheck="false" required`,
  name: html`autocomplete="name"`,
  code: html`autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" required`,
  typed: html`autocomplete="off" autocapitalize="none" spellcheck="false" required`,
  userCode: html`autocomplete="off" autocapitalize="characters" spellcheck="false" required`,
  email: html`type="email" autocomplete="email" autocapitalize="none" spellcheck="false" required`,
  password: html`type="password" autocomplete="current-password" required`,
  newPassword: html`type="password" autocomplete="new-password" required`,
} as const

/** Makes a field of a form. The value that was sent is shown again, except for a password. */
export function field(
  name: string,
  kind: keyof typeof kinds,
  { label, hint, faults }: FieldText,
  { value, fault }: Sent = {},
): Field {
  return {
    name,
    attributes: kinds[kind],
    label,
    hint,
    value: kind.toLowerCase().includes('password') ? undefined : value,
    fault: fault === undefined ? undefined : (faults[fault] ?? faults.other),
    isCode: kind.toLowerCase().includes('code'),
  }
}

/** Makes a list of which one option is selected. */
export const list = (
  name: string,
  { label, hint }: { label: string; hint?: string },
  { value, options }: { value: string; options: readonly Option[] },
): Field => ({ name, attributes: html``, label, hint, value, options })

/** Makes a checkbox that sends `true`. */
export const choice = (name: string, label: string): Field => ({
  name,
  attributes: html``,
  label,
  isChoice: true,
})

/**
 * Makes the summary of what is wrong with a form; undefined when nothing is. It gets the focus, so that a screen reader reads it
 * first.
 */
export function summaryHtml({ problem, fields = [] }: Form, words: string): Html | undefined {
  const links = fields.flatMap(({ name, fault }) =>
    fault === undefined ? [] : [html`<a href="#${name}">${fault}</a>`],
  )
  const faults = problem === undefined ? links : [problem, ...links]
  if (faults.length === 0) return undefined
  const inside = html`<p><strong>${words}:</strong> ${joinHtml(faults, html`<br>`)}</p>`
  return banner('bad', inside, html`role="alert" tabindex="-1" autofocus`)
}

export function formHtml(form: Form): Html {
  const { action, hidden = {}, username, fields = [], button: text, passkey, icon } = form
  const inputs = [
    hiddenFields(hidden),
    // The input has no name, so it is for the password manager only and is not sent.
    username !== undefined && html`<input autocomplete="username" value="${username}" hidden>`,
    passkey?.isFirst && passkeyHtml(passkey),
    ...fields.map((one) => (one.isChoice ? checkbox(one) : inputField(one))),
  ]
  const kind = form.isDangerous ? 'danger' : form.isPlain || passkey?.isFirst ? 'secondary' : 'primary'
  const send = text !== undefined && button({ text, kind, icon, isWhole: true })
  const otherWay = passkey && !passkey.isFirst && passkeyHtml(passkey)
  return html`<form method="post" action="${action}">${inputs}${send}${otherWay}</form>`
}
