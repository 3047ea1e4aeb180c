import { type Html, html } from '../html.ts'
import { lookPath } from '../look/look-files.ts'

/** The logos of an operator, as paths from the root of the service. */
interface Logos {
  logo: string | undefined
  darkLogo: string | undefined
}

/**
 * Makes the logo of an operator, with another one in dark mode; undefined when there is none. With the dark one alone, light mode
 * has the mark of Latchkey. The `alt` text is empty, because the name beside it says the same. `toRoot` leads from the page to the
 * root of the service.
 */
export function brandLogo({ logo, darkLogo }: Logos, toRoot: string): Html | undefined {
  if (logo === undefined && darkLogo === undefined) return undefined
  const image = html`<img src="${toRoot}${logo?.slice(1) ?? lookPath('mark.svg')}" alt="">`
  return darkLogo === undefined
    ? image
    : html`<picture><source media="(prefers-color-scheme: dark)" srcset="${toRoot}${darkLogo.slice(1)}">${image}</picture>`
}
