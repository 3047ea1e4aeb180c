import { type Html, html, markupOf, readStyle } from '../html.ts'

/** The letters of the font file: those of Latin languages. A page with others shows them in a font of the reader's system. */
const letters = html`U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD`

let kept: Html | undefined

function look(): Html {
  kept ??= readStyle(new URL('./look.css', import.meta.url))
  return kept
}

export const readLook = (): string => markupOf(look())

/**
 * Makes the style of the design system, for a page or a stylesheet. `fontUrl` is the URL of the font, relative to that page or
 * stylesheet (`fontPath`).
 */
export const lookStyle = (fontUrl: string): Html =>
  html`@font-face{font-family:"Inter Variable";font-style:normal;font-weight:100 900;font-display:swap;src:url("${fontUrl}") format("woff2");unicode-range:${letters}}${look()}`
