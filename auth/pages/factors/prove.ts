import { Failure } from '#contract/declaration/failures.ts'
import { stepUpEndpoint } from '#contract/sign-in/login-steps.ts'
import { durationInWords } from '#runtime/duration-in-words.ts'
import type { Html } from '#runtime/html.ts'
import { checker } from '#runtime/requests/validation.ts'
import { findPassedLimit, renewBrowserSession } from '../../browser-sessions/index.ts'
import { stepUp, stepUpByPasskey, stepUpByPassword } from '../../sign-in/index.ts'
import type { AccountPage, PageAnswer, PageRequest } from '../core/answer.ts'
import type { Pages } from '../core/pages.ts'
import { assertionIn, takesPasskeys } from '../core/passkeys-here.ts'
import { interactionIn, isOfConsole, ownPage } from '../core/return-target.ts'
import { deviceOf, forSignedIn, signInAgain, type Visit } from '../core/visit.ts'
import type { Texts } from '../texts/texts.ts'
import { faultsIn } from '../view/faults.ts'
import { field } from '../view/form.ts'
import { limitOf } from '../view/limit.ts'
import { proofButtons } from '../view/provider-buttons.ts'
import { backHome, type View } from '../view/view.ts'
import { type CodeKinds, codeField, codeKindsOf, factorIn } from './code.ts'
import { findOwnFactors } from './proven.ts'

/**
 * The page for re-authentication (by password, code or passkey) before a change. It then leads back to the page of that
 * change (RFC 9470).
 */
export const provePage = (pages: Pages): AccountPage => ({
  path: '/account/prove',
  show: forSignedIn(pages, queriedPage, async (visit) => ({
    view: await askingForProof(pages, visit, { page: queriedPage(visit.request) }),
  })),
  send: forSignedIn(pages, sentPage, (visit) => prove(pages, visit)),
})

/**
 * Returns the page that required the re-authentication. If the session has ended since, the sign-in leads directly to
 * that page, because a new sign-in is recent enough.
 */
const queriedPage = ({ query }: PageRequest) => ownPage(query.return_to)
const sentPage = ({ body }: PageRequest) => ownPage(body?.return_to)

interface Asked {
  /** The page that required re-authentication, to which the user returns afterwards. */
  page: string | undefined
  faults?: Record<string, string> | undefined
  problem?: ((texts: Texts) => string) | undefined
}

/**
 * Makes the page with the fields that the user needs: the password, and a field for a code if the user has an app or
 * recovery codes.
 */
async function askingForProof(pages: Pages, visit: Visit, asked: Asked): Promise<View> {
  const { factors, passkeys, identities = [] } = await findOwnFactors(pages, visit)
  const { cookie } = visit.request.headers
  return proofView({
    ...asked,
    passed: isOfConsole(asked.page) ? await findPassedLimit(pages, cookie) : undefined,
    username: visit.user.username,
    hasPassword: visit.user.has_password,
    otherWays: (texts, isMore) => proofButtons(pages, texts, { identities, page: asked.page, isMore }),
    kinds: kindsFor(asked.page, codeKindsOf(factors)),
    hasPasskey: passkeys.some(({ is_refused }) => !is_refused) && takesPasskeys(pages, visit.request),
  })
}

/**
 * A recovery code is not accepted as proof for making new recovery codes, so the page does not ask for one in that case
 * (I98).
 */
const kindsFor = (page: string | undefined, kinds: CodeKinds | undefined): CodeKinds | undefined =>
  page === 'recovery-codes' && kinds === 'code' ? 'appCode' : kinds

/** Says whether only a passkey can be the proof: to make recovery codes, for a user who has no authenticator app. */
const needsPasskey = ({ page, kinds }: Pick<ShownProof, 'page' | 'kinds'>): boolean =>
  page === 'recovery-codes' && kinds === 'recoveryCode'

