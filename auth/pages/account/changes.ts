import { changePasswordEndpoint } from '#contract/auth.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { languages } from '#contract/declaration/languages.ts'
import { changeOwnAccountEndpoint, deleteOwnAccountEndpoint } from '#contract/sign-in/internal-users.ts'
import { findLanguage } from '#runtime/accept-language.ts'
import { checker } from '#runtime/requests/validation.ts'
import { beginBrowserSession, noCookie } from '../../browser-sessions/index.ts'
import { byNewPassword, signIn } from '../../sign-in/index.ts'
import type { AccountPage, PageAnswer } from '../core/answer.ts'
import type { Pages } from '../core/pages.ts'
import { browserOf, deviceOf, forSignedIn, personOf, type Visit } from '../core/visit.ts'
import { faultsIn, fieldFault } from '../view/faults.ts'
import { limitOf } from '../view/limit.ts'
import { showing, toSignIn, type View } from '../view/view.ts'
import {
  changeEmailView,
  changeLanguageView,
  changeNameView,
  changePasswordView,
  deleteAccountView,
  type Refused,
} from './change-views.ts'
import { endSessionsOfDeletedUser } from './end-sessions-of-deleted-user.ts'

/**
 * The pages on which people change something about their account. After the change, each of them leads back to the
 * account page.
 */
export const changePages = (pages: Pages): AccountPage[] => [
  page(pages, 'name', {
    ask: ({ user }, refused) => changeNameView(refused ? undefined : (user.name ?? ''), refused),
    fields: ['name'],
    change: changeName,
  }),
  page(pages, 'email', {
    ask: (_visit, refused) => changeEmailView(refused),
    fields: ['email'],
    change: changeEmail,
  }),
  page(pages, 'language', {
    ask: ({ user }) => changeLanguageView(findLanguage(user.locale ?? undefined) ?? ''),
    fields: ['language'],
    change: changeLanguage,
  }),
  page(pages, 'password', {
    ask: ({ user }, refused) => changePasswordView(user.username, refused),
    fields: ['current_password', 'new_password'],
    change: changePasswordOnPage,
  }),
  page(pages, 'delete', {
    ask: ({ user }, refused) => deleteAccountView(user.username, refused),
    fields: ['username'],
    change: deleteAccount,
  }),
]

interface Change {
  ask(visit: Visit, refused?: Refused): View
  fields: readonly string[]
  /**
   * Stores the change.
   * @throws {Failure} with the fields that are wrong, or with what is wrong as a whole
   */
  change(pages: Pages, visit: Visit): Promise<PageAnswer>
}

const page = (
  pages: Pages,
  name: 'name' | 'email' | 'language' | 'password' | 'delete',
  { ask, fields, change }: Change,
): AccountPage => ({
  path: `/account/${name}`,
  show: forSignedIn(pages, name, async (visit) => ({ view: ask(visit) })),
  send: forSignedIn(pages, name, async (visit) => {
    const sent = visit.request.body ?? {}
    if (Object.keys(sent).some((one) => !fields.includes(one))) throw new Failure('invalid_request')
    try {
      return await change(pages, visit)
    } catch (error) {
      const faults = faultsIn(error, fields)
      if (faults) return { view: ask(visit, { sent, faults }), status: 400 }
      if (!(error instanceof Failure)) throw error
      const limited = limitOf(error)
      if (limited) {
        const { problem, retryAfterSeconds } = limited
        return { view: ask(visit, { sent, problem }), status: 429, retryAfterSeconds }
      }
      if (error.code !== 'last_admin') throw error
      return { view: ask(visit, { sent, problem: ({ lastAdmin }) => lastAdmin }), status: 409 }
    }
  }),
})

const checkChange = checker(changeOwnAccountEndpoint.body)

async function changeName(pages: Pages, { request, caller }: Visit): Promise<PageAnswer> {
  // The form parser leaves empty fields out. A name of spaces only counts as empty, too, and removes the name.
  const { name = '' } = request.body ?? {}
  const change = checkChange({ ...personOf(caller), name: name.trim() || null })
  pages.countChange(caller.userId)
  await pages.users.ask(changeOwnAccountEndpoint, change)
  return { to: '../account?done=name' }
}

async function changeEmail(pages: Pages, { request, caller }: Visit): Promise<PageAnswer> {
  const { email } = request.body ?? {}
  if (email === undefined) throw fieldFault('email', 'required')
  const change = checkChange({ ...personOf(caller), email })
  pages.countChange(caller.userId)
  try {
    await pages.users.ask(changeOwnAccountEndpoint, change)
  } catch (error) {
    throw error instanceof Failure && error.code === 'email_taken' ? fieldFault('email', error.code) : error
  }
  return { to: '../account?done=email' }
}

async function changeLanguage(pages: Pages, { request, user, caller }: Visit): Promise<PageAnswer> {
  const { language } = request.body ?? {}
  if (!languages.some((one) => one === (language ?? one))) throw new Failure('invalid_request')
  // The page shows German for `de-AT`. The region stays unless another language is chosen.
  if (language !== findLanguage(user.locale ?? undefined)) {
    const change = checkChange({ ...personOf(caller), locale: language ?? null })
    pages.countChange(caller.userId)
    await pages.users.ask(changeOwnAccountEndpoint, change)
  }
  return { to: '../account?done=language' }
}

const checkPasswords = checker(changePasswordEndpoint.body)

async function changePasswordOnPage(pages: Pages, { request, caller }: Visit): Promise<PageAnswer> {
  const passwords = checkPasswords(request.body ?? {})
  const method = byNewPassword(caller, {
    currentPassword: passwords.current_password,
    newPassword: passwords.new_password,
  })
  const changed = signIn(pages, method, { device: deviceOf(request) })
  const { session_id: sessionId } = await changed.catch((error: unknown) => {
    const isWrong = error instanceof Failure && error.code === 'invalid_credentials'
    throw isWrong ? fieldFault('current_password', 'wrong') : error
  })
  const cookie = await beginBrowserSession(pages, { sessionId, ...browserOf(request) })
  return { to: '../account?done=password', cookie }
}

async function deleteAccount(pages: Pages, { request, user, caller }: Visit): Promise<PageAnswer> {
  const { username } = request.body ?? {}
  if (username?.trim().toLowerCase() !== user.username.toLowerCase()) throw fieldFault('username', 'wrong')
  await pages.users.ask(deleteOwnAccountEndpoint, personOf(caller))
  await endSessionsOfDeletedUser(pages, caller.userId)
  return { view: showing(({ deleted }) => deleted, toSignIn), cookie: noCookie }
}
