import { type Html, html } from '../html.ts'
import { icon } from '../look/icon.ts'
import type { IconName } from '../look/icon-names.ts'

type Tone = 'info' | 'good' | 'warn' | 'bad'

const icons: Record<Tone, IconName> = {
  info: 'info',
  good: 'circle-check',
  warn: 'triangle-alert',
  bad: 'circle-alert',
}

/**
 * Makes a message above a page or a form. `attributes` say how it is announced: `role="status"` for what has happened,
 * `role="alert"` for what went wrong.
 */
export const banner = (tone: Tone, inside: Html, attributes?: Html): Html =>
  html`<div class="${tone === 'info' ? 'banner' : `banner ${tone}`}"${attributes && html` ${attributes}`}>${icon(icons[tone])}${inside}</div>`

/** Makes a word or two about the status of something. */
export const badge = (text: string, tone: Exclude<Tone, 'info'> | 'plain' = 'plain'): Html =>
  html`<span class="${tone === 'plain' ? 'badge' : `badge ${tone}`}">${text}</span>`
