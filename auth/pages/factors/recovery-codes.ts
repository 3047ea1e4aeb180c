import { Failure } from '#contract/failures.ts'
import { makeOwnRecoveryCodesEndpoint } from '#contract/login/own-factors.ts'
import { escapeHtml } from '#runtime/http/page.ts'
import type { AccountPage, PageAnswer, PageRequest } from '../core/answer.ts'
import type { Pages } from '../core/pages.ts'
import { type ReturnTarget, returnTarget } from '../core/return-target.ts'
import { forSignedIn, type Visit } from '../core/visit.ts'
import { field, hiddenHtml } from '../view/form.ts'
import { backHome, type View } from '../view/view.ts'
import { forProven, proverOf } from './proven.ts'

/** The pages on which people make recovery codes, and show that they have kept them. */
export const recoveryCodePages = (pages: Pages): AccountPage[] => [
  {
    path: '/account/recovery-codes',
    show: forProven(
      pages,
      () => 'recovery-codes',
      // Recovery codes stand in for a second factor. Without one there is nothing that they could stand in for.
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
  const made = await pages.users.askForPerson(makeOwnRecoveryCodesEndpoint, proverOf(caller))
  return { view: showingCodes({ codes: made.recovery_codes, username: user.username, target: accountPage }) }
}

/** The next page for a person who has confirmed that the recovery codes are kept. */
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
 * Shows the recovery codes, which no other page ever shows again. Before it goes on, one of them is typed back from where they were
 * kept: people who only looked at them would be locked out one day.
 */
export const showingCodes =
  ({ codes, username, target }: ShownCodes, fault?: string): View =>
  (texts) => {
    const text = texts.secondFactor.recoveryCodes
    const carried = { codes: codes.join(' '), username }
    const file = `<form method="post" action="codes-file">${hiddenHtml(carried)}<p><button class="plain">${escapeHtml(text.file)}</button></p></form>`
    return {
      text,
      leadsTo: target.origin,
      above: `<pre class="codes">${codes.map(escapeHtml).join('\n')}</pre>${file}`,
      form: {
        action: 'codes-kept',
        button: text.button,
        hidden: { ...carried, return_to: target.asSent },
        fields: [field('code', 'typed', text.typed, { fault })],
      },
    }
  }

/**
 * Checks one of the codes that a person types back. The form carries the codes that the page has shown, so that nothing about them is
 * stored: whoever bends it deceives nobody but themselves.
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
      `${texts.secondFactor.recoveryCodes.fileTitle(username)}\r\n\r\n${codes.join('\r\n')}\r\n`,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="recovery-codes.txt"',
    },
  }
}

const code = '[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}'
const codesInForm = new RegExp(`^${code}(?: ${code}){0,19}$`)

/** Reads what the page with the codes has carried on. @throws {Failure} `invalid_request` for what no such page has sent */
function carriedCodes({ codes = '', username = '' }: Record<string, string>): {
  codes: string[]
  username: string
} {
  if (!codesInForm.test(codes) || username.length > 254 || /\p{Cc}/u.test(username))
    throw new Failure('invalid_request')
  return { codes: codes.split(' '), username }
}
