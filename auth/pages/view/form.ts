import { escapeHtml } from '#runtime/http/page.ts'
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
  attributes: string
  label: string
  hint?: string | undefined
  value?: string | undefined
  fault?: string | undefined
  /** True for a checkbox, whose label comes after the input. */
  isChoice?: boolean
}

/** The value that was sent in a field, and the code of its fault. */
export interface Sent {
  value?: string | undefined
  fault?: string | undefined
}

const kinds = {
  username: 'autocomplete="username" autocapitalize="none" spellcheck="false" required',
  usernameOrPasskey: 'autocomplete="username webauthn" autocapitalize="none" spellcheck="false" required',
  name: 'autocomplete="name"',
  code: 'autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" required',
  typed: 'autocomplete="off" autocapitalize="none" spellcheck="false" required',
  userCode: 'autocomplete="off" autocapitalize="characters" spellcheck="false" required',
  email: 'type="email" autocomplete="email" autocapitalize="none" spellcheck="false" required',
  password: 'type="password" autocomplete="current-password" required',
  newPassword: 'type="password" autocomplete="new-password" required',
} as const

/** Makes a field of a form. The value that was sent is shown again, except for a password. */
export function field(
  name: string,
  kind: keyof typeof kinds,
  { label, hint, faults }: FieldText<string>,
  { value, fault }: Sent = {},
): Field {
  return {
    name,
    attributes: kinds[kind],
    label,
    hint,
    value: kind.toLowerCase().includes('password') ? undefined : value,
    fault: fault === undefined ? undefined : (faults[fault] ?? faults.other),
  }
}

/** Makes a checkbox that sends `true`. */
export const choice = (name: string, label: string): Field => ({
  name,
  attributes: 'type="checkbox" value="true"',
  label,
  isChoice: true,
})

/** Makes the summary of what is wrong with a form. It gets the focus, so that a screen reader reads it first. */
export function summaryHtml({ problem, fields = [] }: Form, words: string): string {
  const links = fields.flatMap(({ name, fault }) =>
    fault === undefined ? [] : [`<a href="#${name}">${escapeHtml(fault)}</a>`],
  )
  const faults = problem === undefined ? links : [escapeHtml(problem), ...links]
  if (faults.length === 0) return ''
  return `<div class="problem" role="alert" tabindex="-1" autofocus><p><strong>${escapeHtml(words)}:</strong> ${faults.join('<br>')}</p></div>`
}

export function formHtml(form: Form): string {
  const { action, hidden = {}, username, fields = [], button, passkey } = form
  const inputs = [
    hiddenHtml(hidden),
    // The input has no name, so it is for the password manager only and is not sent.
    username === undefined ? '' : `<input autocomplete="username" value="${escapeHtml(username)}" hidden>`,
    passkey?.isFirst ? passkeyHtml(passkey) : '',
    ...fields.map(fieldHtml),
  ]
  const style = form.isDangerous ? ' class="danger"' : form.isPlain ? ' class="plain"' : ''
  const send = button === undefined ? '' : `<p><button${style}>${escapeHtml(button)}</button></p>`
  const otherWay = passkey && !passkey.isFirst ? passkeyHtml(passkey) : ''
  return `<form method="post" action="${escapeHtml(action)}">${inputs.join('')}${send}${otherWay}</form>`
}

/** Makes hidden fields. A field without a value is left out. */
export const hiddenHtml = (hidden: Record<string, string | undefined>): string =>
  Object.entries(hidden)
    .map(([name, value]) =>
      value === undefined ? '' : `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
    )
    .join('')

function fieldHtml({ name, attributes, label, hint, value, fault, isChoice }: Field): string {
  if (isChoice)
    return `<p class="choice"><input id="${name}" name="${name}" ${attributes}><label for="${name}">${escapeHtml(label)}</label></p>`
  const about = [
    hint === undefined ? undefined : { id: `${name}-hint`, style: 'quiet', text: hint },
    fault === undefined ? undefined : { id: `${name}-fault`, style: 'wrong', text: fault },
  ].filter((one) => one !== undefined)
  const described = about.length > 0 ? ` aria-describedby="${about.map(({ id }) => id).join(' ')}"` : ''
  const invalid = fault === undefined ? '' : ' aria-invalid="true"'
  const typed = value === undefined ? '' : ` value="${escapeHtml(value)}"`
  const notes = about.map(
    ({ id, style, text }) => `<span class="${style}" id="${id}">${escapeHtml(text)}</span>`,
  )
  return `<p><label for="${name}">${escapeHtml(label)}</label>${notes.join('')}<input id="${name}" name="${name}" ${attributes}${typed}${described}${invalid}></p>`
}
