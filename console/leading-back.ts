import { randomBytes } from 'node:crypto'
import { hiddenFields } from '#runtime/components/hidden-fields.ts'
import { html } from '#runtime/html.ts'
import type { FileReply } from '#runtime/requests/route.ts'
import type { ConsoleOptions } from './core/console.ts'
import { keepDraft } from './core/draft.ts'
import { type ConsolePage, type PageAnswer, type PageRequest, pageOf, sentFields } from './core/visit.ts'
import type { Texts } from './texts/texts.ts'
import { pageUrl } from './view/parts.ts'

/**
 * The maximum length, in characters, of the fields of a form in a cookie or a URL. Browsers and proxies refuse much longer ones.
 */
const maxTyped = 1_500

/**
 * Returns a redirect to the page for a sign-in or a re-authentication, which then redirects back. The fields of the form are kept
 * in an encrypted cookie. If they are too long for it, or must not leave the page, a page with the form is returned instead: the
 * admin signs in in another tab, and then sends the form again. So the server stores nothing that was typed.
 */
export function leadingBack(
  accountPage: 'sign-in' | 'prove',
  { keepTyped: text }: Texts,
  sent: { request: PageRequest; page: ConsolePage | undefined },
  options: Pick<ConsoleOptions, 'masterKeys' | 'now'>,
): Exclude<PageAnswer, { file: FileReply }> {
  const { request, page } = sent
  const name = (accountPage === 'prove' ? page?.provedOn : undefined) ?? pageOf(request)
  const back = wayBack({ ...sent, name }, options)
  const urlOf = (page: string) => pageUrl(`../account/${accountPage}`, { return_to: `../console/${page}` })
  if (back) return { ...back, to: urlOf(back.to) }
  const [why, open] = accountPage === 'prove' ? [text.prove, text.openProve] : [text.signIn, text.openSignIn]
  return {
    title: text.title,
    status: accountPage === 'prove' ? 403 : 401,
    body: html`<h1>${text.title}</h1>
<section class="card state warn"><p>${why}</p><p>${text.steps}</p><form method="post" action="${pageOf(request)}">${hiddenFields(sentFields(request))}<p class="bar"><a href="${urlOf('go-on')}" class="button" target="_blank" rel="noopener">${open}</a><button class="button secondary">${text.send}</button></p></form></section>`,
  }
}

/**
 * Returns the URL of the page to come back to, relative to `/console/`, and the cookie that keeps the fields of its form;
 * undefined when the fields must stay on the page. Passwords are never among the fields: no page of the console asks for one.
 */
function wayBack(
  { request, page, name }: { request: PageRequest; page: ConsolePage | undefined; name: string },
  { masterKeys, now }: Pick<ConsoleOptions, 'masterKeys' | 'now'>,
): { to: string; cookie?: string } | undefined {
  // A file may hold password hashes, which must be in no cookie and on no page. So the admin must choose the file again.
  if (request.headers['content-type']?.startsWith('multipart/')) return { to: `${name}?unsent=file` }
  const sent = sentFields(request)
  const fields = page?.shorten?.(sent) ?? sent
  const typed = new URLSearchParams(fields).toString()
  const isLong = typed.length > maxTyped
  // A page that was requested by GET has its parameters in the URL already.
  if (request.method !== 'POST') return { to: typed === '' || isLong ? name : `${name}?${typed}` }
  if (page?.staysOnPage || isLong) return undefined
  const id = randomBytes(9).toString('base64url')
  // The id of the user or the thing that the form is about is in the URL too, so that the page can be shown when the browser has
  // lost the cookie.
  const about = /^[\w-]{1,100}$/.test(fields.id ?? '') ? { id: fields.id } : {}
  return {
    to: pageUrl(name, { ...about, unsent: id }),
    cookie: keepDraft(masterKeys, { id, page: name, fields, at: now() }),
  }
}
