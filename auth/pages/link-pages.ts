import { Failure } from '#contract/declaration/failures.ts'
import {
  describeLinkEndpoint,
  type LinkPurpose,
  resetPasswordEndpoint,
  takeBackEndpoint,
  useEmailLinkEndpoint,
  verifyEmailEndpoint,
} from '#contract/users/links.ts'
import { checker } from '#runtime/requests/validation.ts'
import { fill } from '#runtime/texts/texts.ts'
import type { Auth } from '../core/auth.ts'
import { recoverAccount, resetPassword } from '../sign-in/index.ts'
import type { LinkOwner } from './texts/texts.ts'
import { named, newPasswordView, pressing, showing, toAccount, toSignIn, type View } from './view/view.ts'

/** The data of a valid link whose page was requested. */
interface OpenLink {
  token: string
  username: string
  /**
   * Username and address, each enclosed in Unicode isolates, so that right-to-left text in them cannot reorder the
   * sentence around them.
   */
  owner: LinkOwner
}

export interface LinkPage {
  purpose: LinkPurpose
  /**
   * Makes the page that the link opens, with a button that confirms the action. `fault` is the code of what was wrong with the
   * password that was sent before.
   */
  ask(link: OpenLink, fault?: string): View
  /**
   * Carries out the action of the link, which works only once, and returns the next page.
   * @throws {Failure} `invalid_request` with the fields of the form that are wrong
   */
  use(auth: Auth, sent: { link: OpenLink; form: unknown; address: string }): Promise<View>
}

/**
 * Says whether a text has the form of a link token. Other texts are not sent to the user service, which would refuse some as
 * malformed JSON.
 */
const isToken = (sent: unknown): sent is string => typeof sent === 'string' && /^[\w-]{1,200}$/.test(sent)

/**
 * Asks the user service what a link is for and whose it is, without using the link.
 * @throws {Failure} `link_invalid`, also for a link with the purpose of another page
 */
export async function openLink(
  auth: Auth,
  { purpose }: LinkPage,
  { token }: { token?: unknown },
): Promise<OpenLink> {
  if (!isToken(token)) throw new Failure('link_invalid')
  const { purpose: its, username, email } = await auth.users.ask(describeLinkEndpoint, { token })
  if (its !== purpose) throw new Failure('link_invalid')
  return { token, username, owner: { username: named(username), email: named(email) } }
}

// A form has the fields of the JSON route, so it is checked by the same schema.
const checkPassword = checker(resetPasswordEndpoint.body)
const checkVerification = checker(verifyEmailEndpoint.body)
const checkTakeBack = checker(takeBackEndpoint.body)

const passwordPage = (purpose: 'reset_password' | 'invitation'): LinkPage => ({
  purpose,
  ask: ({ token, username, owner }, fault) =>
    newPasswordView(purpose, { token, username, fault }, ({ asks }) => fill(asks[purpose], owner)),
  async use(auth, { link: { token, owner }, form, address }) {
    const { password } = checkPassword(form)
    await resetPassword(auth, { token, password, address })
    return showing(({ done }) => fill(done[purpose], owner), toSignIn)
  },
})

const emailPage = (purpose: 'verify_email' | 'change_email'): LinkPage => ({
  purpose,
  ask: ({ token, owner }) => pressing(purpose, token, ({ asks }) => fill(asks[purpose], owner)),
  async use(auth, { link: { token, owner }, form }) {
    checkVerification(form)
    await auth.users.ask(useEmailLinkEndpoint, { token })
    return showing(({ done }) => fill(done[purpose], owner), toAccount)
  },
})

const takeBackPage: LinkPage = {
  purpose: 'take_back',
  ask: ({ token, owner }) => pressing('take_back', token, ({ asks }) => fill(asks.take_back, owner)),
  async use(auth, { link: { token, username, owner }, form }) {
    checkTakeBack(form)
    const { reset_token, expires_in } = await recoverAccount(auth, token)
    const minutes = Math.floor(expires_in / 60)
    return newPasswordView('reset_password', { token: reset_token, username }, ({ takenBack }) =>
      fill(takenBack, { ...owner, minutes }),
    )
  },
}

export const linkPages: readonly LinkPage[] = [
  passwordPage('reset_password'),
  passwordPage('invitation'),
  emailPage('verify_email'),
  emailPage('change_email'),
  takeBackPage,
]
