import type { Language } from '#contract/declaration/languages.ts'
import { accountPages } from '#contract/users/links.ts'
import { escapeHtml, type Page } from '#runtime/http/page.ts'
import type { AskingText, PageText, Texts } from '../texts/texts.ts'
import type { Brand } from './brand.ts'
import { type Form, field, formHtml, type Sent, summaryHtml } from './form.ts'
import { brandHtml, imageSource, styleOf } from './look.ts'
import { passkeyScriptUrl } from './passkey-way.ts'

/** A view is a page before its language is chosen. */
export type View = (texts: Texts, language: Language) => Content

export interface Content {
  text: PageText
  /** The notice of a change that was just made, shown above everything else. */
  notice?: string | undefined
  /** HTML between the paragraphs and the form. Text in it must have been escaped by `escapeHtml`. */
  above?: string
  form?: Form
  /** Forms for the other answers that a person can give, such as a refusal. */
  otherForms?: readonly Form[]
  /** HTML below the form. All text in it went through `escapeHtml`. */
  below?: string
  /** Links to further pages. The URLs are relative to `/account/`. */
  links?: readonly Link[]
  /** HTML below the form, on a page that has more than one form. Text in it must have been escaped by `escapeHtml`. */
  html?: string
  /** HTML beside the title, on a page that has `html`. */
  beside?: string
  /**
   * Another origin that the form may be redirected to, or `anywhere` for the form of an app, which may redirect to any other
   * site. The Content-Security-Policy of the page must allow it.
   */
  leadsTo?: string | undefined
  /** The script that the page may run. */
  script?: string
}

export interface Link {
  to: string
  text: string
  /** The subject of the link, added to its accessible name when several links have the same text. */
  about?: string
}

export const showing =
  (choose: (texts: Texts) => PageText): View =>
  (texts) => ({ text: choose(texts) })

/** Makes a page with a button that confirms the action of a link, and without visible fields. */
export const pressing =
  (action: keyof typeof accountPages, token: string, choose: (texts: Texts) => AskingText): View =>
  (texts) => {
    const text = choose(texts)
    return { text, form: { action: accountPages[action], hidden: { token }, button: text.button } }
  }

/** Makes a page that asks for a new password. `fault` is the code of what was wrong with the password that was sent before. */
export const askingPassword =
  (
    action: keyof typeof accountPages,
    { token, username, fault }: { token: string; username: string; fault?: string | undefined },
    choose: (texts: Texts) => AskingText,
  ): View =>
  (texts) => {
    const text = choose(texts)
    const fields = [field('password', 'newPassword', texts.password, { fault })]
    const { button } = text
    return { text, form: { action: accountPages[action], hidden: { token }, username, fields, button } }
  }

export const askingEmail =
  (choose: (texts: Texts) => AskingText, sent: Sent = {}): View =>
  (texts) => {
    const text = choose(texts)
    const fields = [field('email', 'email', texts.email, sent)]
    return { text, form: { action: accountPages.forgot_password, fields, button: text.button } }
  }

/**
 * Isolates a name or an address inside a sentence (Unicode FSI and PDI), so that right-to-left text in it cannot reorder the
 * sentence. The page renders the isolates as a `bdi` element.
 */
export const named = (text: string): string => `\u2068${text}\u2069`

/** Escapes a text, and renders its isolates as elements. */
export const words = (text: string): string =>
  escapeHtml(text).replace(/\u2068([^\u2068\u2069]*)\u2069/g, '<bdi>$1</bdi>')

export function toPage(
  view: View,
  { texts, language, brand }: { texts: Texts; language: Language; brand: Brand },
): Page {
  const {
    text,
    notice,
    above = '',
    form,
    otherForms = [],
    below = '',
    links = [],
    html,
    beside,
    leadsTo,
    script,
  } = view(texts, language)
  const problem = form ? summaryHtml(form, texts.problem) : ''
  const title = `<h1>${escapeHtml(text.title)}</h1>`
  const body = [
    problem,
    notice === undefined ? '' : `<p class="notice" role="status">${words(notice)}</p>`,
    beside === undefined ? title : `<div class="top">${title}${beside}</div>`,
    ...text.paragraphs.map(paragraph),
    text.points ? `<ul>${text.points.map((point) => `<li>${words(point)}</li>`).join('')}</ul>` : '',
    above,
    form ? formHtml(form) : '',
    ...otherForms.map(formHtml),
    below,
    html ?? '',
    ...(text.after ?? []).map(paragraph),
    ...links.map((link) => `<p class="way">${linkHtml(link)}</p>`),
  ]
  const name = problem ? `${texts.problem}: ${text.title}` : text.title
  const image = imageSource(brand)
  return {
    title: brand.name === undefined ? name : `${name} · ${brand.name}`,
    language,
    navigation: brandHtml(brand),
    body: `<div class="${html === undefined ? 'narrow' : 'account'}">${body.join('')}</div>`,
    style: styleOf(brand),
    ...(form?.passkey ? { scriptUrl: passkeyScriptUrl() } : {}),
    ...(script === undefined ? {} : { script }),
    ...(leadsTo === 'anywhere' ? { postsAnywhere: true } : {}),
    allows: [
      // The script of the page fetches a challenge from this service.
      ...(form?.passkey ? ["connect-src 'self'"] : []),
      ...(leadsTo === 'anywhere' ? [] : [`form-action 'self'${leadsTo === undefined ? '' : ` ${leadsTo}`}`]),
      ...(image === undefined ? [] : [`img-src ${image}`]),
    ],
  }
}

/** Makes the link back to the account page, from a page in the folder below it. */
export const backHome = ({ back }: Texts): Link => ({ to: '../account', text: back })

export const linkHtml = ({ to, text, about }: Link): string => {
  const name = about === undefined ? '' : ` aria-label="${escapeHtml(`${text}: ${about}`)}"`
  return `<a href="${escapeHtml(to)}"${name}>${escapeHtml(text)}</a>`
}

const paragraph = (text: string): string => `<p>${words(text)}</p>`
