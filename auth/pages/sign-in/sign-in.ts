import { logInEndpoint } from '#contract/auth.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { checker } from '#runtime/requests/validation.ts'
import {
  beginBrowserSession,
  endBrowserSession,
  findBrowserSession,
  noCookie,
} from '../../browser-sessions/index.ts'
import { byPasskey, byPassword, signIn } from '../../sign-in/index.ts'
import type { PageAnswer, PageRequest } from '../core/answer.ts'
import { deviceTokenIn } from '../core/device-cookie.ts'
import type { Pages, RequestingApp } from '../core/pages.ts'
import { assertionIn, takesPasskeys } from '../core/passkeys-here.ts'
import { interactionIn, type ReturnTarget, returnTarget } from '../core/return-target.ts'
import { browserOf, deviceOf } from '../core/visit.ts'
import { findWaitingLink } from '../core/waiting-link.ts'
import type { Texts } from '../texts/texts.ts'
import { faultsIn } from '../view/faults.ts'
import { field } from '../view/form.ts'
import { limitOf } from '../view/limit.ts'
import { signInButtons } from '../view/provider-buttons.ts'
import { named, type View } from '../view/view.ts'
import { secondFactorView } from './second-factor.ts'
import { replaceTemporaryPassword, temporaryPasswordView } from './temporary-password.ts'

/**
 * Shows the sign-in page. If somebody is signed in already, the browser is redirected to the target, unless another
 * account is wanted.
 */
export async function showSignIn(pages: Pages, request: PageRequest): Promise<PageAnswer> {
  const { return_to, signed_out, another } = request.query
  const target = returnTarget(return_to, pages.returnOrigins)
  const goesOn = another !== 'true' && (await findBrowserSession(pages, request.headers.cookie))
  if (goesOn) return { to: target.to }
  const form = await formFor(pages, request, target)
  const name = form.app?.loginHint
  const waits = await findWaitingLink(pages, request, target.to)
  return { view: signInView(pages, { ...form, name, waits, isSignedOut: signed_out === 'true' }) }
}

/** Returns what the sign-in page always shows, independent of the values that were sent before. */
async function formFor(pages: Pages, request: PageRequest, target: ReturnTarget) {
  const interaction = interactionIn(target.asSent)
  const app = interaction === undefined ? undefined : await pages.apps?.ofRequest(interaction)
  return { target, hasPasskeys: takesPasskeys(pages, request), app }
}

const checkLogin = checker(logInEndpoint.body)

/** Signs a person in, with a password or with a passkey alone, and redirects to the page where they wanted to go. */
export async function signInOnPage(pages: Pages, request: PageRequest): Promise<PageAnswer> {
  const { return_to, credential, ...sent } = request.body ?? {}
  const target = returnTarget(return_to, pages.returnOrigins)
  return credential === undefined
    ? goOn(pages, request, { sent, target })
    : signInByPasskey(pages, request, { credential, target })
}

async function signInByPasskey(
  pages: Pages,
  request: PageRequest,
  { credential, target }: { credential: string; target: ReturnTarget },
): Promise<PageAnswer> {
  try {
    const method = byPasskey(assertionIn(credential))
    const { session_id: sessionId } = await signIn(pages, method, { device: deviceOf(request) })
    return { to: target.to, cookie: await beginBrowserSession(pages, { sessionId, ...browserOf(request) }) }
  } catch (error) {
    return await afterRefusal(pages, request, error, { target, name: undefined })
  }
}

/** Replaces a temporary password by the one that the person has chosen, and signs the person in with it. */
export async function signInWithOwnPassword(pages: Pages, request: PageRequest): Promise<PageAnswer> {
  const asked = await replaceTemporaryPassword(pages, request)
  if (asked) return asked
  const { username = '', password = '', return_to } = request.body ?? {}
  const target = returnTarget(return_to, pages.returnOrigins)
  return goOn(pages, request, { sent: { username, password }, target })
}

async function goOn(
  pages: Pages,
  request: PageRequest,
  { sent, target }: { sent: Record<string, string>; target: ReturnTarget },
): Promise<PageAnswer> {
  try {
    const { username, password } = checkLogin(sent)
    return await signInWith(pages, request, { username, password, target })
  } catch (error) {
    return await afterRefusal(pages, request, error, { target, name: sent.username })
  }
}

