import type { Language } from '#contract/declaration/languages.ts'
import { accountPages } from '#contract/users/links.ts'
import { type Html, html, markMatches } from '#runtime/html.ts'
import type { Page } from '#runtime/http/page.ts'
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
  /** The part between the paragraphs and the form. */
  above?: Html | undefined
  form?: Form
  /** Forms for the other answers that a person can give, such as a refusal. */
  otherForms?: readonly Form[]
  /** The part below the form. */
  below?: Html | undefined
  /** Links to further pages. The URLs are relative to `/account/`. */
  links?: readonly Link[]
  /** The sections of a page that has more than one form. */
  sections?: readonly (Html | undefined)[]
  /** The part beside the title, on a page that has sections. */
  beside?: Html
  /**
   * Another origin that the form may be redirected to, or `anywhere` for the form of an app, which may redirect to any other
   * site. The Content-Security-Policy of the page must allow it.
   */
  leadsTo?: string | undefined
  /** The script that the page may run. */
  script?: Html
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

/** Makes HTML of a text, with its isolates as elements. */
export const words = (text: string): Html =>
  markMatches(text, /\u2068([^\u2068\u2069]*)\u2069/, (part) => html`<bdi>${part}</bdi>`)

export function toPage(
  view: View,
  { texts, language, brand }: { texts: Texts; language: Language; brand: Brand },
): Page {
  const {
    text,
    notice,
    above,
    form,
    otherForms = [],
    below,
    links = [],
    sections,
    beside,
    leadsTo,
    script,
  } = view(texts, language)
  const problem = form ? summaryHtml(form, texts.problem) : undefined
  const title = html`<h1>${text.title}</h1>`
  const body = [
    problem,
    notice !== undefined && html`<p class="notice" role="status">${words(notice)}</p>`,
    beside ? html`<div class="top">${title}${beside}</div>` : title,
    ...text.paragraphs.map(paragraph),
    text.points && html`<ul>${text.points.map((point) => html`<li>${words(point)}</li>`)}</ul>`,
    above,
    form && formHtml(form),
    ...otherForms.map(formHtml),
    below,
    sections,
    ...(text.after ?? []).map(paragraph),
    ...links.map((link) => html`<p class="way">${linkHtml(link)}</p>`),
  ]
  const name = problem ? `${texts.problem}: ${text.title}` : text.title
  const image = imageSource(brand)
  return {
    title: brand.name === undefined ? name : `${name} · ${brand.name}`,
    language,
    navigation: brandHtml(brand),
    body: html`<div class="${sections ? 'account' : 'narrow'}">${body}</div>`,
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

export const linkHtml = ({ to, text, about }: Link): Html => {
  const name = about !== undefined && html` aria-label="${text}: ${about}"`
  return html`<a href="${to}"${name}>${text}</a>`
}

const paragraph = (text: string): Html => html`<p>${words(text)}</p>`
