import { type Html, html, markupOf } from '../html.ts'

/** The mark of Latchkey: a key that stands like the letter L. */
const key = html`<g fill="none" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"><circle cx="12" cy="10.5" r="4"/><path d="M12 14.5V25h10.5M18 25v-4"/></g>`

/** Makes the mark in the accent colour of the page. The words beside it, or `label`, say its name. */
export const mark = (size = 32): Html =>
  html`<svg class="mark" width="${size}" height="${size}" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="currentColor"/><g class="hole">${key}</g></svg>`

/** The mark as a file, which browsers show in tabs and bookmarks. `npm run generate` writes it. */
export const markFile = (): string =>
  markupOf(
    html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3451e0"/><g stroke="#fff">${key}</g></svg>`,
  )
