import type { TotpEnrolmentResource } from '#contract/factors.ts'
import { Failure } from '#contract/failures.ts'
import { completeLogin } from '../../second-factors/complete-login.ts'
import { enrolAtLogin } from '../../second-factors/enrol-at-login.ts'
import type { PageAnswer, PageRequest } from '../core/answer.ts'
import { beginBrowserSession } from '../core/browser-session.ts'
import { deviceCookie } from '../core/device-cookie.ts'
import type { Pages } from '../core/pages.ts'
import { type ReturnTarget, returnTarget } from '../core/return-target.ts'
import { browserOf, deviceOf, withReturn } from '../core/visit.ts'
import { pictureHtml } from '../factors/app.ts'
import { type CodeKinds, codeField, codeKinds, proofIn } from '../factors/code.ts'
import { accountPage, showingCodes } from '../factors/recovery-codes.ts'
import type { Texts } from '../texts/texts.ts'
import { choice } from '../view/form.ts'
import { limitOf } from '../view/limit.ts'
import type { View } from '../view/view.ts'

/** What the form for a code carries on from the sign-in page. */
interface Begun {
  /** The `login_token`. */
  token: string
  target: ReturnTarget
  kinds: CodeKinds
}

/** Makes the page after a right password of somebody who has a second factor, or must have one. */
export async function askingSecondFactor(
  pages: Pages,
  failure: Failure,
  { token, target }: Pick<Begun, 'token' | 'target'>,
): Promise<View> {
  if (failure.code === 'second_factor_required')
    return askingCode({ token, target, kinds: kindsOf(failure.loginStep?.factors ?? []) })
  // Whoever has no app yet has no recovery codes either.
  return askingApp({ token, target, kinds: 'appCode' }, await enrolAtLogin(pages, { token }))
}

function kindsOf(factors: readonly { kind: string; left?: number | undefined }[]): CodeKinds {
  const hasCodes = factors.some(({ kind, left = 0 }) => kind === 'recovery_code' && left > 0)
  if (!factors.some(({ kind }) => kind === 'totp')) return 'recoveryCode'
  return hasCodes ? 'code' : 'appCode'
}

const askingCode =
  ({ token, target, kinds }: Begun, problem?: (texts: Texts) => string): View =>
  (texts) => {
    const text = texts.secondFactor.code
    return {
      text,
      leadsTo: target.origin,
      form: {
        action: 'second-factor',
        button: text.button,
        hidden: { login_token: token, return_to: target.asSent, kinds },
        problem: problem?.(texts),
        // A recovery code is never remembered (I99).
        fields: [
          codeField(text, kinds),
          ...(kinds === 'recoveryCode' ? [] : [choice('remember', texts.secondFactor.remember)]),
        ],
      },
    }
  }

const askingApp =
  (begun: Begun, enrolment: TotpEnrolmentResource): View =>
  (texts, language) => {
    const asked = askingCode(begun)(texts, language)
    return { ...asked, text: texts.secondFactor.app, above: pictureHtml(enrolment, texts) }
  }

/** Completes a sign-in by a code of the app or by a recovery code. */
export async function signInWithCode(pages: Pages, request: PageRequest): Promise<PageAnswer> {
  const { login_token: token = '', code = '', return_to, kinds: sent, remember } = request.body ?? {}
  const kinds = codeKinds.find((one) => one === sent) ?? 'code'
  const asked: Begun = { token, target: returnTarget(return_to, pages.returnOrigins), kinds }
  try {
    const completed = await completeLogin(pages, {
      ...{ token, proof: proofIn(code), device: deviceOf(request) },
      remembersDevice: remember === 'true',
    })
    const { session_id: sessionId, user, recovery_codes: codes, device_token: device } = completed
    const begun = await beginBrowserSession(pages, { sessionId, ...browserOf(request) })
    const cookie = device === undefined ? begun : [begun, deviceCookie(device)]
    if (!codes) return { cookie, to: asked.target.to }
    const target = return_to === undefined ? accountPage : asked.target
    return { cookie, view: showingCodes({ codes, username: user.username, target }) }
  } catch (error) {
    return afterRefusal(error, asked)
  }
}

function afterRefusal(error: unknown, begun: Begun): PageAnswer {
  if (!(error instanceof Failure)) throw error
  if (error.code === 'second_factor_invalid') {
    const problem = ({ secondFactor }: Texts) => secondFactor.wrong
    return { view: askingCode(begun, problem), status: 400 }
  }
  // The sign-in is over, or the app that it demands was never shown: the person begins again.
  if (error.code === 'login_expired' || error.code === 'enrolment_not_found') {
    return { to: withReturn('sign-in', begun.target.asSent) }
  }
  const limited = limitOf(error)
  if (!limited) throw error
  const { retryAfterSeconds, problem } = limited
  return { view: askingCode(begun, problem), status: 429, retryAfterSeconds }
}
