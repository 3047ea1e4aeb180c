import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#contract/declaration/failures.ts'
import { maxUploadBytes, parseForms } from '#runtime/http/body.ts'
import { headerIn, ownOrigins } from '#runtime/http/http-call.ts'
import { leadToOwnAddress } from '#runtime/http/own-address.ts'
import { toFailure } from '#runtime/http/problem.ts'
import { lazily } from '#runtime/lazily.ts'
import { type Reporting, reportFailure } from '#runtime/requests/report-failure.ts'
import { isSameOrigin } from '#sdk/server/same-origin.ts'
import type { Answers } from './answers.ts'
import type { ConsoleOptions } from './core/console.ts'
import { fileFormOf } from './core/file-forms.ts'
import { consoleRequestOf, type PageRequest } from './core/visit.ts'

const loadAnswers = lazily(() => import('./answers.ts'))
const loadUploads = lazily(() => import('./core/uploads.ts'))

/**
 * Registers the admin console. Its pages work without a script, and everything on them is done by the public API, with the
 * rights of the admin who is signed in. Their code is loaded with the first request to one of them.
 */
export function consolePages(app: FastifyInstance, options: ConsoleOptions, reporting: Reporting): void {
  let loaded: Answers | undefined
  async function answers(): Promise<Answers> {
    const { createAnswers } = await loadAnswers()
    loaded ??= createAnswers(options, reporting.log)
    return loaded
  }
  const uploading = new Set<string>()

  /**
   * Refuses a form before its body is read. A file is held in memory, so only a few pages accept one, and only one file of an admin
   * at a time. The fields of a form are read even without a session, so that they are kept during the sign-in.
   */
  async function refuseEarly(request: PageRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    requireOwnForm(options, request)
    const isUpload = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')
    if (isUpload && !fileFormOf(request.params.page)) throw new Failure('unsupported_media_type')
    const browser = await options.findBrowser(consoleRequestOf(request))
    if (browser && browser.user.role !== 'admin')
      return (await answers()).refuseSender('noAdmin', request, reply, browser)
    if (!isUpload) return undefined
    if (!browser) throw new Failure('session_ended')
    if ('needsProof' in browser) return (await answers()).askForProof(request, reply)
    const { id } = browser.user
    const { tooLarge } = await loadUploads()
    if (uploading.has(id)) return (await answers()).refuseSender('uploading', request, reply, browser)
    if (Number(request.headers['content-length'] ?? 0) > maxUploadBytes) throw tooLarge()
    if (reply.raw.closed) return undefined
    uploading.add(id)
    reply.raw.once('close', () => uploading.delete(id))
    return undefined
  }

  app.register(async (scope) => {
    parseForms(scope)
    scope.addContentTypeParser(
      'multipart/form-data',
      async (request: FastifyRequest, body: IncomingMessage) => {
        const form = fileFormOf((request as PageRequest).params.page)
        if (!form) throw new Failure('unsupported_media_type')
        return (await loadUploads()).readFields(request.headers['content-type'] ?? '', body, form)
      },
    )
    scope.addHook('onRequest', async (request, reply) => {
      // With `no-referrer`, a browser would send `Origin: null` with a form, and the check below needs the origin.
      reply.headers({ 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' })
      if (request.method === 'POST') return refuseEarly(request as PageRequest, reply)
      return leadToOwnAddress(options, request, reply)
    })
    scope.setErrorHandler(async (error, request, reply) => {
      const failure = reportFailure({ error, failure: toFailure(error) }, undefined, reporting)
      return (await answers()).refuse(failure, request as PageRequest, reply)
    })
    // The links of the pages are relative to `/console/`. The location is relative too, because a proxy may have removed a
    // part of the path.
    scope.get('/console', (_request, reply) => reply.code(303).header('location', 'console/overview').send())
    scope.get('/console/', (_request, reply) => reply.code(303).header('location', 'overview').send())
    scope.get<{ Params: { version: string; name: string } }>(
      '/console/assets/:version/:name',
      async ({ params }, reply): Promise<FastifyReply> => (await answers()).sendAsset(params, reply),
    )
    scope.route<PageRequestTypes>({
      method: ['GET', 'POST'],
      url: '/console/:page',
      handler: async (request, reply) => (await answers()).answer(request, reply),
    })
  })
}

type PageRequestTypes = {
  Params: { page: string }
  Body: Record<string, string> | undefined
  Querystring: Record<string, unknown>
}

/**
 * Refuses a form that a page of another site has sent (CSRF): the browser would add the cookie of the admin to it.
 * @throws {Failure} `forbidden`
 */
function requireOwnForm(options: ConsoleOptions, request: PageRequest): void {
  const header = (name: string) => headerIn(request, name)
  if (!isSameOrigin({ header }, ownOrigins(options, request))) throw new Failure('forbidden')
}
