import { Failure } from '#contract/declaration/failures.ts'
import type { TotpEnrolmentResource } from '#contract/sign-in/factors.ts'
import {
  confirmOwnTotpEndpoint,
  enrolOwnTotpEndpoint,
  removeOwnTotpEndpoint,
} from '#contract/sign-in/own-factors.ts'
import { type Html, html } from '#runtime/html.ts'
import type { AccountPage, PageAnswer, PageRequest } from '../core/answer.ts'
import type { Pages } from '../core/pages.ts'
import { interactionIn, ownPage, returnTarget } from '../core/return-target.ts'
import { forSignedIn, type Visit, withReturn } from '../core/visit.ts'
import type { Texts } from '../texts/texts.ts'
import { backHome, type View } from '../view/view.ts'
import { codeField, factorIn } from './code.ts'
import { forProven, proverOf } from './proven.ts'
import { accountPage, showingCodes } from './recovery-codes.ts'

/** The pages on which people add, replace and remove their authenticator app. */
export const appPages = (pages: Pages): AccountPage[] => [
  {
    path: '/account/app',
    show: forProven(
      pages,
      (request) => withReturn('app', nextPage(request)),
      ({ request }, { factors }) => ({ view: askingToBegin(factors.totp !== null, nextPage(request)) }),
    ),
    send: forSignedIn(
      pages,
      (request) => withReturn('app', nextPage(request)),
      (visit) => beginApp(pages, visit),
    ),
  },
  {
    path: '/account/confirm-app',
    // A re-authentication is valid for five minutes. A user who takes longer to scan the QR code must re-authenticate,
    // then comes back to this page and confirms the same app.
    show: forProven(
      pages,
      () => 'confirm-app',
      () => ({ view: askingToConfirm() }),
    ),
    send: forSignedIn(pages, 'confirm-app', (visit) => confirmApp(pages, visit)),
  },
  {
    path: '/account/remove-app',
    show: forProven(
      pages,
      () => 'remove-app',
      () => ({ view: removeAppView }),
    ),
    send: forSignedIn(pages, 'remove-app', (visit) => removeApp(pages, visit)),
  },
]

/**
 * Returns the page that follows after the authenticator app was added because an OpenID client requires it; undefined
 * for everybody else.
 */
function nextPage({ query, body }: PageRequest): string | undefined {
  const page = ownPage(body?.return_to ?? query.return_to)
  return interactionIn(page) === undefined ? undefined : page
}

const askingToBegin =
  (hasApp: boolean, next: string | undefined): View =>
  (texts) => {
    const text = hasApp ? texts.secondFactor.replaceApp : texts.secondFactor.addApp
    const form = { action: 'app', button: text.button, hidden: { return_to: next } }
    return { text, form, links: [backHome(texts)] }
  }

async function beginApp(pages: Pages, { request, caller }: Visit): Promise<PageAnswer> {
  pages.countChange(caller.userId)
  const enrolment = await pages.users.ask(enrolOwnTotpEndpoint, proverOf(caller))
  return {
    view: (texts) => {
      const text = texts.secondFactor.scanApp
      const above = pictureHtml(enrolment, texts)
      const form = codeForm(texts, text.button, nextPage(request))
      return { text, above, form, links: [backHome(texts)] }
    },
  }
}

/** Makes the QR code to scan, and the key as text for people who cannot scan it. */
export function pictureHtml({ secret, qr_code }: TotpEnrolmentResource, { secondFactor }: Texts): Html {
  const key = secret.match(/.{1,4}/g)?.join(' ') ?? secret
  return html`${qrCode(qr_code)}<p>${secondFactor.app.key} <code>${key}</code></p>`
}

/**
 * Draws the QR code of the user service anew: of its SVG, only the size and the path are taken, as values that are escaped. So the
 * reply of another service is never HTML of this page. Undefined for any other SVG. The size of the picture is set by attributes,
 * because the Content-Security-Policy of the pages forbids inline styles.
 */
function qrCode(svg: string): Html | undefined {
  const [, side] = / viewBox="0 0 (\d+) \d+"/.exec(svg) ?? []
  const [, path] = / d="([^"]+)"/.exec(svg) ?? []
  if (side === undefined || path === undefined) return undefined
  return html`<p class="picture"><svg width="240" height="240" role="img" aria-label="QR" viewBox="0 0 ${side} ${side}"><rect fill="white" width="${side}" height="${side}"/><path fill="black" d="${path}"/></svg></p>`
}

const codeForm = ({ secondFactor }: Texts, button: string, next: string | undefined) => ({
  action: 'confirm-app',
  button,
  hidden: { return_to: next },
  fields: [codeField(secondFactor.code, 'appCode')],
})

async function confirmApp(pages: Pages, { request, caller, user }: Visit): Promise<PageAnswer> {
  pages.countChange(caller.userId)
  const next = nextPage(request)
  try {
    const proof = factorIn(request.body?.code ?? '')
    if (!('totp' in proof)) throw new Failure('second_factor_invalid')
    const confirmation = { ...proverOf(caller), code: proof.totp }
    const confirmed = await pages.users.ask(confirmOwnTotpEndpoint, confirmation)
    const codes = confirmed.recovery_codes
    if (!codes) return { to: next ?? '../account?done=app' }
    const target = next === undefined ? accountPage : returnTarget(next, [])
    return { view: showingCodes({ codes, username: user.username, target }) }
  } catch (error) {
    if (error instanceof Failure && error.code === 'enrolment_not_found') return { to: 'app' }
    if (!(error instanceof Failure && error.code === 'second_factor_invalid')) throw error
    return { view: askingToConfirm(next, ({ secondFactor }) => secondFactor.wrong), status: 400 }
  }
}

const askingToConfirm =
  (next?: string, problem?: (texts: Texts) => string): View =>
  (texts) => {
    const text = texts.secondFactor.confirmApp
    const form = { ...codeForm(texts, text.button, next), problem: problem?.(texts) }
    return { text, form, links: [{ to: 'app', text: text.again }, backHome(texts)] }
  }

const removeAppView: View = (texts) => {
  const text = texts.secondFactor.removeApp
  const form = { action: 'remove-app', button: text.button, isDangerous: true }
  return { text, form, links: [backHome(texts)] }
}

/** Removes the authenticator app. If it was removed already, that counts as success. */
async function removeApp(pages: Pages, { caller }: Visit): Promise<PageAnswer> {
  pages.countChange(caller.userId)
  try {
    await pages.users.ask(removeOwnTotpEndpoint, proverOf(caller))
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'factor_not_found')) throw error
  }
  return { to: '../account?done=app_removed' }
}
