import type { FastifyInstance } from 'fastify'
import { failures } from '#contract/failure-table.ts'
import { Failure } from '#contract/failures.ts'
import { type Form, parseForms } from '#runtime/http/body.ts'
import { toFailure } from '#runtime/http/problem.ts'
import { reportFailure } from '#runtime/report-failure.ts'
import { changePages } from './account/changes.ts'
import { endOtherSessionsOnPage, endSessionOnPage, showOverview } from './account/overview.ts'
import { type AccountPage, type PageRequest, sendAnswer } from './core/answer.ts'
import type { Pages } from './core/pages.ts'
import { forSignedIn, requireOwnForm } from './core/visit.ts'
import { appPages } from './factors/app.ts'
import { devicePages } from './factors/devices.ts'
import { provePage } from './factors/prove.ts'
import { recoveryCodePages } from './factors/recovery-codes.ts'
import { linkRoutes } from './link-routes.ts'
import { passkeyOptionPages } from './passkeys/options.ts'
import { ownPasskeyPages } from './passkeys/own-passkeys.ts'
import { signInWithSecondFactor } from './sign-in/second-factor.ts'
import { showSignIn, signIn, signInWithOwnPassword, signOut } from './sign-in/sign-in.ts'
import { showSignUp, signUpOnPage } from './sign-in/sign-up.ts'
import { askingEmail, showing, type View } from './view/view.ts'

/**
 * Registers the pages that links in mails lead to, and those on which people sign in and look after their account. They need no
 * script, and call the use cases of the JSON routes. GET changes nothing, because mail scanners open links: the change is made when
 * the user presses the button of the page (I52).
 */
export function accountPageRoutes(app: FastifyInstance, pages: Pages): void {
  // The pages have their own Fastify scope, because their errors are shown as pages and not as JSON.
  app.register(async (scope) => {
    parseForms(scope)
    scope.addHook('onRequest', async ({ method, headers }, reply) => {
      // The URL contains the token, which must reach neither the next site in a Referer header nor a search index.
      reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
      if (method === 'POST' && headers['sec-fetch-site'] === 'cross-site') throw new Failure('forbidden')
    })
    showFailures(scope, pages, linkFailureView)
    for (const page of linkRoutes(pages)) addPage(scope, pages, page)

    scope.register(async (own) => {
      own.addHook('onRequest', async (request, reply) => {
        // These URLs have no token, and with `no-referrer` a browser would send no Origin with a form.
        reply.header('referrer-policy', 'same-origin')
        if (request.method === 'POST') requireOwnForm(pages, request as PageRequest)
      })
      showFailures(own, pages, ownFailureView)
      for (const page of ownPages(pages)) addPage(own, pages, page)
    })
  })
}

const ownPages = (pages: Pages): AccountPage[] => [
  {
    path: '/account/sign-in',
    show: (request) => showSignIn(pages, request),
    send: (request) => signIn(pages, request),
  },
  { path: '/account/second-factor', send: (request) => signInWithSecondFactor(pages, request) },
  { path: '/account/own-password', send: (request) => signInWithOwnPassword(pages, request) },
  { path: '/account/sign-out', send: (request) => signOut(pages, request) },
  ...(pages.allowsSignUp
    ? [
        {
          path: '/account/sign-up',
          show: (request: PageRequest) => showSignUp(pages, request),
          send: (request: PageRequest) => signUpOnPage(pages, request),
        },
      ]
    : []),
  provePage(pages),
  ...appPages(pages),
  ...recoveryCodePages(pages),
  ...devicePages(pages),
  ...passkeyOptionPages(pages),
  ...ownPasskeyPages(pages),
  ...changePages(pages),
  { path: '/account', show: (request) => showOverview(pages, request) },
  {
    path: '/account/end-session',
    send: forSignedIn(pages, undefined, (visit) => endSessionOnPage(pages, visit)),
  },
  {
    path: '/account/end-other-sessions',
    send: forSignedIn(pages, undefined, (visit) => endOtherSessionsOnPage(pages, visit)),
  },
]

function addPage(scope: FastifyInstance, pages: Pages, { path, show, send }: AccountPage): void {
  type Types = { Body: Form; Querystring: Record<string, unknown> }
  if (show)
    scope.get<Types>(path, async (request, reply) => sendAnswer(pages, request, reply, await show(request)))
  if (send)
    scope.post<Types>(path, async (request, reply) => sendAnswer(pages, request, reply, await send(request)))
}

/** Shows what went wrong as a page. */
function showFailures(scope: FastifyInstance, pages: Pages, viewOf: (failure: Failure) => View): void {
  scope.setErrorHandler((error, request, reply) => {
    const failure = reportFailure({ error, failure: toFailure(error) }, undefined, pages)
    const { http: status } = failures[failure.code]
    const { retryAfterSeconds } = failure
    return sendAnswer(pages, request, reply, { view: viewOf(failure), status, retryAfterSeconds })
  })
}

function linkFailureView(failure: Failure): View {
  if (failure.code === 'link_invalid') return askingEmail(({ linkInvalid }) => linkInvalid)
  return isOutage(failure) ? showing(({ tryAgain }) => tryAgain) : showing(({ refused }) => refused)
}

const ownFailureView = (failure: Failure): View =>
  isOutage(failure) ? showing(({ tryAgainHere }) => tryAgainHere) : showing(({ refusedHere }) => refusedHere)

const isOutage = ({ code }: Failure): boolean => failures[code].http === 429 || failures[code].http >= 500
