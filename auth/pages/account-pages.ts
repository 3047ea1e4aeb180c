import type { FastifyInstance } from 'fastify'
import { Failure } from '#contract/declaration/failures.ts'
import { type Form, parseForms } from '#runtime/http/body.ts'
import { leadToOwnAddress } from '#runtime/http/own-address.ts'
import { toFailure } from '#runtime/http/problem.ts'
import { reportFailure } from '#runtime/requests/report-failure.ts'
import type { PageRequest } from './core/answer.ts'
import { requireOwnForm } from './core/own-form.ts'
import { callbackPaths, linkPaths, type Methods, ownPaths, signInPaths } from './core/page-paths.ts'
import type { Pages } from './core/pages.ts'
import { interactionOfPage } from './core/return-target.ts'
import type { PageAnswers } from './page-answers.ts'

/**
 * Registers the pages that links in mails lead to, and those on which people sign in and manage their account. The
 * pages work without a script, and call the same use cases as the JSON routes. A GET request changes nothing, because
 * mail scanners open links: the change is made when the user presses the button of the page (I52). `answers`
 * loads the code of the pages with the first request to one of them.
 */
export function accountPageRoutes(
  app: FastifyInstance,
  pages: Pages,
  answers: () => Promise<PageAnswers>,
): void {
  const { providers } = pages.federation
  const { publicUrl, isApart, relyingParty, policy } = pages
  const addresses = { publicUrl, isApart, relyingParty, issuer: policy.issuer }

  // The pages have their own Fastify scope, because their errors are shown as pages and not as JSON.
  app.register(async (scope) => {
    parseForms(scope)
    scope.addHook('onRequest', async ({ method, headers }, reply) => {
      // The URL contains the secret token of the link, which must reach neither the next site in a Referer header nor a
      // search index.
      reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
      if (method === 'POST' && headers['sec-fetch-site'] === 'cross-site') throw new Failure('forbidden')
    })
    showFailures(scope, { pages, answers, refuse: 'refuseLink' })
    addPaths(scope, linkPaths, answers)

    scope.register(async (own) => {
      own.addHook<PageTypes>('onRequest', async (request, reply) => {
        // The URLs of these pages contain no token. With `no-referrer`, a browser would send no Origin with a form, and the
        // check below needs it.
        reply.header('referrer-policy', 'same-origin')
        if (request.method === 'POST') requireOwnForm(pages, request)
        // An authorization request continues at the host where it began, because only that host gets its cookie.
        else if (!interactionOfPage(request.query)) return leadToOwnAddress(addresses, request, reply)
      })
      showFailures(own, { pages, answers, refuse: 'refuse' })
      const { '/account/sign-up': signUp, ...others } = ownPaths
      addPaths(own, others, answers)
      // The links of the page are relative to the path without a slash at the end.
      own.get('/account/', (_request, reply) => reply.code(303).header('location', '../account').send())
      addPaths(own, signInPaths(providers.values()), answers)
      if (pages.allowsSignUp) addPaths(own, { '/account/sign-up': signUp }, answers)
    })
  })

  // Providers send people back from other sites, some with a form, so the origin is not checked. The `state` in these requests
  // binds them to the browser (I142).
  app.register(async (scope) => {
    parseForms(scope)
    scope.addHook('onRequest', async (_request, reply) => {
      // The URL contains the code, which must reach neither the next site in a Referer header nor a search index.
      reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    })
    showFailures(scope, { pages, answers, refuse: 'refuse' })
    addPaths(scope, callbackPaths(providers.values()), answers)
  })
}

type PageTypes = { Body: Form; Querystring: Record<string, unknown> }

function addPaths(
  scope: FastifyInstance,
  paths: Readonly<Record<string, Methods>>,
  answers: () => Promise<PageAnswers>,
): void {
  for (const [url, methods] of Object.entries(paths))
    for (const method of methods)
      scope.route<PageTypes>({
        method,
        url,
        handler: async (request, reply) => (await answers()).answer(request, reply),
      })
}

/**
 * Shows failures as a page. If the code of the pages cannot be loaded, the error is passed on to the server, which
 * replies with JSON.
 */
function showFailures(
  scope: FastifyInstance,
  {
    pages,
    answers,
    refuse,
  }: { pages: Pages; answers: () => Promise<PageAnswers>; refuse: 'refuse' | 'refuseLink' },
): void {
  scope.setErrorHandler(async (error, request, reply) => {
    const shown = await answers()
    const failure = reportFailure({ error, failure: toFailure(error) }, undefined, pages)
    return shown[refuse](failure, request as PageRequest, reply)
  })
}
