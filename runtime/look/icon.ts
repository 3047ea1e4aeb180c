import { type Html, html } from '../html.ts'
import { icons } from './generated/icons.ts'
import type { IconName } from './icon-names.ts'

/**
 * Makes an icon. Screen readers skip it, so the words beside it must say the same. The size is also an attribute, so that the
 * icon stays small where the style of the page is not applied.
 */
export const icon = (name: IconName): Html =>
  html`<svg class="icon" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">${icons[name]}</svg>`
