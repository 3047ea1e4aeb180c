import type { TotpEnrolmentResource } from '#contract/factors.ts'
import { Failure } from '#contract/failures.ts'
import { escapeHtml } from '#runtime/http/page.ts'
import type { Proof } from '../../second-factors/check-factor.ts'
import { completeLogin } from '../../second-factors/complete-login.ts'
import { enrolAtLogin } from '../../second-factors/enrol-at-login.ts'
import type { PageAnswer, PageRequest } from '../core/answer.ts'
import { beginBrowserSession } from '../core/browser-session.ts'
import type { Pages } from '../core/pages.ts'
import { type ReturnTarget, returnTarget } from '../core/return-target.ts'
import { browserOf, deviceOf } from '../core/visit.ts'
import type { Texts } from '../texts/texts.ts'
import { field } from '../view/form.ts'
import { limitOf } from '../view/limit.ts'
import type { View } from '../view/view.ts'

/** What the form for a code carries on from the sign-in page. */
interface Begun {
  /** The `login_token`. */
  token: string
  target: ReturnTarget
}

/** Makes the page after a right password of somebody who has a second factor, or must have one. */
export async function askingSecondFactor(pages: Pages, failure: Failure, begun: Begun): Promise<View> {
  if (failure.code === 'second_factor_required') return askingCode(begun)
  return askingApp(begun, await enrolAtLogin(pages, { token: begun.token }))
}

const askingCode =
  ({ token, target }: Begun, problem?: (texts: Texts) => string): View =>
  (texts) => {
    const text = texts.secondFactor.code
    return {
      text,
      leadsTo: target.origin,
      form: {
        action: 'second-factor',
        button: text.button,
        hidden: { login_token: token, return_to: target.asSent },
        problem: problem?.(texts),
        fields: [field('code', 'code', text.code)],
      },
    }
  }

const askingApp =
  (begun: Begun, { secret, qr_code }: TotpEnrolmentResource): View =>
  (texts, language) => {
    const text = texts.secondFactor.app
    const asked = askingCode(begun)(texts, language)
    // Whoever has no app yet has no recovery codes either.
    const { hint: _, ...label } = texts.secondFactor.code.code
    const form = asked.form && { ...asked.form, fields: [field('code', 'code', label)] }
    const key = secret.match(/.{1,4}/g)?.join(' ') ?? secret
    // The picture itself has no size, and the pages allow no style in an element. In HTML it needs no namespace.
    const picture = qr_code
      .replace(/ xmlns="[^"]*"/, '')
      .replace('<svg', '<svg width="240" height="240" role="img" aria-label="QR"')
    const above = `<p class="picture">${picture}</p><p>${escapeHtml(text.key)} <code>${escapeHtml(key)}</code></p>`
    return { text, leadsTo: asked.leadsTo, ...(form && { form }), above }
  }

/** Completes a sign-in by a code of the app or by a recovery code. */
export async function signInWithCode(pages: Pages, request: PageRequest): Promise<PageAnswer> {
  const { login_token: token = '', code = '', return_to } = request.body ?? {}
  const begun: Begun = { token, target: returnTarget(return_to, pages.returnOrigins) }
  try {
    const { session_id: sessionId, recovery_codes: codes } = await completeLogin(pages, {
      ...{ token, proof: proofIn(code), device: deviceOf(request) },
    })
    const cookie = await beginBrowserSession(pages, { sessionId, ...browserOf(request) })
    return codes ? { cookie, view: showingCodes(codes, begun.target) } : { cookie, to: begun.target.to }
  } catch (error) {
    return afterRefusal(error, begun)
  }
}

/** People type codes with spaces. What is not six digits is a recovery code, or a wrong one. */
function proofIn(typed: string): Proof {
  const code = typed.replaceAll(/\s/g, '')
  if (/^[0-9]{6}$/.test(code)) return { totp: code }
  // What cannot be a recovery code costs no try of the user.
  if (!/^[A-Za-z2-7-]{16,40}$/.test(code)) throw new Failure('second_factor_invalid')
  return { recovery_code: code }
}

function afterRefusal(error: unknown, begun: Begun): PageAnswer {
  if (!(error instanceof Failure)) throw error
  if (error.code === 'second_factor_invalid') {
    const problem = ({ secondFactor }: Texts) => secondFactor.wrong
    return { view: askingCode(begun, problem), status: 400 }
  }
  // The sign-in is over, or the app that it demands was never shown: the person begins again.
  if (error.code === 'login_expired' || error.code === 'enrolment_not_found') {
    const { asSent } = begun.target
    return { to: asSent === undefined ? 'sign-in' : `sign-in?${new URLSearchParams({ return_to: asSent })}` }
  }
  const limited = limitOf(error)
  if (!limited) throw error
  const { retryAfterSeconds, problem } = limited
  return { view: askingCode(begun, problem), status: 429, retryAfterSeconds }
}

/** Shows the recovery codes, which no other page ever shows again. */
const showingCodes =
  (codes: readonly string[], { to }: ReturnTarget): View =>
  (texts) => {
    const text = texts.secondFactor.recoveryCodes
    const above = `<pre>${codes.map(escapeHtml).join('\n')}</pre>`
    return { text, above, links: [{ to, text: text.goOn }] }
  }
