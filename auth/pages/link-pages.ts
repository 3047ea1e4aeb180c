import { Failure } from '#contract/failures.ts'
import {
  type LinkPurpose,
  resetPasswordEndpoint,
  takeBackEndpoint,
  verifyEmailEndpoint,
} from '#contract/links.ts'
import type { Schema } from '#contract/schema.ts'
import { checker } from '#runtime/validation.ts'
import type { Auth } from '../core/auth.ts'
import { resetPassword } from '../links/reset-password.ts'
import type { LinkOwner } from './texts.ts'
import { askingPassword, named, pressing, showing, type View } from './view.ts'

/** An open link is a valid link whose page was requested. */
interface OpenLink {
  token: string
  username: string
  /** Username and address, isolated for use inside a sentence (see `named`). */
  owner: LinkOwner
}

export interface LinkPage {
  purpose: LinkPurpose
  /** Makes the page with the button; `fault` is the code of what was wrong with the password. */
  ask(link: OpenLink, fault?: string): View
  /** Checks the fields of the form. @throws {Failure} `invalid_request` */
  check(form: unknown): void
  /** Uses the link up, so that it works only once, and returns the next page. */
  use(auth: Auth, sent: { link: OpenLink; form: Record<string, string>; address: string }): Promise<View>
}

/**
 * Says whether a text has the form of a link token. Others are not sent on: the user service would refuse some as malformed JSON.
 */
const isToken = (sent: unknown): sent is string => typeof sent === 'string' && /^[\w-]{1,200}$/.test(sent)

/**
 * Looks a link up without using it.
 * @throws {Failure} `link_invalid`, also for a link with the purpose of another page
 */
export async function openLink(auth: Auth, { purpose }: LinkPage, sent: unknown): Promise<OpenLink> {
  const { token } = sent as { token?: unknown }
  if (!isToken(token)) throw new Failure('link_invalid')
  const { purpose: its, username, email } = await auth.users.describeLink(token)
  if (its !== purpose) throw new Failure('link_invalid')
  return { token, username, owner: { username: named(username), email: named(email) } }
}

const passwordPage = (purpose: 'reset_password' | 'invitation'): LinkPage => ({
  purpose,
  ask: ({ token, username, owner }, fault) =>
    askingPassword(purpose, { token, username, fault }, ({ asks }) => asks[purpose](owner)),
  check: formCheck(resetPasswordEndpoint.body),
  async use(auth, { link: { token, owner }, form: { password = '' }, address }) {
    await resetPassword(auth, { token, password, address })
    return showing(({ done }) => done[purpose](owner))
  },
})

const emailPage = (purpose: 'verify_email' | 'change_email'): LinkPage => ({
  purpose,
  ask: ({ token, owner }) => pressing(purpose, token, ({ asks }) => asks[purpose](owner)),
  check: formCheck(verifyEmailEndpoint.body),
  async use(auth, { link: { token, owner } }) {
    await auth.users.verifyEmail(token)
    return showing(({ done }) => done[purpose](owner))
  },
})

const takeBackPage: LinkPage = {
  purpose: 'take_back',
  ask: ({ token, owner }) => pressing('take_back', token, ({ asks }) => asks.take_back(owner)),
  check: formCheck(takeBackEndpoint.body),
  async use(auth, { link: { token, username, owner } }) {
    const { reset_token, expires_in } = await auth.users.takeBack(token)
    const minutes = Math.floor(expires_in / 60)
    return askingPassword('reset_password', { token: reset_token, username }, ({ takenBack }) =>
      takenBack(owner, minutes),
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

/** Makes a check of the form by the schema of the JSON route's body. */
function formCheck(body: Schema): LinkPage['check'] {
  return checker(body, { coerce: false, prefix: '' })
}
