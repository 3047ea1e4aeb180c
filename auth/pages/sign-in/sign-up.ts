import { Failure } from '#contract/declaration/failures.ts'
import { signUpOnPageEndpoint } from '#contract/sign-in/internal-users.ts'
import { createUserEndpoint } from '#contract/users.ts'
import { isPassedOn } from '#runtime/http/proxy.ts'
import { checker } from '#runtime/requests/validation.ts'
import { fill } from '#runtime/texts/texts.ts'
import { findRequestedLanguage, type PageAnswer, type PageRequest } from '../core/answer.ts'
import type { Pages } from '../core/pages.ts'
import { type ReturnTarget, returnTarget } from '../core/return-target.ts'
import type { Texts } from '../texts/texts.ts'
import { faultsIn } from '../view/faults.ts'
import { field } from '../view/form.ts'
import { limitOf } from '../view/limit.ts'
import { signInButtons } from '../view/provider-buttons.ts'
import { named, showing, toSignIn, type View } from '../view/view.ts'
import { secondFactorView } from './second-factor.ts'
import { signInWith } from './sign-in.ts'

export async function showSignUp(pages: Pages, { query }: PageRequest): Promise<PageAnswer> {
  const target = returnTarget(query.return_to, pages.returnOrigins)
  return { view: signUpView(pages, { target, sent: {} }) }
}

const checkSignUp = checker(createUserEndpoint.body)
const names = ['username', 'email', 'password']

/** Creates a user, and signs the person in. If the address must be confirmed first, a page says so. */
export async function signUpOnPage(pages: Pages, request: PageRequest): Promise<PageAnswer> {
  const { return_to, ...sent } = request.body ?? {}
  const target = returnTarget(return_to, pages.returnOrigins)
  try {
    const person = checkSignUp({ ...sent, locale: findRequestedLanguage(request) })
    const { ip: address, headers } = request
    await pages.users.ask(signUpOnPageEndpoint, { ...person, address, is_passed_on: isPassedOn(headers) })
  } catch (error) {
    const faults = faultsOf(error)
    if (faults) return { view: signUpView(pages, { target, sent, faults }), status: 400 }
    const limited = error instanceof Failure ? limitOf(error) : undefined
    if (!limited) throw error
    const { problem, retryAfterSeconds } = limited
    return { view: signUpView(pages, { target, sent, problem }), status: 429, retryAfterSeconds }
  }
  const { username = '', password = '', email = '' } = sent
  try {
    return await signInWith(pages, request, { username, password, target })
  } catch (error) {
    // A login right after the sign-up is refused as with a wrong password if the address must be confirmed first. The user
    // exists, whatever the reason of the refusal was.
    if (!(error instanceof Failure)) throw error
    if (error.loginStep) {
      const { token } = error.loginStep
      return { view: await secondFactorView(pages, error, { token, target, hasPasskeys: false }) }
    }
    return { view: showing(({ signedUp }) => fill(signedUp, { email: named(email) }), toSignIn) }
  }
}

function faultsOf(error: unknown): Record<string, string> | undefined {
  if (!(error instanceof Failure)) return undefined
  if (error.code === 'username_taken') return { username: error.code }
  if (error.code === 'email_taken') return { email: error.code }
  return faultsIn(error, names)
}

interface ShownSignUp {
  target: ReturnTarget
  sent: Record<string, string>
  faults?: Record<string, string>
  problem?: (texts: Texts) => string
}

const signUpView =
  (pages: Pages, { target, sent, faults = {}, problem }: ShownSignUp): View =>
  (texts) => {
    const { signUp: text, email, password } = texts
    return {
      text,
      leadsTo: target.origin,
      form: {
        action: 'sign-up',
        button: text.button,
        hidden: { return_to: target.asSent },
        problem: problem?.(texts),
        fields: [
          field('username', 'username', text.username, { value: sent.username, fault: faults.username }),
          field('email', 'email', email, { value: sent.email, fault: faults.email }),
          field('password', 'newPassword', { ...password, label: text.password }, { fault: faults.password }),
        ],
      },
      below: signInButtons(pages, texts, { returnTo: target.asSent, isMore: false }),
      links: [{ to: `sign-in${target.query}`, text: text.signIn }],
    }
  }