interface ShownProof extends Asked {
  username: string
  kinds: CodeKinds | undefined
  hasPasskey: boolean
  hasPassword: boolean
  /**
   * The limit of the console because of which re-authentication is required; undefined when another page requires it.
   */
  passed: Awaited<ReturnType<typeof findPassedLimit>>
  /** Makes the buttons for a new proof at a provider, as an alternative to the fields. */
  otherWays: (texts: Texts, isMore: boolean) => Html | undefined
}

const proofView =
  ({ page, username, passed, kinds, hasPasskey, hasPassword, otherWays, ...refused }: ShownProof): View =>
  (texts, language) => {
    const { faults = {}, problem } = refused
    const asking = texts.secondFactor.prove
    const why = passed && asking.passed[passed.is]({ time: durationInWords(passed.ms, language) })
    const text = { ...asking, paragraphs: why === undefined ? asking.paragraphs : [why] }
    const { password } = texts.signIn
    const fields = [
      field('password', 'password', password, { fault: faults.password }),
      ...(kinds ? [codeField(text, kinds, { fault: faults.code })] : []),
    ]
    const hasFields = hasPassword && !needsPasskey({ page, kinds })
    const asked = hasFields ? { button: text.button, username, fields } : {}
    return {
      text: hasPassword
        ? text
        : { ...text, paragraphs: [...(why === undefined ? [] : [why]), texts.federated.noPassword] },
      account: username,
      below: otherWays(texts, hasPasskey || !hasFields),
      form: {
        action: 'prove',
        hidden: { return_to: page },
        ...asked,
        problem: problem?.(texts),
        passkey: hasPasskey
          ? { use: 'step_up', button: texts.passkey.prove, texts: texts.passkey }
          : undefined,
      },
      links: [
        ...(hasPassword ? [] : [{ to: 'forgot-password', text: texts.federated.setPassword }]),
        interactionIn(page) && page
          ? { to: signInAgain(page), text: texts.signIn.useAnother }
          : backHome(texts),
      ],
    }
  }

const checkProof = checker(stepUpEndpoint.body)

async function prove(pages: Pages, visit: Visit): Promise<PageAnswer> {
  const { request, caller } = visit
  const page = sentPage(request)
  const { password, code, credential } = request.body ?? {}
  try {
    const method =
      credential === undefined
        ? stepUpByPassword(caller, {
            ...checkProof({ password }),
            factor: code === undefined ? undefined : factorIn(code),
          })
        : stepUpByPasskey(caller, assertionIn(credential))
    await stepUp(pages, method, { device: deviceOf(request) })
    return { to: page ?? '../account', cookie: await renewBrowserSession(pages, request.headers.cookie) }
  } catch (error) {
    const { status, retryAfterSeconds, ...asked } = afterRefusal(error)
    return { view: await askingForProof(pages, visit, { page, ...asked }), status, retryAfterSeconds }
  }
}

type Refused = Omit<Asked, 'page'> & { status: number; retryAfterSeconds?: number }

/** Returns the message of the page after a proof was refused. */
function afterRefusal(error: unknown): Refused {
  const faults = faultsIn(error, ['password'])
  if (faults) return { status: 400, faults }
  if (!(error instanceof Failure)) throw error
  if (error.code === 'invalid_credentials')
    return { status: 400, problem: ({ changePassword }) => changePassword.current.faults.wrong }
  if (error.code === 'second_factor_required') return { status: 400, faults: { code: 'required' } }
  if (error.code === 'second_factor_invalid')
    return { status: 400, problem: ({ secondFactor }) => secondFactor.wrong }
  // `login_expired` means that a factor was changed in the meantime. The page then asks for a passkey again.
  if (error.code === 'passkey_invalid' || error.code === 'login_expired')
    return { status: 400, problem: ({ passkey }) => passkey.refused }
  const limited = limitOf(error)
  if (!limited) throw error
  return { status: 429, ...limited }
}
