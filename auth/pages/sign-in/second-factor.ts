import { Failure } from '#contract/declaration/failures.ts'
import type { TotpEnrolmentResource } from '#contract/sign-in/factors.ts'
import type { CompletedLoginResource } from '#contract/sign-in/login-steps.ts'
import { beginBrowserSession } from '../../browser-sessions/index.ts'
import { byPasskeyStep, bySecondFactor, enrolAtLogin, signIn } from '../../sign-in/index.ts'
import type { PageAnswer, PageRequest } from '../core/answer.ts'
import { deviceCookie } from '../core/device-cookie.ts'
import type { Pages } from '../core/pages.ts'
import { assertionIn, takesPasskeys } from '../core/passkeys-here.ts'
import { type ReturnTarget, returnTarget } from '../core/return-target.ts'
import { browserOf, deviceOf, withReturn } from '../core/visit.ts'
import { pictureHtml } from '../factors/app.ts'
import { type CodeKinds, codeField, codeKinds, factorIn } from '../factors/code.ts'
import { accountPage, showingCodes } from '../factors/recovery-codes.ts'
import type { Texts } from '../texts/texts.ts'
import { choice } from '../view/form.ts'
import { limitOf } from '../view/limit.ts'
import type { View } from '../view/view.ts'

/** The hidden fields of the form that asks for a second factor. They come from the sign-in page. */
interface Begun {
  /** The `login_token`. */
  token: string
  target: ReturnTarget
  kinds: CodeKinds
  /** True when the user has a passkey that can be used at this origin. */
  hasPasskey: boolean
}

/** Makes the page that follows a right password, for a user who has a second factor or must add one. */
export async function secondFactorView(
  pages: Pages,
  failure: Failure,
  { token, target, hasPasskeys }: Pick<Begun, 'token' | 'target'> & { hasPasskeys: boolean },
): Promise<View> {
  if (failure.code === 'second_factor_required') {
    const factors = failure.loginStep?.factors ?? []
    const hasPasskey = hasPasskeys && factors.some(({ kind }) => kind === 'passkey')
    return askingCode({ token, target, kinds: kindsOf(factors), hasPasskey })
  }
  // A user who must add an authenticator app has no recovery codes yet, so only codes of the app are accepted.
  return askingApp(
    { token, target, kinds: 'appCode', hasPasskey: false },
    await enrolAtLogin(pages, { token }),
  )
}

function kindsOf(factors: readonly { kind: string; left?: number | undefined }[]): CodeKinds {
  const hasCodes = factors.some(({ kind, left = 0 }) => kind === 'recovery_code' && left > 0)
  if (!factors.some(({ kind }) => kind === 'totp')) return 'recoveryCode'
  return hasCodes ? 'code' : 'appCode'
}

const askingCode =
  ({ token, target, kinds, hasPasskey }: Begun, problem?: (texts: Texts) => string): View =>
  (texts) => {
    const text = texts.secondFactor.code
    const { passkey } = texts
    const title = texts.secondFactor.prove.title
    return {
      text: hasPasskey ? { title, paragraphs: [passkey.stepText] } : text,
      leadsTo: target.origin,
      form: {
        action: 'second-factor',
        button: text.button,
        hidden: {
          login_token: token,
          return_to: target.asSent,
          kinds,
          has_passkey: hasPasskey ? 'true' : undefined,
        },
        problem: problem?.(texts),
        // A browser is never remembered after a recovery code (I99). If that is all the user has, the checkbox is left
        // out.
        fields: [
          codeField(text, kinds),
          ...(kinds === 'recoveryCode' && !hasPasskey
            ? []
            : [choice('remember', texts.secondFactor.remember)]),
        ],
        passkey: hasPasskey
          ? { use: 'second_factor', button: passkey.step, texts: passkey, isFirst: true }
          : undefined,
      },
    }
  }

const askingApp =
  (begun: Begun, enrolment: TotpEnrolmentResource): View =>
  (texts, language) => {
    const asked = askingCode(begun)(texts, language)
    return { ...asked, text: texts.secondFactor.app, above: pictureHtml(enrolment, texts) }
  }

/** Completes a sign-in by a code of the app, a recovery code or a passkey. */
export async function signInWithSecondFactor(pages: Pages, request: PageRequest): Promise<PageAnswer> {
  const { login_token: token = '', return_to, kinds: sent, has_passkey } = request.body ?? {}
  const kinds = codeKinds.find((one) => one === sent) ?? 'code'
  const hasPasskey = has_passkey === 'true' && takesPasskeys(pages, request)
  const target = returnTarget(return_to, pages.returnOrigins)
  const asked: Begun = { token, target, kinds, hasPasskey }
  try {
    const completed = await complete(pages, request, token)
    const { session_id: sessionId, user, recovery_codes: codes, device_token: device } = completed
    const begun = await beginBrowserSession(pages, { sessionId, ...browserOf(request) })
    const cookie = device === undefined ? begun : [begun, deviceCookie(device)]
    if (!codes) return { cookie, to: target.to }
    const next = return_to === undefined ? accountPage : target
    return { cookie, view: showingCodes({ codes, username: user.username, target: next }) }
  } catch (error) {
    return afterRefusal(error, asked)
  }
}

async function complete(pages: Pages, request: PageRequest, token: string): Promise<CompletedLoginResource> {
  const { code = '', credential, remember } = request.body ?? {}
  const given = { token, remembersDevice: remember === 'true' }
  const method =
    credential === undefined
      ? bySecondFactor({ ...given, factor: factorIn(code) })
      : byPasskeyStep({ ...given, credential: assertionIn(credential) })
  return signIn(pages, method, { device: deviceOf(request) })
}

function afterRefusal(error: unknown, begun: Begun): PageAnswer {
  if (!(error instanceof Failure)) throw error
  if (error.code === 'second_factor_invalid') {
    const problem = ({ secondFactor }: Texts) => secondFactor.wrong
    return { view: askingCode(begun, problem), status: 400 }
  }
  if (error.code === 'passkey_invalid')
    return { view: askingCode(begun, ({ passkey }) => passkey.refused), status: 400 }
  // The login has expired, or the app that it demands was never shown to the person, who must begin again.
  if (error.code === 'login_expired' || error.code === 'enrolment_not_found') {
    return { to: withReturn('sign-in', begun.target.asSent) }
  }
  const limited = limitOf(error)
  if (!limited) throw error
  const { retryAfterSeconds, problem } = limited
  return { view: askingCode(begun, problem), status: 429, retryAfterSeconds }
}
