import type { Language } from '#contract/declaration/languages.ts'
import type { SessionResource } from '#contract/sessions/sessions.ts'
import type { DeviceResource } from '#contract/sign-in/login-steps.ts'
import type { UserResource } from '#contract/users/user.ts'
import { type Html, html } from '#runtime/html.ts'
import type { OwnFactors } from '../factors/proven.ts'
import { devicesHtml, passkeysHtml, waysInHtml } from '../factors/ways-in-view.ts'
import { identitiesHtml } from '../federated/views.ts'
import type { Texts } from '../texts/texts.ts'
import type { Providers } from '../view/provider-buttons.ts'
import { bdi, buttonForm, listItem, quiet, rowHtml, section, timeIn } from '../view/section.ts'
import type { View } from '../view/view.ts'

type Done = keyof Texts['account']['done']

/** Everything about an account that its page shows. */
export interface Overview {
  user: UserResource
  own: OwnFactors
  /** True when passkeys can be added at the URL of this page. */
  takesMore: boolean
  devices: readonly DeviceResource[]
  /** Makes the section about apps; undefined without an OpenID provider. */
  apps: ((language: Language) => Html | undefined) | undefined
  sessions: readonly SessionResource[]
  /** The providers with whose accounts people can sign in. */
  providers: Providers
}

/**
 * Makes the page with everything about an account. Its URL is `/account`, which is not inside the folder `/account/`,
 * so its relative links begin with `account/`.
 */
export const overview =
  ({ user, own, takesMore, devices, apps, sessions, providers }: Overview, done: string | undefined): View =>
  (texts, language) => {
    const { account } = texts
    const notice = isDone(account.done, done) ? account.done[done] : undefined
    const sections = [
      profileHtml(texts, user),
      waysInHtml(texts, own, language),
      passkeysHtml(texts, own, { takesMore, language }),
      identitiesHtml(providers, texts, { identities: own.identities ?? [], language }),
      devicesHtml(texts, devices, language),
      apps?.(language),
      sessionsHtml(texts, sessions, language),
      section(
        account.deletion,
        html`<p>${account.deletionText}</p><p><a href="account/delete">${account.deletionLink}</a></p>`,
      ),
    ]
    const beside = buttonForm('account/sign-out', account.signOut)
    return { text: { title: account.title, paragraphs: [] }, notice, beside, sections }
  }

const isDone = (known: Texts['account']['done'], done: string | undefined): done is Done =>
  done !== undefined && Object.hasOwn(known, done)

function profileHtml({ account }: Texts, user: UserResource): Html {
  const row = (label: string, value: Html, page?: string): Html =>
    rowHtml(label, value, page === undefined ? [] : [{ to: page, text: account.change }])
  const name = user.name === null ? quiet(account.none) : bdi(user.name)
  const email = user.email_verified
    ? bdi(user.email)
    : html`${bdi(user.email)} ${quiet(`(${account.unconfirmed})`)}`
  return section(
    account.profile,
    html`<dl>${row(account.username, bdi(user.username))}${row(account.name, name, 'name')}${row(account.email, email, 'email')}${passwordRow(account, user)}</dl>`,
  )
}

/**
 * Makes the row about the password. A user without a password sets the first one by a mail, because nobody could type in a
 * present one.
 */
const passwordRow = (account: Texts['account'], { has_password: hasPassword }: UserResource): Html =>
  rowHtml(account.password, hasPassword ? '••••••••' : quiet(account.none), [
    { to: hasPassword ? 'password' : 'forgot-password', text: account.change },
  ])

function sessionsHtml({ account }: Texts, sessions: readonly SessionResource[], language: Language): Html {
  const ordered = [...sessions].sort((one, other) => orderOf(one) - orderOf(other))
  const items = ordered.map((session) => {
    const device = session.device_name ?? session.user_agent?.slice(0, 80) ?? account.unknownDevice
    const mark = session.current && html`<span class="here">${account.thisSession}</span>`
    const since = account.signedIn(timeIn(session.created_at, language))
    const last = account.lastUsed(timeIn(session.last_used_at, language))
    const end =
      !session.current &&
      buttonForm('account/end-session', account.endSession, { id: session.id, name: device })
    return listItem(device, [mark, ...[session.address, since, last].map(quiet)], end)
  })
  const others = sessions.length > 1 && buttonForm('account/end-other-sessions', account.endOtherSessions)
  return section(account.sessions, html`<ul>${items}</ul>${others}`)
}

/** Sorts the session of this browser first, then the others by their last use. */
const orderOf = ({ current, last_used_at }: SessionResource): number =>
  current ? Number.NEGATIVE_INFINITY : -Date.parse(last_used_at)
