import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#contract/declaration/languages.ts'
import { findLanguage } from '#runtime/accept-language.ts'
import type { Form } from '#runtime/http/body.ts'
import { sendPage } from '#runtime/http/page.ts'
import { textsOf } from '../texts/custom-texts.ts'
import type { Texts } from '../texts/texts.ts'
import { toPage, type View } from '../view/view.ts'
import type { PagePath } from './page-paths.ts'
import type { Pages } from './pages.ts'
import { anyInteractionIn } from './return-target.ts'

/** A request to a page, with the form that it may have. */
export type PageRequest = FastifyRequest<{ Body: Form; Querystring: Record<string, unknown> }>

/** Returns the id that a request names, in its form or its URL; an empty text when it names none. */
export function sentId({ query, body }: PageRequest): string {
  const id = body?.id ?? query.id
  return typeof id === 'string' ? id : ''
}

/**
 * The answer of a page: a view, a redirect to another page (`to`), or a file. `cookie` has one Set-Cookie header or
 * several. With `goesOnTo`, the browser shows the view and immediately opens another URL, by the header Refresh. A
 * redirect would not work: Chromium checks every redirect after a form, also later ones at the other site, against the
 * `form-action` of the page.
 */
export type PageAnswer = { cookie?: string | readonly string[] | undefined } & (
  | { view: View; status?: number; retryAfterSeconds?: number | undefined; goesOnTo?: string }
  | { to: string }
  | { file: (texts: Texts) => string; headers: Record<string, string> }
)

type Answering = (request: PageRequest) => Promise<PageAnswer>

/** A page: `show` answers GET, and `send` answers its form (POST). A path that only receives forms has no `show`. */
export interface AccountPage {
  path: PagePath
  show?: Answering
  send?: Answering
}

/** The languages that apps wish for in requests that are being answered, as a list of BCP 47 tags with spaces. */
const wished = new WeakMap<object, string>()

/**
 * Notes the languages that the app wishes for to which a page leads in the end (`ui_locales`, OpenID Connect Core section
 * 3.1.2.1), before the page is made. `returnTo` is the page that follows, if the request does not name it.
 */
export async function noteUiLocales(
  { apps }: Pick<Pages, 'apps'>,
  request: PageRequest,
  returnTo: unknown = request.body?.return_to ?? request.query.return_to,
): Promise<void> {
  const interaction =
    request.body?.interaction ?? request.query.interaction ?? anyInteractionIn(textOf(returnTo))
  const app = typeof interaction === 'string' ? await apps?.ofRequest(interaction) : undefined
  if (app?.uiLocales !== undefined) wished.set(request, app.uiLocales)
}

/** The languages of signed-in users, by the requests that are being answered. */
const chosen = new WeakMap<object, string>()

/** Notes the language of the user who is signed in: the one that they, their application or an admin has set. */
export function noteOwnLanguage(request: PageRequest, locale: string | null): void {
  if (locale !== null) chosen.set(request, locale)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

type Headed = Pick<FastifyRequest, 'headers'>

/**
 * Returns the language in which a request is answered: one that an app wishes for, or else the user's own, or else one that the
 * browser prefers, or else that of the brand.
 */
export const languageFor = (
  { brand }: Pick<Pages, 'brand'>,
  request: Headed,
  uiLocales = wished.get(request),
): Language =>
  findLanguage(uiLocales?.replaceAll(' ', ',')) ??
  findLanguage(chosen.get(request)) ??
  findLanguage(request.headers['accept-language']) ??
  brand.current.language

/**
 * Finds the language that is stored for a user who signs up: one that an app wishes for, or else one that the browser prefers.
 * That of the brand is not stored, because nobody has asked for it and an admin may change it.
 */
export const findRequestedLanguage = (request: Headed): Language | undefined =>
  findLanguage(wished.get(request)?.replaceAll(' ', ',')) ?? findLanguage(request.headers['accept-language'])

export function sendAnswer(
  pages: Pick<Pages, 'brand'>,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PageAnswer,
): FastifyReply {
  if (answer.cookie !== undefined) reply.header('set-cookie', answer.cookie)
  if ('to' in answer) return reply.code(303).header('location', locationOf(request, answer.to)).send()
  const language = languageFor(pages, request)
  const { current: brand } = pages.brand
  const texts = textsOf(language, brand.texts)
  if ('file' in answer) return reply.headers(answer.headers).send(answer.file(texts))
  const { view, status = 200, retryAfterSeconds, goesOnTo } = answer
  if (goesOnTo !== undefined) reply.header('refresh', `0; url=${goesOnTo}`)
  if (status === 429 || status === 503) reply.header('retry-after', retryAfterSeconds ?? 1)
  return sendPage(reply.code(status), toPage(view, { texts, language, brand, path: request.url }))
}

/**
 * Makes the value of the Location header. It is relative, because a proxy may have removed a part of the path that the
 * browser sees. `to` is relative to `/account/`. The page `/account` is not in that folder, so for it the folder is put
 * in front.
 */
function locationOf({ url }: FastifyRequest, to: string): string {
  const isRelative = !/^(?:\/|https?:)/.test(to)
  return isRelative && url.split('?', 1)[0] === '/account' ? `account/${to}` : to
}