/**
 * Logs a person in, and sets the session cookie of their browser.
 * @throws {Failure} those of `signIn` and `byPassword`
 */
export async function signInWith(
  pages: Pages,
  request: PageRequest,
  { username, password, target }: { username: string; password: string; target: ReturnTarget },
): Promise<PageAnswer> {
  const client = { device: deviceOf(request), deviceToken: deviceTokenIn(request.headers.cookie) }
  const { session_id: sessionId } = await signIn(pages, byPassword({ name: username, password }), client)
  return { to: target.to, cookie: await beginBrowserSession(pages, { sessionId, ...browserOf(request) }) }
}

/**
 * Returns the next page when a login was not completed: the sign-in page with what was wrong, or the first page of a
 * further step, such as a second factor or a new password.
 */
async function afterRefusal(
  pages: Pages,
  request: PageRequest,
  error: unknown,
  sent: { target: ReturnTarget; name: string | undefined },
): Promise<PageAnswer> {
  const form = { ...(await formFor(pages, request, sent.target)), name: sent.name }
  const faults = faultsIn(error, ['username', 'password'])
  if (faults) return { view: signInView(pages, { ...form, faults }), status: 400 }
  if (!(error instanceof Failure)) throw error
  if (error.code === 'invalid_credentials') {
    const problem = ({ signIn: { wrong } }: Texts) => wrong
    return { view: signInView(pages, { ...form, problem }), status: 400 }
  }
  if (error.code === 'passkey_invalid') {
    const problem = ({ passkey }: Texts) => passkey.refused
    return { view: signInView(pages, { ...form, problem }), status: 400 }
  }
  if (error.loginStep) {
    const { token } = error.loginStep
    const { target, hasPasskeys } = form
    return { view: await secondFactorView(pages, error, { token, target, hasPasskeys }) }
  }
  if (error.code === 'password_change_required' && error.resetToken) {
    const { token } = error.resetToken
    const begun = { username: form.name ?? '', token, returnTo: form.target.asSent }
    return { view: temporaryPasswordView(begun) }
  }
  const limited = limitOf(error)
  if (!limited) throw error
  const { retryAfterSeconds } = limited
  return { view: signInView(pages, { ...form, problem: limited.problem }), status: 429, retryAfterSeconds }
}

interface ShownSignIn {
  target: ReturnTarget
  name?: string | undefined
  hasPasskeys: boolean
  app: RequestingApp | undefined
  isSignedOut?: boolean
  /** The notice about an account at a provider that waits to be linked. */
  waits?: ((texts: Texts) => string) | undefined
  faults?: Record<string, string>
  problem?: (texts: Texts) => string
}

const signInView =
  (pages: Pages, shown: ShownSignIn): View =>
  (texts) => {
    const { target, name, hasPasskeys, app, isSignedOut, waits, faults = {}, problem } = shown
    const { signIn: text } = texts
    return {
      text: app ? { ...text, paragraphs: [text.toGoOn({ app: named(app.name) }), ...text.paragraphs] } : text,
      notice: isSignedOut ? text.signedOut : waits?.(texts),
      leadsTo: target.origin,
      form: {
        action: 'sign-in',
        button: text.button,
        hidden: { return_to: target.asSent },
        problem: problem?.(texts),
        fields: [
          field('username', hasPasskeys ? 'usernameOrPasskey' : 'username', text.name, {
            value: name,
            fault: faults.username,
          }),
          field('password', 'password', text.password, { fault: faults.password }),
        ],
        passkey: hasPasskeys
          ? { use: 'login', button: texts.passkey.signIn, texts: texts.passkey, isOffered: true }
          : undefined,
      },
      below: signInButtons(pages, texts, { returnTo: target.asSent, isMore: hasPasskeys }),
      links: [
        { to: 'forgot-password', text: text.forgot },
        ...(pages.allowsSignUp ? [{ to: `sign-up${target.query}`, text: text.signUp }] : []),
      ],
    }
  }

/** Ends the session of the browser. A repeated call does no harm. */
export async function signOut(pages: Pages, request: PageRequest): Promise<PageAnswer> {
  await endBrowserSession(pages, browserOf(request))
  return { to: 'sign-in?signed_out=true', cookie: noCookie }
}
