import { type Html, html, type Part } from '../html.ts'
import { icon } from '../look/icon.ts'
import type { IconName } from '../look/icon-names.ts'

/** Makes a part of a page with a title of its own. */
export const card = (title: string, inside: Part): Html =>
  html`<section class="card"><h2>${title}</h2>${inside}</section>`

/** Makes what stands in the place of a list that has nothing to show: why, and what to do about it. */
export const emptyState = (name: IconName, text: string, action?: Html): Html =>
  html`<div class="empty">${icon(name)}<p>${text}</p>${action && html`<p>${action}</p>`}</div>`
