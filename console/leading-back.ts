import type { FileReply } from '#runtime/route.ts'
import {
  type ConsolePage,
  type PageAnswer,
  type PageRequest,
  pageOf,
  pageWithTyped,
  sentFields,
} from './core/visit.ts'
import type { Texts } from './texts/texts.ts'
import { hidden } from './view/forms.ts'
import { html } from './view/html.ts'
import { pageUrl } from './view/parts.ts'

/**
 * Returns a redirect to an account page, which then leads back to the present page with the typed fields in its URL. Where the
 * fields are too long for a URL or must not be in one, it returns a page that holds them instead: the admin signs in in another
 * tab, and then sends the form again from that page. So no typed text is stored on the server.
 */
export function leadingBack(
  accountPage: 'sign-in' | 'prove',
  { keepTyped: text }: Texts,
  { request, page }: { request: PageRequest; page: ConsolePage | undefined },
): Exclude<PageAnswer, { file: FileReply }> {
  const back = pageWithTyped(request, { name: accountPage === 'prove' ? page?.provedOn : undefined, page })
  const urlOf = (page: string) => pageUrl(`../account/${accountPage}`, { return_to: `../console/${page}` })
  if (back !== undefined) return { to: urlOf(back) }
  const [why, open] = accountPage === 'prove' ? [text.prove, text.openProve] : [text.signIn, text.openSignIn]
  return {
    ...{ title: text.title, status: accountPage === 'prove' ? 403 : 401 },
    body: html`<h1>${text.title}</h1>
<section class="card state warn"><p>${why}</p><p>${text.steps}</p><form method="post" action="${pageOf(request)}">${hidden(sentFields(request))}<p class="bar"><a href="${urlOf('go-on')}" class="button" target="_blank" rel="noopener">${open}</a><button class="plain">${text.send}</button></p></form></section>`,
  }
}
