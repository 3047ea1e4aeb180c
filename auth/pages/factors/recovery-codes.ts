import { Failure } from '#contract/declaration/failures.ts'
import { makeOwnRecoveryCodesEndpoint } from '#contract/sign-in/own-factors.ts'
import { html, joinHtml } from '#runtime/html.ts'
import type { AccountPage, PageAnswer, PageRequest } from '../core/answer.ts'
import type { Pages } from '../core/pages.ts'
import { type ReturnTarget, returnTarget } from '../core/return-target.ts'
import { forSignedIn, type Visit } from '../core/visit.ts'
import { field, formHtml } from '../view/form.ts'
import { backHome, type View } from '../view/view.ts'
import { forProven, proverOf } from './proven.ts'

/** The pages on which people make recovery codes, and confirm that they have stored them. */
export const recoveryCodePages = (pages: Pages): AccountPage[] => [
  {
    path: '/account/recovery-codes',
    show: forProven(
      pages,
      () => 'recovery-codes',
      // Recovery codes replace a second factor that is lost. A user without a second factor cannot use them.
      (_visit, { factors }) =>
        factors.is_required_at_login ? { view: askingForCodes } : { to: '../account' },
    ),
    send: forSignedIn(pages, 'recovery-codes', (visit) => makeCodes(pages, visit)),
  },
  { path: '/account/codes-file', send: async ({ body = {} }) => codesFile(body) },
  { path: '/account/codes-kept', send: async (request) => checkKept(pages, request) },
]

const askingForCodes: View = (texts) => {
  const text = texts.secondFactor.makeCodes
  return { text, form: { action: 'recovery-codes', button: text.button }, links: [backHome(texts)] }
}

async function makeCodes(pages: Pages, { caller, user }: Visit): Promise<PageAnswer> {
  pages.countChange(caller.userId)
  const made = await pages.users.ask(makeOwnRecoveryCodesEndpoint, proverOf(caller))
  return { view: showingCodes({ codes: made.recovery_codes, username: user.username, target: accountPage }) }
}

/** The return target for a person who has confirmed that the recovery codes are stored: the account page. */
export const accountPage: ReturnTarget = {
  to: '../account?done=codes',
  asSent: undefined,
  query: '',
  origin: undefined,
}

/** The hidden fields of the page that shows new recovery codes. */
export interface ShownCodes {
  codes: readonly string[]
  username: string
  target: ReturnTarget
}

/**
 * Shows the new recovery codes, which cannot be shown again later. To continue, the person must type one of them from
 * where they were stored: people who have only looked at them would be locked out when they lose their second factor.
 */
export const showingCodes =
  ({ codes, username, target }: ShownCodes, fault?: string): View =>
  (texts) => {
    const text = texts.secondFactor.recoveryCodes
    const carried = { codes: codes.join(' '), username }
    const file = formHtml({ action: 'codes-file', hidden: carried, button: text.file, isPlain: true })
    return {
      text,
      leadsTo: target.origin,
      above: html`<pre class="codes">${joinHtml(codes, '\n')}</pre>${file}`,
      form: {
        action: 'codes-kept',
        button: text.button,
        hidden: { ...carried, return_to: target.asSent },
        fields: [field('code', 'typed', text.typed, { fault })],
      },
    }
  }

/**
 * Checks the recovery code that a person has typed to confirm that the codes are stored. The codes to compare with come
 * from hidden fields of the form, so that nothing needs to be stored. Somebody who changes these fields deceives only
 * themselves.
 */
function checkKept(pages: Pages, { body = {} }: PageRequest): PageAnswer {
  const { code = '', return_to } = body
  const { codes, username } = carriedCodes(body)
  const target = return_to === undefined ? accountPage : returnTarget(return_to, pages.returnOrigins)
  if (codes.some((one) => bare(one) === bare(code))) return { to: target.to }
  return { view: showingCodes({ codes, username, target }, 'wrong'), status: 400 }
}

const bare = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase()

/** Sends the codes as a file, for people who keep them on a disk or print them. */
function codesFile(body: Record<string, string>): PageAnswer {
  const { codes, username } = carriedCodes(body)
  return {
    file: (texts) =>
      `${texts.secondFactor.recoveryCodes.fileTitle({ username })}\r\n\r\n${codes.join('\r\n')}\r\n`,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="recovery-codes.txt"',
    },
  }
}

const code = '[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}'
const codesInForm = new RegExp(`^${code}(?: ${code}){0,19}$`)

/**
 * Reads the recovery codes from the hidden fields of a form.
 * @throws {Failure} `invalid_request` for values that the page with the codes cannot have sent
 */
function carriedCodes({ codes = '', username = '' }: Record<string, string>): {
  codes: string[]
  username: string
} {
  if (!codesInForm.test(codes) || username.length > 254 || /\p{Cc}/u.test(username))
    throw new Failure('invalid_request')
  return { codes: codes.split(' '), username }
}
