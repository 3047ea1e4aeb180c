import { brandLogo } from '#runtime/components/brand-logo.ts'
import { type Html, html } from '#runtime/html.ts'
import { accentStyle } from '#runtime/look/accent.ts'
import { toRoot } from '#runtime/look/look-files.ts'
import { mark } from '#runtime/look/mark.ts'
import type { Texts } from '../texts/texts.ts'
import type { Brand } from './brand.ts'

/** The style of the account pages, in addition to the design system. */
const style = html`
body { display: flex; flex-direction: column; min-height: 100vh; padding: 1.5rem 1rem; background: radial-gradient(60rem 30rem at 50% -10rem, color-mix(in srgb, var(--accent) 9%, var(--ground)), var(--ground)) }
.brand { display: flex; align-items: center; gap: .625rem; font-weight: 600; font-size: var(--size-large) } .brand img { display: block; width: auto; max-width: 12rem; height: 2.25rem; object-fit: contain }
bdi { font-weight: 550 }
.centred .brand { justify-content: center; margin: auto 0 1.25rem } .centred main { width: 100%; max-width: 26rem; margin: 0 auto } .centred main::after { content: ""; display: block; height: 1rem } .centred::after { content: ""; margin: auto }
.panel { padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius-large); box-shadow: var(--shadow-large) }
.panel p, .panel ul { margin: .625rem 0 0 } .panel > .lead { color: var(--quiet) } .panel > .points { padding-left: 1.125rem } .points li { margin: .25rem 0 } .panel .points::marker, .points li::marker { color: var(--quiet) }
.panel form { margin-top: 1.5rem } .panel form + form { margin-top: .625rem } .panel > .banner + h1 { margin-top: 0 } .panel .banner p { margin: 0 }
.panel form > .divider { margin: 1.25rem 0 } .panel .divider { margin: 1.25rem 0 } .providers { display: grid; gap: .625rem; margin-top: 1.25rem } form + .providers.more { margin-top: .625rem }
.panel > .button { margin-top: 1.5rem } .panel .button + .button { margin-top: .625rem }
.late { animation: late 0s 3s both } @keyframes late { from { visibility: hidden; height: 0; margin: 0; overflow: hidden } } @media (scripting: none) { .late { animation: none } }
.panel .account { margin-top: .875rem } .panel .passkey p { margin: .5rem 0 0 }
.ways { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; justify-content: center; margin: 1.25rem 0 0; padding: 1.25rem 0 0; border-top: 1px solid var(--line); list-style: none; font-size: var(--size-small) } .panel > .ways { margin-top: 1.5rem; padding: 1.25rem 0 0 }
.picture svg { display: block; width: 100%; max-width: 13rem; height: auto; margin: 1.25rem auto; border-radius: var(--radius) }
.codes { columns: 2; margin: 1.25rem 0 .75rem; padding: 1rem; text-align: center; line-height: 1.9; background: var(--soft); border-radius: var(--radius) } .user-code { padding: 1rem; font: 600 1.75rem/1.2 var(--mono); letter-spacing: .08em; text-align: center; background: var(--soft); border-radius: var(--radius) }
.facts { margin-top: 1.25rem; padding: .875rem 1rem; font-size: var(--size-small); background: var(--soft); border-radius: var(--radius) } .facts h2 { font-size: var(--size-small) } .panel .facts p { margin: .25rem 0 0 }
.scopes { padding: 0; list-style: none } .scopes li { display: flex; gap: .625rem; padding: .5rem 0; border-top: 1px solid var(--line) } .scopes li:first-child { border: 0 } .scopes .icon { margin-top: .125rem; color: var(--good) }
.overview > header, .overview main { width: 100%; max-width: 46rem; margin: 0 auto } .overview main { padding: 1.5rem 0 3rem }
.top { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: center; margin-bottom: 1.5rem } .top form { margin: 0 0 0 auto } .top .whose { flex: 1 1 12rem; min-width: 0 } .top p { margin: 0; color: var(--quiet) }
.overview .card { margin-bottom: 1rem; padding: 1.25rem 1.5rem } .overview .card > p { margin: .25rem 0 0; color: var(--quiet); font-size: var(--size-small) } .overview .rows { margin-top: .375rem } .overview .row:last-child { padding-bottom: 0 } .overview .more { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: 1rem } .more form { margin: 0 } .row .actions { gap: .25rem }
.danger-zone { border-color: color-mix(in srgb, var(--bad) 35%, var(--card)) }
.site ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; justify-content: center; margin: 1.5rem 0 0; padding: 0; list-style: none; font-size: var(--size-small) } .site a { display: inline-block; padding: .25rem 0; color: var(--quiet) }
@media (max-width: 30rem) { .centred { background: var(--card) } .centred .brand { margin-top: .5rem } .panel { padding: 0; border: 0; box-shadow: none } .codes { columns: 1 } .overview .card { padding: 1rem } .row .actions { margin-left: -.75rem } .centred::after { margin: 0 } }
@media print { body { background: none } .panel { border: 0; box-shadow: none } .panel form, .ways, .brand { display: none } }`

const styles = new Map<string | undefined, Html>()

/**
 * Returns the CSS of the pages in the colour of a brand. It is made only once for each colour.
 */
export function styleOf({ color }: Pick<Brand, 'color'>): Html {
  let known = styles.get(color)
  if (known === undefined) {
    known = color === undefined ? style : html`${style}\n${accentStyle(color)}`
    styles.set(color, known)
  }
  return known
}

/** Makes the header of a page at a path. */
export function brandHtml(brand: Brand, path: string): Html {
  const { name, logoUrl } = brand
  const logo =
    logoUrl === undefined ? (brandLogo(brand, toRoot(path)) ?? mark(36)) : html`<img src="${logoUrl}" alt="">`
  const text = name !== undefined && html`<span>${name}</span>`
  return html`<header class="brand">${logo}${text}</header>`
}

/** Makes the footer of the pages, with the links of the operator. */
export function footerHtml({ privacyUrl, termsUrl, helpUrl }: Brand, { footer }: Texts): Html | undefined {
  const links = [
    { url: privacyUrl, text: footer.privacy },
    { url: termsUrl, text: footer.terms },
    { url: helpUrl, text: footer.help },
  ].filter(({ url }) => url !== undefined)
  if (links.length === 0) return undefined
  return html`<footer class="site"><ul>${links.map(({ url, text }) => html`<li><a href="${url}">${text}</a></li>`)}</ul></footer>`
}

/** Returns the URL of the icon of a page at a path; undefined without one of the operator. */
export const iconUrl = ({ favicon, logoUrl }: Brand, path: string): string | undefined =>
  favicon === undefined ? logoUrl : toRoot(path) + favicon.slice(1)

/**
 * Returns the source of images that the Content-Security-Policy allows besides this origin: the origin of the logo. The whole URL
 * is not used, because its path could contain characters that end a directive.
 */
export const imageSource = ({ logoUrl }: Brand): string | undefined =>
  logoUrl === undefined ? undefined : new URL(logoUrl).origin
