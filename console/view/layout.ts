import type { Language } from '#contract/declaration/languages.ts'
import { avatar } from '#runtime/components/avatar.ts'
import { banner } from '#runtime/components/banner.ts'
import { brandLogo } from '#runtime/components/brand-logo.ts'
import { type Html, html, markupOf } from '#runtime/html.ts'
import { icon } from '#runtime/look/icon.ts'
import { lookPath } from '#runtime/look/look-files.ts'
import { mark } from '#runtime/look/mark.ts'
import type { ShownBrand } from '../core/console.ts'
import { menuOf } from '../core/menu.ts'
import type { ConsolePage, MenuEntry, Unsent } from '../core/visit.ts'
import type { Texts } from '../texts/texts.ts'

interface Shown {
  title: string
  body: Html
  language: Language
  texts: Texts
  brand: ShownBrand['current']
  /** All pages, of which the menu shows some. */
  pages: readonly ConsolePage[]
  /** The name of the page. */
  page: string | undefined
  /** The entry of the menu under which the page is found. */
  entry: MenuEntry | undefined
  /** The username of the person who is signed in; undefined on a page without a menu, for example when the user is not signed in. */
  username: string | undefined
  /** The text that the search has looked for; undefined on every other page. */
  searched: string | undefined
  /**
   * The state of the form of the page, if it was sent without the sign-in or the re-authentication that it needs, and so was not
   * handled.
   */
  unsent: Unsent | undefined
  styleUrl: string
  scriptUrls: readonly string[]
}

/** Makes a whole page. All of its links are relative to `/console/`. */
export const layout = (shown: Shown): string => {
  const { title, body, language, texts, brand, username, unsent, styleUrl, scriptUrls } = shown
  const name = `${brand.name ?? 'Latchkey'} · ${texts.product}`
  return markupOf(html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · ${name}</title>${iconOf(brand)}<link rel="stylesheet" href="${styleUrl}">${scriptUrls.map((url) => html`<script type="module" src="${url}"></script>`)}</head><body>
<header class="top"><a class="skip" href="#main">${texts.skip}</a><p class="brand"><a href="overview">${brandLogo(brand, '../') ?? mark(28)}<span>${name}</span></a></p>${username !== undefined && html`${searchForm(shown)}${whoOf(texts, username)}`}</header>
${username === undefined ? html`<div></div>` : menuOf(texts, shown)}
<main id="main">${unsent && banner('warn', html`<p>${texts.keepTyped.unsent[unsent]}</p>`)}${body}</main></body></html>`)
}

const iconOf = ({ favicon }: ShownBrand['current']): Html =>
  favicon === undefined
    ? html`<link rel="icon" type="image/svg+xml" href="../${lookPath('mark.svg')}">`
    : html`<link rel="icon" href="..${favicon}">`

const searchForm = ({ texts: { find }, searched = '' }: Shown): Html =>
  html`<form class="find" method="get" action="search" role="search" aria-label="${find.button}"><label class="unseen" for="find">${find.label}</label><input class="input" id="find" name="q" type="search" value="${searched}" placeholder="${find.placeholder}" maxlength="100" autocomplete="off" aria-keyshortcuts="/"><kbd aria-hidden="true">/</kbd><button class="button secondary" aria-label="${find.button}">${icon('search')}</button></form>`

const whoOf = (texts: Texts, username: string): Html =>
  html`<p class="who">${avatar(username, 'small')}<span><span class="unseen">${texts.signedInAs} </span><bdi>${username}</bdi> · <a href="../account">${texts.account}</a></span></p>`
