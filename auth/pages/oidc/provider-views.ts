import type { IncomingMessage } from 'node:http'
import { banner } from '#runtime/components/banner.ts'
import { html } from '#runtime/html.ts'
import { page, pageHeaders } from '#runtime/http/page.ts'
import { commonHeaders } from '#runtime/http/send-reply.ts'
import { fill } from '#runtime/texts/texts.ts'
import type { OidcPage, OidcViews } from '../../oidc/index.ts'
import { languageFor } from '../core/answer.ts'
import type { Pages } from '../core/pages.ts'
import { textsOf } from '../texts/custom-texts.ts'
import type { AppProblem } from '../texts/texts.ts'
import { field } from '../view/form.ts'
import { named, toAccount, toPage, toSignIn, type View } from '../view/view.ts'
import { goingOn } from './authorize-views.ts'

/** The pages that the OpenID provider shows at its own URLs, in the design of the account pages. */
export function providerViews(settings: Pick<Pages, 'brand'>): OidcViews {
  const show = (request: IncomingMessage, view: View, uiLocales = uiLocalesIn(request)): OidcPage => {
    const language = languageFor(settings, request, uiLocales)
    const path = request.url ?? '/'
    const { current: brand } = settings.brand
    const content = toPage(view, { texts: textsOf(language, brand.texts), language, brand, path })
    return { html: page(content), headers: { ...pageHeaders(content), ...headers } }
  }
  return {
    error: (request, shown) => show(request, errorView(shown)),
    goingOn: (request, { to, client }) => {
      const shown = show(request, goingOn(client?.name, to))
      return { ...shown, headers: { ...shown.headers, refresh: `0; url=${to}` } }
    },
    postForm: (request, { uiLocales, ...form }) => {
      const shown = show(request, postingForm(form), uiLocales)
      // The client gets the right Origin header and no path. Without a referrer the Origin would be `null`, and with the whole
      // one the client would see the parameters of the request.
      return { ...shown, headers: { ...shown.headers, 'referrer-policy': 'strict-origin' } }
    },
    askUserCode: (request, form) => show(request, askingUserCode(form)),
    confirmDevice: (request, form) => show(request, confirmingDevice(form)),
    deviceDone: (request, { client }) =>
      show(request, (texts) => ({
        text: fill(texts.oidc.deviceDone, { app: nameOf(client) }),
        next: toAccount(texts),
      })),
    askLogout: (request, form) => show(request, askingLogout(form)),
    loggedOut: (request) => show(request, (texts) => ({ text: texts.oidc.loggedOut, next: toSignIn(texts) })),
  }
}

const headers = { ...commonHeaders, 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' }

const uiLocalesIn = ({ url = '' }: IncomingMessage): string | undefined =>
  new URLSearchParams(/\?.*/s.exec(url)?.[0]).get('ui_locales') ?? undefined

/** Returns the name of a client for a text, which has other words for `none`. A real name stands between isolates. */
const nameOf = (client: { name: string } | undefined): string => (client ? named(client.name) : 'none')

type Shown<Name extends keyof OidcViews> = Parameters<OidcViews[Name]>[1]

const postingForm =
  ({ action, fields, client }: Omit<Shown<'postForm'>, 'uiLocales'>): View =>
  ({ oidc: texts }) => {
    return {
      text: fill(texts.goingOn, { app: nameOf(client) }),
      form: { action, hidden: fields, button: texts.goOn },
      script: html`document.forms[0].submit()`,
      leadsTo: 'anywhere',
    }
  }

const askingUserCode =
  ({ action, xsrf, userCode, problem }: Shown<'askUserCode'>): View =>
  ({ oidc }) => {
    const { code, ...text } = oidc.userCode
    const sent = { value: userCode, fault: problem }
    return {
      text,
      form: {
        action,
        hidden: { xsrf },
        button: text.button,
        fields: [field('user_code', 'userCode', code, sent)],
      },
    }
  }

/**
 * Makes the page that confirms the sign-in of a device. It shows the app and the code, so that the person can notice a
 * request of somebody else's device (I133, RFC 8628 section 5.4).
 */
const confirmingDevice =
  ({ action, xsrf, userCode, shownCode, client, device }: Shown<'confirmDevice'>): View =>
  ({ oidc: texts }) => {
    const { no, warning, ...text } = fill(texts.confirmDevice, { app: named(client.name) })
    const userAgent = device.userAgent?.slice(0, 80) ?? 'none'
    const where = texts.device({ address: device.address, userAgent })
    const hidden = { xsrf, user_code: userCode }
    return {
      text,
      above: html`<p class="user-code">${shownCode}</p><p class="hint">${where}</p>${banner('warn', html`<p>${warning}</p>`)}`,
      form: { action, hidden: { ...hidden, confirm: 'yes' }, button: text.button },
      otherForms: [{ action, hidden: { ...hidden, abort: 'yes' }, button: no, isPlain: true }],
    }
  }

const askingLogout =
  ({ action, xsrf, client }: Shown<'askLogout'>): View =>
  ({ oidc }) => {
    const { stay, ...text } = fill(oidc.logout, { app: nameOf(client) })
    return {
      text,
      form: { action, hidden: { xsrf, logout: 'yes' }, button: text.button },
      // The choice to stay signed in is a link and not a form: after a form, the library would show a page which says
      // that the user is signed out.
      links: [{ to: '../account', text: stay }],
    }
  }

/** The explanation that the page gives for each error code of the standards (RFC 6749 section 4.1.2.1 and others). */
const problems: Record<string, AppProblem> = {
  invalid_redirect_uri: 'badAddress',
  invalid_client: 'unknownApp',
  unauthorized_client: 'badRequest',
  invalid_request: 'badRequest',
  invalid_request_uri: 'badRequest',
  invalid_request_object: 'badRequest',
  invalid_scope: 'badRequest',
  invalid_target: 'badRequest',
  unsupported_response_type: 'badRequest',
  unsupported_response_mode: 'badRequest',
  slow_down: 'outage',
}

const problemOf = (error: string): AppProblem =>
  (Object.hasOwn(problems, error) ? problems[error] : undefined) ?? 'refused'

/**
 * Shows an error that must not be sent to the app. The page tells the person what to do, and the developers of the app
 * what was wrong.
 */
const errorView =
  ({ error, description, requestId, kind }: Shown<'error'>): View =>
  (pageTexts) => {
    const texts = pageTexts.oidc
    const problem = kind === 'refused' ? problemOf(error) : kind === 'failed' ? 'outage' : 'expired'
    const rows = [error, description, `${texts.requestId} ${requestId}`]
      .filter((one) => one !== undefined)
      .map((one) => html`<p><code>${one}</code></p>`)
    return {
      text: texts.problems[problem],
      above: html`<section class="facts"><h2>${texts.forDevelopers}</h2>${rows}</section>`,
      links: [toAccount(pageTexts)],
    }
  }
