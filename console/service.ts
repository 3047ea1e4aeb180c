import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#contract/failures.ts'
import { maxUploadBytes, parseForms } from '#runtime/http/body.ts'
import { headerIn, ownOrigins } from '#runtime/http/http-call.ts'
import { toFailure } from '#runtime/http/problem.ts'
import { lazily } from '#runtime/on-demand/lazily.ts'
import { type Reporting, reportFailure } from '#runtime/report-failure.ts'
import { isSameOrigin } from '#sdk/server/same-origin.ts'
import type { Answers } from './answers.ts'
import type { ConsoleOptions } from './core/console.ts'
import type { PageRequest } from './core/visit.ts'

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
  app.register(async (scope) => {
    parseForms(scope)
    scope.addContentTypeParser<Buffer>(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: maxUploadBytes },
      async (request: FastifyRequest, body: Buffer) =>
        (await loadUploads()).readFields(request.headers['content-type'] ?? '', body),
    )
    scope.addHook('onRequest', async (request, reply) => {
      // With `no-referrer`, a browser would send `Origin: null` with a form, and the check below needs the origin.
      reply.headers({ 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' })
      if (request.method === 'POST') requireOwnForm(options, request as PageRequest)
      // A file is read into memory, so it is accepted for one page only, and only from a person who is signed in.
      if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) return
      if ((request as PageRequest).params.page !== 'import-users') throw new Failure('unsupported_media_type')
      if (!(await options.findBrowser(request.headers.cookie))) throw new Failure('session_ended')
    })
    scope.setErrorHandler(async (error, request, reply) => {
      const failure = reportFailure({ error, failure: toFailure(error) }, undefined, reporting)
      return (await answers()).refuse(failure, request as PageRequest, reply)
    })
    // The links of the pages are relative to `/console/`. The location is relative too, because a proxy may have removed a
    // part of the path.
    scope.get('/console', (_request, reply) => reply.code(303).header('location', 'console/users').send())
    scope.get('/console/', (_request, reply) => reply.code(303).header('location', 'users').send())
    scope.get<{ Params: { version: string; name: string } }>(
      '/console/assets/:version/:name',
      async ({ params }, reply): Promise<FastifyReply> => (await answers()).sendAsset(params, reply),
    )
    scope.route<PageRequestTypes>({
      ...{ method: ['GET', 'POST'], url: '/console/:page' },
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
