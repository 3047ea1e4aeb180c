import type { Language } from '#contract/declaration/languages.ts'
import { type Html, html, markupOf } from '#runtime/html.ts'
import { menuOf } from '../core/menu.ts'
import type { ConsolePage, MenuEntry, Unsent } from '../core/visit.ts'
import type { Texts } from '../texts/texts.ts'

interface Shown {
  title: string
  body: Html
  language: Language
  texts: Texts
  brandName: string | undefined
  /** All pages, of which the menu shows some. */
  pages: readonly ConsolePage[]
  /** The name of the page. */
  page: string | undefined
  /** The entry of the menu under which the page is found. */
  entry: MenuEntry | undefined
  /** The username of the person who is signed in; undefined on a page without a menu, for example when nobody is signed in. */
  username: string | undefined
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
  const { title, body, language, texts, brandName, username, unsent, styleUrl, scriptUrls } = shown
  const name = `${brandName ?? 'Latchkey'} · ${texts.product}`
  return markupOf(html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · ${name}</title><link rel="stylesheet" href="${styleUrl}">${scriptUrls.map((url) => html`<script type="module" src="${url}"></script>`)}</head><body>
<header><a class="skip" href="#main">${texts.skip}</a><p class="name">${name}</p>${username === undefined ? undefined : html`<p class="who">${texts.signedInAs} <bdi>${username}</bdi> · <a href="../account">${texts.account}</a></p>`}</header>
${username === undefined ? html`<div></div>` : menuOf(texts, shown)}
<main id="main">${unsent && html`<section class="card state warn"><p>${texts.keepTyped.unsent[unsent]}</p></section>`}${body}</main></body></html>`)
}
