import type { Language } from '#contract/languages.ts'
import { accountPages } from '#contract/links.ts'
import { escapeHtml, type Page } from '#runtime/http/page.ts'
import { type AskingText, emailFaults, type PageText, passwordFaults, type Texts } from './texts.ts'

/** A view is a page before its language is chosen. */
export type View = (texts: Texts) => Content

interface Content {
  text: PageText
  form?: Form
}

interface Form {
  action: keyof typeof accountPages
  button: string
  /** The token of the link, sent as a hidden field. */
  token?: string
  /** The username, with which a password manager stores the password. */
  username?: string
  field?: Field
}

interface Field {
  name: string
  attributes: string
  label: string
  hint?: string
  value?: string | undefined
  fault?: string | undefined
}

export const showing =
  (choose: (texts: Texts) => PageText): View =>
  (texts) => ({ text: choose(texts) })

/** Makes a page with a button that confirms the action of a link, and without a field. */
export const pressing =
  (action: Form['action'], token: string, choose: (texts: Texts) => AskingText): View =>
  (texts) => {
    const text = choose(texts)
    return { text, form: { action, token, button: text.button } }
  }

/** Makes a page that asks for a new password. `fault` is the code of what was wrong with the password that was sent before. */
export const askingPassword =
  (
    action: Form['action'],
    { token, username, fault }: { token: string; username: string; fault?: string | undefined },
    choose: (texts: Texts) => AskingText,
  ): View =>
  (texts) => {
    const text = choose(texts)
    const { label, hint, faults } = texts.password
    const field: Field = {
      name: 'password',
      attributes: 'type="password" autocomplete="new-password"',
      label,
      hint,
      fault: fault && faults[passwordFaults.find((known) => known === fault) ?? 'other'],
    }
    return { text, form: { action, token, username, field, button: text.button } }
  }

export const askingEmail =
  (
    choose: (texts: Texts) => AskingText,
    sent: { value?: string | undefined; fault?: string | undefined } = {},
  ): View =>
  (texts) => {
    const text = choose(texts)
    const { label, faults } = texts.email
    const { value, fault } = sent
    const field: Field = {
      name: 'email',
      attributes: 'type="email" autocomplete="email" autocapitalize="none" spellcheck="false"',
      label,
      value,
      fault: fault && faults[emailFaults.find((known) => known === fault) ?? 'other'],
    }
    return { text, form: { action: 'forgot_password', field, button: text.button } }
  }

/**
 * Isolates a name or an address inside a sentence (Unicode FSI and PDI), so that right-to-left text in it cannot reorder the
 * sentence. The page renders the isolates as a `bdi` element.
 */
export const named = (text: string): string => `\u2068${text}\u2069`

const words = (text: string): string =>
  escapeHtml(text).replace(/\u2068([^\u2068\u2069]*)\u2069/g, '<bdi>$1</bdi>')

export function toPage(view: View, texts: Texts, language: Language): Page {
  const { text, form } = view(texts)
  const fault = form?.field?.fault
  const body = [
    form?.field && fault ? summary(texts.problem, form.field.name, fault) : '',
    `<h1>${escapeHtml(text.title)}</h1>`,
    ...text.paragraphs.map(paragraph),
    text.points ? `<ul>${text.points.map((point) => `<li>${words(point)}</li>`).join('')}</ul>` : '',
    form ? formHtml(form) : '',
    ...(text.after ?? []).map(paragraph),
  ]
  return {
    title: fault ? `${texts.problem}: ${text.title}` : text.title,
    language,
    body: `<div class="narrow">${body.join('')}</div>`,
    allows: ["form-action 'self'"],
  }
}

const paragraph = (text: string): string => `<p>${words(text)}</p>`

/** Makes the summary of what is wrong with a field. It gets the focus, so that a screen reader reads it first. */
const summary = (problem: string, field: string, fault: string): string =>
  `<div class="problem" role="alert" tabindex="-1" autofocus><p><strong>${escapeHtml(problem)}:</strong> <a href="#${field}">${escapeHtml(fault)}</a></p></div>`

/** Makes the form. Its action is a relative URL, because a proxy may have stripped a path prefix that the browser sees. */
function formHtml({ action, token, username, field, button }: Form): string {
  const inputs = [
    token === undefined ? '' : `<input type="hidden" name="token" value="${escapeHtml(token)}">`,
    // The input has no name, so it is for the password manager only and is not sent.
    username === undefined ? '' : `<input autocomplete="username" value="${escapeHtml(username)}" hidden>`,
    field ? fieldHtml(field) : '',
  ]
  return `<form method="post" action="${accountPages[action]}">${inputs.join('')}<p><button>${escapeHtml(button)}</button></p></form>`
}

function fieldHtml({ name, attributes, label, hint, value, fault }: Field): string {
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
  return `<p><label for="${name}">${escapeHtml(label)}</label>${notes.join('')}<input id="${name}" name="${name}" ${attributes} required${typed}${described}${invalid}></p>`
}
