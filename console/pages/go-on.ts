import type { ConsolePage } from '../core/visit.ts'
import { html } from '../view/html.ts'

/** The page to which a sign-in leads in another tab, while a form waits in the first one to be sent again. */
export const goOnPage: ConsolePage = {
  ...{ name: 'go-on', entry: 'users' },
  show: async ({ texts: { keepTyped } }) => ({
    title: keepTyped.ready,
    body: html`<h1>${keepTyped.ready}</h1><section class="card state good"><p>${keepTyped.readyHint}</p></section>`,
  }),
}
