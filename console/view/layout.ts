import type { Language } from '#contract/languages.ts'
import type { Texts } from '../texts/texts.ts'
import { type Html, html, markupOf } from './html.ts'

interface Shown {
  title: string
  body: Html
  language: Language
  texts: Texts
  brandName: string | undefined
  /** The name of the page in the menu. */
  current: string | undefined
  /** The username of the admin; undefined when the menu is not for whoever asks. */
  username: string | undefined
  styleUrl: string
  scriptUrls: readonly string[]
}

/** The pages of the menu. The pages that they lead to are shown under the same entry. */
const menu = [['users', 'users']] as const satisfies readonly (readonly [string, keyof Texts['pages']])[]

/** Makes a whole page. All of its links are relative to `/console/`. */
export const layout = (shown: Shown): string => {
  const { title, body, language, texts, brandName, username, styleUrl, scriptUrls } = shown
  const name = `${brandName ?? 'Latchkey'} · ${texts.product}`
  return markupOf(html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · ${name}</title><link rel="stylesheet" href="${styleUrl}">${scriptUrls.map((url) => html`<script type="module" src="${url}"></script>`)}</head><body>
<header><a class="skip" href="#main">${texts.skip}</a><p class="name">${name}</p>${username === undefined ? undefined : html`<p class="who">${texts.signedInAs} <bdi>${username}</bdi> · <a href="../account">${texts.account}</a></p>`}</header>
${username === undefined ? html`<div></div>` : menuOf(shown)}
<main id="main">${body}</main></body></html>`)
}

const menuOf = ({ texts, current = '' }: Shown): Html => {
  // The pages about one user have no entry of their own.
  const entry = menu.find(([to]) => to === current)?.[0] ?? 'users'
  const items = menu.map(
    ([to, name]) =>
      html`<li><a href="${to}"${to === entry ? html` aria-current="page"` : undefined}>${texts.pages[name]}</a></li>`,
  )
  return html`<nav aria-label="${texts.menu}"><ul>${items}</ul></nav>`
}
