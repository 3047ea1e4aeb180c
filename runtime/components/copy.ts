import { type Html, html } from '../html.ts'
import { icon } from '../look/icon.ts'

/**
 * Makes a value with a button that copies it. The button is hidden until the script `runtime/look/copy.js` runs, because it can do
 * nothing without it.
 */
export const copyable = (value: string, { copy, copied }: { copy: string; copied: string }): Html =>
  html`<span class="copy"><code>${value}</code><button type="button" class="button quiet" data-copy="${value}" data-copied="${copied}" aria-label="${copy}: ${value}" hidden>${icon('copy')}</button><span role="status"></span></span>`
