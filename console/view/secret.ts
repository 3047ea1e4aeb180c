import { type Html, html } from '#runtime/html.ts'
import type { Texts } from '../texts/texts.ts'

/** A page with a secret, which is shown this one time only. It is the reply to a form, so that the secret is in no URL. */
export const secretView = (
  { secret: text }: Texts,
  { title, secret, facts, next }: { title: string; secret: string; facts?: Html; next: string },
): { title: string; body: Html } => ({
  title,
  body: html`<h1>${title}</h1>
<section class="card state warn"><p>${text.once}</p><code class="secret">${secret}</code>${facts}<p><a href="${next}" class="button">${text.kept}</a></p></section>`,
})
