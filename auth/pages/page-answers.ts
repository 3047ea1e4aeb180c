import type { FastifyReply } from 'fastify'
import { failures } from '#contract/declaration/failure-table.ts'
import type { Failure } from '#contract/declaration/failures.ts'
import type { Oidc } from '../oidc/index.ts'
import { changePages } from './account/changes.ts'
import { endOtherSessionsOnPage, endSessionOnPage, showOverview } from './account/overview.ts'
import { type AccountPage, noteUiLocales, type PageRequest, sendAnswer } from './core/answer.ts'
import type { Pages } from './core/pages.ts'
import { forSignedIn } from './core/visit.ts'
import { appPages } from './factors/app.ts'
import { devicePages } from './factors/devices.ts'
import { provePage } from './factors/prove.ts'
import { recoveryCodePages } from './factors/recovery-codes.ts'
import { federatedPages } from './federated/pages.ts'
import { linkRoutes } from './link-routes.ts'
import { appsOf, oidcPages } from './oidc/routes.ts'
import { passkeyOptionPages } from './passkeys/options.ts'
import { ownPasskeyPages } from './passkeys/own-passkeys.ts'
import { signInWithSecondFactor } from './sign-in/second-factor.ts'
import { showSignIn, signInOnPage, signInWithOwnPassword, signOut } from './sign-in/sign-in.ts'
import { showSignUp, signUpOnPage } from './sign-in/sign-up.ts'
import { requestLinkView, showing, toAccount, type View } from './view/view.ts'

/** Answers the requests to the pages. Their paths are registered before this code is loaded. */
export interface PageAnswers {
  answer(request: PageRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Shows a failure on a page that a link in a mail leads to. */
  refuseLink(failure: Failure, request: PageRequest, reply: FastifyReply): FastifyReply
  /** Shows a failure on a page of somebody who signs in or is signed in. */
  refuse(failure: Failure, request: PageRequest, reply: FastifyReply): FastifyReply
}

export function createPageAnswers(given: Pages, oidc: Oidc): PageAnswers {
  const pages = { ...given, apps: appsOf(oidc) }
  const byPath = new Map<string, AccountPage>(allPages(pages, oidc).map((page) => [page.path, page]))
  const sendRefusal = (failure: Failure, view: View, request: PageRequest, reply: FastifyReply) => {
    const { http: status } = failures[failure.code]
    const { retryAfterSeconds } = failure
    return sendAnswer(pages, request, reply, { view, status, retryAfterSeconds })
  }
  return {
    async answer(request, reply) {
      const { method, routeOptions } = request
      const page = byPath.get(routeOptions.url ?? '')
      const answerTo = method === 'POST' ? page?.send : page?.show
      if (!answerTo) throw new Error(`No page answers ${method} ${routeOptions.url}.`)
      request.body = withoutOuterSpaces(request.body)
      await Promise.all([pages.brand.refresh(), noteUiLocales(pages, request)])
      return sendAnswer(pages, request, reply, await answerTo(request))
    },
    refuseLink: (failure, request, reply) => sendRefusal(failure, linkFailureView(failure), request, reply),
    refuse: (failure, request, reply) => sendRefusal(failure, ownFailureView(failure), request, reply),
  }
}

/** The fields whose spaces at both ends are removed, as they are typed by mistake. Those of a password are part of it. */
const trimmed = ['username', 'email', 'name', 'code'] as const

/** Removes the space that a phone adds after a word that it has suggested, and the spaces around a word that was copied. */
function withoutOuterSpaces(form: PageRequest['body']): PageRequest['body'] {
  const typed = Object.entries(form ?? {}).filter(([name]) => trimmed.some((one) => one === name))
  return form && { ...form, ...Object.fromEntries(typed.map(([name, text]) => [name, text.trim()])) }
}

export const allPages = (pages: Pages, oidc: Oidc): AccountPage[] => [
  ...linkRoutes(pages),
  {
    path: '/account/sign-in',
    show: (request) => showSignIn(pages, request),
    send: (request) => signInOnPage(pages, request),
  },
  { path: '/account/second-factor', send: (request) => signInWithSecondFactor(pages, request) },
  { path: '/account/own-password', send: (request) => signInWithOwnPassword(pages, request) },
  { path: '/account/sign-out', send: (request) => signOut(pages, request) },
  {
    path: '/account/sign-up',
    show: (request) => showSignUp(pages, request),
    send: (request) => signUpOnPage(pages, request),
  },
  provePage(pages),
  ...oidcPages(pages, oidc),
  ...appPages(pages),
  ...recoveryCodePages(pages),
  ...devicePages(pages),
  ...passkeyOptionPages(pages),
  ...ownPasskeyPages(pages),
  ...federatedPages(pages),
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

function linkFailureView(failure: Failure): View {
  if (failure.code === 'link_invalid') return requestLinkView(({ linkInvalid }) => linkInvalid)
  if (isOutage(failure)) return showing(({ tryAgain }) => tryAgain)
  return showing(({ refused }) => refused, toAccount)
}

const ownFailureView = (failure: Failure): View =>
  isOutage(failure)
    ? showing(({ tryAgainHere }) => tryAgainHere, toAccount)
    : showing(({ refusedHere }) => refusedHere, toAccount)

const isOutage = ({ code }: Failure): boolean => failures[code].http === 429 || failures[code].http >= 500
