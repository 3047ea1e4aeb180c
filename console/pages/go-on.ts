import { html } from '#runtime/html.ts'
import type { ConsolePage } from '../core/visit.ts'

/**
 * The page to which a sign-in in a second tab leads. It tells the admin to return to the first tab, where the form waits to be
 * sent.
 */
export const goOnPage: ConsolePage = {
  name: 'go-on',
  entry: 'users',
  show: async ({ texts: { keepTyped } }) => ({
    title: keepTyped.ready,
    body: html`<h1>${keepTyped.ready}</h1><section class="card state good"><p>${keepTyped.readyHint}</p></section>`,
  }),
}
