import { type Html, html } from '#runtime/html.ts'
import { type Brand, readableForms } from './brand.ts'

/** The style of the account pages, in addition to that of all pages. */
const style = html`
.brand { display: flex; align-items: center; justify-content: center; gap: .75rem; margin: 1rem 0; font-size: 1.15rem; font-weight: 600 }
.brand + main .narrow { margin-top: 1.5rem } .brand img { height: 2.5rem; max-width: 60% }
.provider { margin: .75rem 0 } .provider a { box-sizing: border-box; display: block; min-height: 2.75rem; padding: .55rem 1rem; font-weight: 600; text-align: center; text-decoration: none; border: 1px solid var(--quiet); border-radius: .4rem } .narrow form + .provider { margin-top: 1.25rem }
.way { margin: .6rem 0 } .narrow form + .way { margin-top: 1.5rem }
.notice { margin: 0 0 1.25rem; padding: .7rem 1rem; background: var(--soft); border-left: 4px solid var(--accent); border-radius: .4rem }
.danger { color: light-dark(#fff, #10131a); background: var(--wrong); border-color: var(--wrong) }
.plain { min-height: 2.5rem; padding: .3rem .9rem; font-size: .95rem; color: var(--accent); background: none; border-color: var(--line) }
.picture svg { display: block; max-width: 100%; margin: 0 auto; border-radius: .5rem }
.narrow > .problem, .narrow > .notice { margin-top: .75rem }
.narrow form > p:last-child { margin-bottom: 0 } .narrow form button { width: 100% }
.account { max-width: 42rem; margin: 1rem auto 0 }
.account .top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem } .account .top > *, .account form { margin: 0 }
.account h1 { margin: 0 } .account section { padding: 1.1rem 1.25rem 1.25rem; border-radius: .75rem } .account h2 { margin: 0 0 .4rem; border: 0; font-size: 1.15rem }
.account dl { margin: 0 } .account dl div, .account li { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem 1rem; padding: .7rem 0; border-top: 1px solid var(--line) }
.account dt { flex: 0 0 12rem } .account dd { display: flex; flex: 1 1 14rem; flex-wrap: wrap; align-items: baseline; gap: .2rem 1rem; margin: 0 } .account dd > :first-child { flex: 1 1 9.5rem } .ways { display: flex; flex: none; flex-wrap: wrap; gap: .3rem 1rem }
.account dl div:last-child, .account li:last-child { padding-bottom: 0 } .account ul + form, .account ul + p { margin-top: 1.25rem } .account section > p:last-child { margin-bottom: 0 }
.account ul { margin: 0; padding: 0; list-style: none } .account li > div { flex: 1 1 16rem } .account li .quiet { display: block; font-size: .92rem }
.passkey { margin-top: 1rem } .passkey p { margin: .6rem 0 } .passkey:first-of-type:not(:last-child) { margin: 0 0 1.5rem; padding-bottom: 1rem; border-bottom: 1px solid var(--line) }
.choice { display: flex; gap: .6rem } .choice label { font-weight: 400 } .choice input { flex: none; width: 1.25rem; min-height: 1.25rem; height: 1.25rem; margin: .15rem 0 0; accent-color: var(--accent) }
.user-code { margin: 1rem 0; font: 600 1.9rem/1.2 ui-monospace, monospace; letter-spacing: .08em; text-align: center }
.narrow section { margin: 1.5rem 0 0 } .narrow section h2 { margin: 0 0 .4rem; border: 0; font-size: 1rem }
.narrow form + form { margin-top: .75rem } .narrow form .plain { min-height: 2.75rem }
.codes { columns: 2; text-align: center; line-height: 1.9 }
@media (max-width: 28rem) { .codes { columns: 1 } .account dt { flex-basis: 100% } }
@media print { .narrow form, .way { display: none } }
.here { margin-left: .5rem; padding: .1rem .55rem; font-size: .82rem; white-space: nowrap; background: var(--soft); border: 1px solid var(--line); border-radius: 1rem }`

const styles = new Map<string | undefined, Html>()

/**
 * Returns the CSS of the pages in the colour of a brand. It is made only once for each colour.
 */
export function styleOf({ color }: Pick<Brand, 'color'>): Html {
  let known = styles.get(color)
  if (known === undefined) {
    known = color === undefined ? style : html`${style}\n${colored(color)}`
    styles.set(color, known)
  }
  return known
}

function colored(color: string): Html {
  const { light, dark } = readableForms(color)
  return html`:root { --accent: light-dark(${light}, ${dark}) }`
}

/** Makes the header of the pages. The logo has an empty `alt` text, because the name beside it says the same. */
export function brandHtml({ name, logoUrl }: Brand): Html | undefined {
  if (name === undefined && logoUrl === undefined) return undefined
  const logo = logoUrl !== undefined && html`<img src="${logoUrl}" alt="">`
  const text = name !== undefined && html`<span>${name}</span>`
  return html`<header class="brand">${logo}${text}</header>`
}

/**
 * Returns the source of images that the Content-Security-Policy allows: the origin of the logo. The whole URL is not
 * used, because its path could contain characters that end a directive.
 */
export const imageSource = ({ logoUrl }: Brand): string | undefined =>
  logoUrl === undefined ? undefined : new URL(logoUrl).origin
