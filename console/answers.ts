import type { FastifyReply } from 'fastify'
import { failures } from '#contract/declaration/failure-table.ts'
import { describeFailure, Failure } from '#contract/declaration/failures.ts'
import { findLanguage } from '#runtime/accept-language.ts'
import { html } from '#runtime/html.ts'
import { browserScheme } from '#runtime/http/http-call.ts'
import { sendFile } from '#runtime/http/send-file.ts'
import { commonHeadersOf } from '#runtime/http/send-reply.ts'
import type { Log } from '#runtime/log/log.ts'
import { isLoopback } from '#runtime/network.ts'
import { usualAdmissionMs } from '#runtime/requests/operation.ts'
import type { FileReply } from '#runtime/requests/route.ts'
import { type Assets, openAssets } from './core/assets.ts'
import type { ConsoleOptions, SignedInBrowser, StaleBrowser } from './core/console.ts'
import { findDraft, hasDraft, noDraft } from './core/draft.ts'
import {
  consoleRequestOf,
  createVisit,
  MissingScope,
  type PageAnswer,
  type PageRequest,
  pageOf,
  sentFields,
  type Unsent,
  unsentOf,
} from './core/visit.ts'
import { leadingBack } from './leading-back.ts'
import { allPages } from './pages/all-pages.ts'
import { type Texts, textsIn } from './texts/texts.ts'
import { layout } from './view/layout.ts'

/** Answers the requests to the console. */
export interface Answers {
  answer(request: PageRequest, reply: FastifyReply): Promise<FastifyReply | undefined>
  sendAsset: Assets['send']
  /**
   * Refuses a request of a signed-in user before its body is read, because the user is no admin or is already uploading a file.
   */
  refuseSender(
    why: 'noAdmin' | 'uploading',
    request: PageRequest,
    reply: FastifyReply,
    browser: SignedInBrowser | StaleBrowser,
  ): FastifyReply
  /** Asks an admin to confirm who they are (re-authentication), before the body of the request is read. */
  askForProof(request: PageRequest, reply: FastifyReply): FastifyReply
  /** Shows a failure as a page. */
  refuse(failure: Failure, request: PageRequest, reply: FastifyReply): FastifyReply
}

type PageWithoutFile = Exclude<PageAnswer, { file: FileReply }>

