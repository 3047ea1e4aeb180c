import { type Html, html } from '#runtime/html.ts'
import { icon } from '#runtime/look/icon.ts'
import type { IconName } from '#runtime/look/icon-names.ts'
import type { Texts } from '../texts/texts.ts'
import type { ConsolePage, MenuEntry, MenuGroup } from './visit.ts'

/** The groups of the menu, in their order. */
const groups: readonly MenuGroup[] = ['start', 'people', 'applications', 'events', 'system']

export const menuIcons: Readonly<Record<MenuEntry, IconName>> = {
  overview: 'layout-dashboard',
  users: 'users',
  sessions: 'monitor',
  clients: 'app-window',
  providers: 'log-in',
  'api-keys': 'key',
  webhooks: 'webhook',
  'dead-letters': 'inbox',
  health: 'heart-pulse',
  'signing-keys': 'key-round',
  branding: 'palette',
  settings: 'settings',
  audit: 'scroll-text',
}

/**
 * Makes the menu twice: as a list beside the content, and as a `details` element that opens by a tap, for narrow screens. The
 * style shows one of them. One element cannot serve for both, because older browsers show the content of `details` only while it
 * is open.
 */
export function menuOf(
  texts: Texts,
  {
    pages,
    page,
    entry,
  }: {
    pages: readonly ConsolePage[]
    page: string | undefined
    entry: MenuEntry | undefined
  },
): Html {
  const lists = groups.map((group) => {
    const entries = pages.filter(({ menu }) => menu?.group === group)
    const items = entries.map(({ entry: name }) => {
      const current = name !== entry ? undefined : name === page ? 'page' : 'true'
      return html`<li><a href="${name}"${current && html` aria-current="${current}"`}>${icon(menuIcons[name])}<span>${texts.pages[name]}</span></a></li>`
    })
    return html`${group !== 'start' && html`<p class="group" aria-hidden="true">${texts.menuGroups[group]}</p>`}<ul aria-label="${texts.menuGroups[group]}">${items}</ul>`
  })
  const here = entry && html`: ${texts.pages[entry]}`
  return html`<nav class="menu" aria-label="${texts.menu}"><details class="narrow"><summary>${texts.menu}${here}</summary>${lists}</details><div class="broad">${lists}</div></nav>`
}
