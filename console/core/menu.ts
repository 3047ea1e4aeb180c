import { type Html, html } from '#runtime/html.ts'
import type { Texts } from '../texts/texts.ts'

/** The pages of the menu, in groups. Other pages are found by links on these. */
const menu = [
  ['people', ['users', 'sessions']],
  ['applications', ['clients', 'providers', 'api-keys']],
  ['events', ['webhooks', 'dead-letters']],
  ['system', ['overview', 'health', 'signing-keys', 'settings', 'audit']],
] as const satisfies readonly (readonly [keyof Texts['menuGroups'], readonly (keyof Texts['pages'])[]])[]

export type MenuEntry = (typeof menu)[number][1][number]

/**
 * Makes the menu twice: as a list beside the content, and as a `details` element that opens by a tap, for narrow screens. The
 * style shows one of them. One element cannot serve for both, because older browsers show the content of `details` only while it
 * is open.
 */
export function menuOf(
  texts: Texts,
  { page, entry }: { page: string | undefined; entry: MenuEntry | undefined },
): Html {
  const lists = menu.map(([group, entries]) => {
    const items = entries.map((name) => {
      const current = name !== entry ? undefined : name === page ? 'page' : 'true'
      return html`<li><a href="${name}"${current && html` aria-current="${current}"`}>${texts.pages[name]}</a></li>`
    })
    return html`<p class="group" aria-hidden="true">${texts.menuGroups[group]}</p><ul aria-label="${texts.menuGroups[group]}">${items}</ul>`
  })
  const here = entry && html`: ${texts.pages[entry]}`
  return html`<nav aria-label="${texts.menu}"><details class="narrow"><summary>${texts.menu}${here}</summary>${lists}</details><div class="broad">${lists}</div></nav>`
}