/**
 * The Content-Security-Policy of every page. A page can run and load only files of its own origin, and no script can make HTML
 * of a text.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

export function createAnswers(options: ConsoleOptions, log: Log): Answers {
  const assets = openAssets(options.brand)
  const pages = new Map(allPages.map((page) => [page.name, page]))

  function send(
    request: PageRequest,
    reply: FastifyReply,
    answer: PageWithoutFile,
    browser?: SignedInBrowser | StaleBrowser,
  ): FastifyReply {
    if (answer.cookie !== undefined) reply.header('set-cookie', answer.cookie)
    if ('to' in answer) return reply.code(303).header('location', answer.to).send()
    const { title, body, status = 200, scripts = [] } = answer
    const language = languageFor(request, browser)
    const text = layout({
      title,
      body,
      language,
      texts: textsIn(language),
      brand: options.brand.current,
      pages: allPages,
      page: request.params.page,
      entry: pages.get(request.params.page)?.entry,
      username: browser?.user.username,
      searched: request.params.page === 'search' ? sentFields(request).q : undefined,
      unsent: whatBecameOf(request),
      styleUrl: assets.urlOf('styles.css'),
      scriptUrls: ['search-key.js', ...scripts].map(assets.urlOf),
    })
    return reply
      .code(status)
      .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      .send(text)
  }

  function draftOf(request: PageRequest): Record<string, string> | undefined {
    const id = unsentOf(request)
    const { cookie: cookies } = request.headers
    return id === undefined
      ? undefined
      : findDraft(options.masterKeys, { cookies, id, page: request.params.page, now: options.now() })
  }

  function whatBecameOf(request: PageRequest): Unsent | undefined {
    const id = unsentOf(request)
    if (id === undefined || id === 'file') return id
    return draftOf(request) ? 'typed' : 'lost'
  }

  /** Returns the admin's own language, or else one that the browser prefers. */
  const languageFor = ({ headers }: PageRequest, browser?: SignedInBrowser | StaleBrowser) =>
    findLanguage(browser?.user.locale ?? undefined) ??
    findLanguage(headers['accept-language']) ??
    options.brand.current.language

  async function answerTo(
    request: PageRequest,
    browser: SignedInBrowser | StaleBrowser,
  ): Promise<PageAnswer> {
    const language = languageFor(request, browser)
    const texts = textsIn(language)
    if (browser.user.role !== 'admin') return senderRefusal(texts, 'noAdmin')
    const page = pages.get(request.params.page)
    if ('needsProof' in browser) return leadingBack('prove', texts, { request, page }, options)
    const answering = request.method === 'POST' ? page?.send : page?.show
    if (!answering) return refusal(texts, { status: 404, because: texts.refused.notFound })
    try {
      const draft = draftOf(request)
      const answer = await answering(createVisit(options, { request, browser, draft, texts, language }))
      // The form was handled, so the draft of it is removed from the browser.
      const isDone = request.method === 'POST' && hasDraft(request.headers.cookie)
      if (!isDone || 'file' in answer) return answer
      return { ...answer, cookie: [noDraft, ...[answer.cookie ?? []].flat()] }
    } catch (error) {
      if (error instanceof MissingScope)
        return refusal(texts, { status: 403, because: texts.refused.scope({ scope: error.scope }) })
      if (!(error instanceof Failure)) throw error
      if (error.code === 'reauthentication_required')
        return leadingBack('prove', texts, { request, page }, options)
      // This failure comes from the user service. Only an admin is shown the URL at which it calls the authentication service.
      if (error.code === 'auth_service_unavailable' && options.findAuthUrl) {
        log.warn({ code: error.code, err: error }, 'a page of the console could not be served')
        return refusal(texts, {
          status: 503,
          because: texts.refused.noAuth({ url: (await options.findAuthUrl()) ?? 'none' }),
        })
      }
      if (failures[error.code].http >= 500) throw error
      return failureAnswer(texts, error)
    }
  }

  return {
    async answer(request, reply) {
      await options.brand.refresh()
      const texts = textsIn(languageFor(request))
      if (losesCookies(options, request))
        return send(request, reply, refusal(texts, { status: 400, because: texts.refused.https }))
      const browser = await options.findBrowser(consoleRequestOf(request))
      if (!browser)
        return send(
          request,
          reply,
          leadingBack('sign-in', texts, { request, page: pages.get(pageOf(request)) }, options),
        )
      const answer = await answerTo(request, browser)
      if (!('file' in answer)) return send(request, reply, answer, browser)
      await sendFile(reply, answer.file, {
        async admitAgain() {
          const reader = await options.findBrowser(consoleRequestOf(request))
          if (!reader || 'needsProof' in reader) throw new Failure('session_ended')
          if (reader.user.role !== 'admin') throw new Failure('forbidden')
        },
        admissionMs: usualAdmissionMs,
        headers: commonHeadersOf(request),
        log,
      })
      return undefined
    },
    sendAsset: assets.send,
    refuseSender: (why, request, reply, browser) =>
      send(request, reply, senderRefusal(textsIn(languageFor(request, browser)), why), browser),
    askForProof: (request, reply) =>
      send(
        request,
        reply,
        leadingBack(
          'prove',
          textsIn(languageFor(request)),
          { request, page: pages.get(pageOf(request)) },
          options,
        ),
      ),
    refuse: (failure, request, reply) =>
      send(request, reply, failureAnswer(textsIn(languageFor(request)), failure)),
  }
}

/**
 * Checks whether the browser drops the cookie of a sign-in, which has the attribute Secure. A browser does so over http, except
 * at an address of its own machine (RFC 6265bis section 5.7).
 */
const losesCookies = (site: ConsoleOptions, request: PageRequest): boolean =>
  browserScheme(site, request) === 'http' && !isLoopback(request.hostname)

function refusal(
  { refused }: Texts,
  { status, because, detail }: { status: number; because: string; detail?: string },
): PageWithoutFile {
  return {
    status,
    title: refused.title,
    body: html`<h1>${refused.title}</h1><section class="card state bad"><p>${because}</p>${detail === undefined ? undefined : html`<p class="quiet">${refused.because} <span lang="en">${detail}</span></p>`}<p><a href="users" class="button secondary">${refused.back}</a></p></section>`,
  }
}

const senderRefusal = (texts: Texts, why: 'noAdmin' | 'uploading'): PageWithoutFile =>
  refusal(texts, { status: why === 'noAdmin' ? 403 : 429, because: texts.refused[why] })

function failureAnswer(texts: Texts, failure: Failure): PageWithoutFile {
  const { http: status } = failures[failure.code]
  const { refused } = texts
  if (status === 404) return refusal(texts, { status, because: refused.notFound })
  const because = failure.code === 'forbidden' ? refused.otherSite : refused.again
  return refusal(texts, { status, because, detail: describeFailure(failure) })
}
