import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failures } from '#contract/failure-table.ts'
import { Failure } from '#contract/failures.ts'
import type { Language } from '#contract/languages.ts'
import { accountPages, forgotPasswordEndpoint } from '#contract/links.ts'
import { type Form, parseForms } from '#runtime/http/body.ts'
import { sendPage } from '#runtime/http/page.ts'
import { toFailure } from '#runtime/http/problem.ts'
import { reportFailure } from '#runtime/report-failure.ts'
import { checker } from '#runtime/validation.ts'
import type { Auth } from '../core/auth.ts'
import { languageOf } from './accept-language.ts'
import { type LinkPage, linkPages, openLink } from './link-pages.ts'
import type { Texts } from './texts.ts'
import { german } from './texts-de.ts'
import { english } from './texts-en.ts'
import { french } from './texts-fr.ts'
import { askingEmail, showing, toPage, type View } from './view.ts'

const texts: Record<Language, Texts> = { en: english, de: german, fr: french }

/**
 * Registers the pages that links in mails lead to. They need no script and no cookie, and call the use cases of the JSON routes.
 * GET changes nothing, because mail scanners open links: the change is made when the user presses the button of the page (I52).
 */
export function accountPageRoutes(app: FastifyInstance, auth: Auth, fallback: Language): void {
  const send = (request: FastifyRequest, reply: FastifyReply, view: View): FastifyReply => {
    const language = languageOf(request.headers['accept-language'], fallback)
    return sendPage(reply, toPage(view, texts[language], language))
  }
  // The pages have their own Fastify scope, because their errors are shown as pages and not as JSON.
  app.register(async (pages) => {
    parseForms(pages)
    pages.addHook('onRequest', async ({ method, headers }, reply) => {
      // The URL contains the token, which must reach neither the next site in a Referer header nor a search index.
      reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
      if (method === 'POST' && headers['sec-fetch-site'] === 'cross-site') throw new Failure('forbidden')
    })
    pages.setErrorHandler((error, request, reply) => {
      const failure = reportFailure({ error, failure: toFailure(error) }, undefined, auth.log)
      const status = failures[failure.code].http
      if (status === 429 || status === 503) reply.header('retry-after', failure.retryAfterSeconds ?? 1)
      return send(request, reply.code(status), failureView(failure))
    })

    const forgotten = `/account/${accountPages.forgot_password}`
    pages.get(forgotten, (request, reply) => send(request, reply, askingEmail(forgotPasswordText)))
    pages.post<{ Body: Form }>(forgotten, async (request, reply) => {
      const { view, status } = await requestMail(auth, request)
      return send(request, reply.code(status), view)
    })
    for (const page of linkPages) {
      const path = `/account/${accountPages[page.purpose]}`
      pages.get<{ Querystring: { token?: unknown } }>(path, async (request, reply) => {
        const link = await openLink(auth, page, request.query)
        return send(request, reply, page.ask(link))
      })
      pages.post<{ Body: Form }>(path, async (request, reply) => {
        const { view, status } = await useLink(auth, page, request)
        return send(request, reply.code(status), view)
      })
    }
  })
}

interface Shown {
  view: View
  status: number
}

const forgotPasswordText = ({ forgotPassword }: Texts) => forgotPassword

const checkForgotten = checker(forgotPasswordEndpoint.body)

/** A request with a form, from the address `ip`. */
type FormRequest = Pick<FastifyRequest<{ Body: Form }>, 'body' | 'ip'>

async function requestMail(auth: Auth, { body = {}, ip }: FormRequest): Promise<Shown> {
  try {
    const { email } = checkForgotten(body)
    await auth.users.requestLink({ purpose: 'reset_password', email, address: ip })
    return { view: showing(({ mailRequested }) => mailRequested), status: 200 }
  } catch (error) {
    const fault = faultOf(error, '/email')
    if (fault === undefined) throw error
    return { view: askingEmail(forgotPasswordText, { value: body.email, fault }), status: 400 }
  }
}

async function useLink(auth: Auth, page: LinkPage, { body = {}, ip }: FormRequest): Promise<Shown> {
  const link = await openLink(auth, page, body)
  try {
    return { view: await page.use(auth, { link, form: body, address: ip }), status: 200 }
  } catch (error) {
    const fault = faultOf(error, '/password')
    if (fault === undefined) throw error
    return { view: page.ask(link, fault), status: 400 }
  }
}

/**
 * Returns the code of what is wrong with the field at `pointer`, when a use case refused the form; undefined when the field is
 * right.
 */
const faultOf = (error: unknown, pointer: string): string | undefined =>
  error instanceof Failure ? error.errors?.find((one) => one.pointer === pointer)?.code : undefined

function failureView(failure: Failure): View {
  const status = failures[failure.code].http
  if (failure.code === 'link_invalid') return askingEmail(({ linkInvalid }) => linkInvalid)
  if (status === 429 || status >= 500) return showing(({ tryAgain }) => tryAgain)
  return showing(({ refused }) => refused)
}
