import type { Language } from '#contract/declaration/languages.ts'
import { accountPages } from '#contract/users/links.ts'
import { chip } from '#runtime/components/avatar.ts'
import { banner } from '#runtime/components/banner.ts'
import { linkButton } from '#runtime/components/button.ts'
import { type Html, html, markMatches } from '#runtime/html.ts'
import type { Page } from '#runtime/http/page.ts'
import { toRoot } from '#runtime/look/look-files.ts'
import type { AskingText, PageText, Texts } from '../texts/texts.ts'
import type { Brand } from './brand.ts'
import { type Form, field, formHtml, type Sent, summaryHtml } from './form.ts'
import { brandHtml, footerHtml, iconUrl, imageSource, styleOf } from './look.ts'
import { passkeyScriptUrl } from './passkey-way.ts'

/** A view is a page before its language is chosen. */
export type View = (texts: Texts, language: Language) => Content

export interface Content {
  text: PageText
  /** The username of the account that the page is about, shown below the title. */
  account?: string | undefined
  /** The notice of a change that was just made, shown above everything else. */
  notice?: string | undefined
  /** The part between the paragraphs and the form. */
  above?: Html | undefined
  form?: Form
  /** Forms for the other answers that a person can give, such as a refusal. */
  otherForms?: readonly Form[]
  /** The part below the form. */
  below?: Html | undefined
  /** Where most people go from this page, as a button. The URL is relative to `/account/`. */
  next?: Link | undefined
  /** Links to further pages. The URLs are relative to `/account/`. */
  links?: readonly Link[]
  /** The sections of a page that has more than one form. */
  sections?: readonly (Html | undefined)[]
  /** The part above the sections, with the title. */
  top?: Html
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
}

/** Makes a page that ends something, with a button that leads on: to the account, or to the sign-in page. */
export const showing =
  (choose: (texts: Texts) => PageText, next?: (texts: Texts) => Link): View =>
  (texts) => ({ text: choose(texts), next: next?.(texts) })

/** Makes a page with a button that confirms the action of a link, and without visible fields. */
export const pressing =
  (action: keyof typeof accountPages, token: string, choose: (texts: Texts) => AskingText): View =>
  (texts) => {
    const text = choose(texts)
    return { text, form: { action: accountPages[action], hidden: { token }, button: text.button } }
  }

/** Makes a page that asks for a new password. `fault` is the code of what was wrong with the password that was sent before. */
export const newPasswordView =
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

export const requestLinkView =
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

interface Shown {
  texts: Texts
  language: Language
  brand: Brand
  /** The path at which the page is shown. */
  path: string
}

export function toPage(view: View, { texts, language, brand, path }: Shown): Page {
  const content = view(texts, language)
  const { text, form, sections, leadsTo, script } = content
  const problem = form ? summaryHtml(form, texts.problem) : undefined
  const name = problem ? `${texts.problem}: ${text.title}` : text.title
  const image = imageSource(brand)
  return {
    path,
    title: brand.name === undefined ? name : `${name} · ${brand.name}`,
    language,
    kind: sections ? 'overview' : 'centred',
    header: brandHtml(brand, path),
    body: sections
      ? html`${noticeHtml(content)}${content.top}${sections}`
      : panelHtml(content, { problem, from: path }),
    footer: footerHtml(brand, texts),
    style: styleOf(brand),
    iconUrl: iconUrl(brand, path),
    ...(form?.passkey ? { scriptUrl: passkeyScriptUrl() } : {}),
    ...(script === undefined ? {} : { script }),
    ...(leadsTo === 'anywhere' ? { postsAnywhere: true } : {}),
    allows: [
      // The script of the page fetches a challenge from this service.
      ...(form?.passkey ? ["connect-src 'self'"] : []),
      ...(leadsTo === 'anywhere' ? [] : [`form-action 'self'${leadsTo === undefined ? '' : ` ${leadsTo}`}`]),
      ...(image === undefined ? [] : [`img-src 'self' ${image}`]),
    ],
  }
}

/** Makes the card in the middle of a page that asks for one thing. */
function panelHtml(content: Content, { problem, from }: { problem: Html | undefined; from: string }): Html {
  const { text, account, above, form, otherForms = [], below, next, links = [] } = content
  return html`<div class="panel">${[
    problem,
    noticeHtml(content),
    html`<h1>${text.title}</h1>`,
    account !== undefined && html`<p class="account">${chip(account)}</p>`,
    ...text.paragraphs.map((one) => html`<p class="lead">${words(one)}</p>`),
    text.points &&
      html`<ul class="points">${text.points.map((point) => html`<li>${words(point)}</li>`)}</ul>`,
    above,
    form && formHtml(form),
    ...otherForms.map(formHtml),
    below,
    ...(text.after ?? []).map((one) => html`<p class="lead">${words(one)}</p>`),
    next && linkButton({ text: next.text, to: urlFrom(from, next.to), isWhole: true }),
    links.length > 0 &&
      html`<ul class="ways">${links.map(({ to, text: link }) => html`<li><a href="${urlFrom(from, to)}">${link}</a></li>`)}</ul>`,
  ]}</div>`
}

const noticeHtml = ({ notice }: Content) =>
  notice !== undefined && banner('good', html`<p>${words(notice)}</p>`, html`role="status"`)

/** Makes the link back to the account page, from a page in the folder below it. */
export const backHome = ({ back }: Texts): Link => ({ to: '../account', text: back })

/** Makes the link from the end of a flow to the account page. It leads to the sign-in page if the user is not signed in. */
export const toAccount = ({ toAccount: text }: Texts): Link => ({ to: '../account', text })

export const toSignIn = ({ signIn }: Texts): Link => ({ to: 'sign-in', text: signIn.button })

/**
 * Returns the URL of a link for a page that may be outside the folder `/account/`, to which the URLs of links are relative: the
 * account page itself, and the pages of the OpenID provider.
 */
function urlFrom(path: string, to: string): string {
  if (/^\/account\/[^/]*$/.test(path.split('?', 1)[0] ?? '') || /^(?:\/|[a-z][a-z0-9+.-]*:)/i.test(to))
    return to
  return to.startsWith('../') ? toRoot(path) + to.slice('../'.length) : `${toRoot(path)}account/${to}`
}
