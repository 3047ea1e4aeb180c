import { Failure } from '#contract/declaration/failures.ts'
import { resetPasswordEndpoint } from '#contract/users/links.ts'
import { checker } from '#runtime/requests/validation.ts'
import { resetPassword } from '../../sign-in/index.ts'
import type { PageAnswer, PageRequest } from '../core/answer.ts'
import type { Pages } from '../core/pages.ts'
import { faultsIn } from '../view/faults.ts'
import { field } from '../view/form.ts'
import type { View } from '../view/view.ts'

/** The hidden fields of the form that asks for a new password. They come from the sign-in page. */
export interface Begun {
  username: string
  /** The token from the failure `password_change_required` of the login. */
  token: string
  returnTo: string | undefined
}

/** Makes the page that follows a login with a temporary password. It asks for one that replaces it. */
export const temporaryPasswordView =
  ({ username, token, returnTo }: Begun, fault?: string): View =>
  (texts) => {
    const text = texts.temporaryPassword
    const hidden = { token, username, return_to: returnTo }
    const fields = [field('password', 'newPassword', texts.password, { fault })]
    return { text, form: { action: 'own-password', button: text.button, hidden, username, fields } }
  }

const checkReset = checker(resetPasswordEndpoint.body)

/**
 * Replaces a temporary password. Returns undefined on success: the person can sign in with the new one. Returns a page
 * if the new password is refused, and the sign-in page if the token has expired.
 * @throws {Failure} any other failure
 */
export async function replaceTemporaryPassword(
  pages: Pages,
  { body = {}, ip: address }: PageRequest,
): Promise<PageAnswer | undefined> {
  const { username = '', return_to: returnTo, ...sent } = body
  try {
    await resetPassword(pages, { ...checkReset(sent), address })
    return undefined
  } catch (error) {
    if (error instanceof Failure && error.code === 'link_invalid') return { to: 'sign-in' }
    const faults = faultsIn(error, ['password'])
    if (!faults) throw error
    const begun = { username, token: sent.token ?? '', returnTo }
    return { view: temporaryPasswordView(begun, faults.password), status: 400 }
  }
}
