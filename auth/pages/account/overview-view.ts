import type { Language } from '#contract/declaration/languages.ts'
import type { SessionResource } from '#contract/sessions/sessions.ts'
import type { DeviceResource } from '#contract/sign-in/login-steps.ts'
import type { UserResource } from '#contract/users/user.ts'
import { findLanguage } from '#runtime/accept-language.ts'
import { avatar } from '#runtime/components/avatar.ts'
import { badge } from '#runtime/components/banner.ts'
import { linkButton } from '#runtime/components/button.ts'
import { card } from '#runtime/components/card.ts'
import { rows } from '#runtime/components/row.ts'
import { timeIn } from '#runtime/components/time.ts'
import { type Html, html } from '#runtime/html.ts'
import type { IconName } from '#runtime/look/icon-names.ts'
import { languageName } from '#runtime/texts/language-name.ts'
import type { OwnFactors } from '../factors/proven.ts'
import { devicesHtml, passkeysHtml, signInMethodsHtml } from '../factors/sign-in-methods-view.ts'
import { identitiesHtml } from '../federated/views.ts'
import type { Texts } from '../texts/texts.ts'
import type { Providers } from '../view/provider-buttons.ts'
import { actionLinks, bdi, buttonForm } from '../view/section.ts'
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
    return {
      text: { title: account.title, paragraphs: [] },
      notice: isDone(account.done, done) ? account.done[done] : undefined,
      top: topHtml(texts, user),
      sections: [
        profileHtml(texts, user),
        signInMethodsHtml(texts, own, { user, language }),
        passkeysHtml(texts, own, { takesMore, language }),
        identitiesHtml(providers, texts, { identities: own.identities ?? [], language }),
        devicesHtml(texts, devices, language),
        apps?.(language),
        sessionsHtml(texts, sessions, language),
        html`<section class="card danger-zone"><h2>${account.deletion}</h2><p>${account.deletionText}</p><p class="more">${linkButton({ to: 'account/delete', text: account.deletionLink, kind: 'secondary', icon: 'trash-2', isSmall: true })}</p></section>`,
      ],
    }
  }

const isDone = (known: Texts['account']['done'], done: string | undefined): done is Done =>
  done !== undefined && Object.hasOwn(known, done)

const topHtml = ({ account }: Texts, { name, username }: UserResource): Html =>
  html`<div class="top">${avatar(name ?? username, 'large')}<div class="whose"><h1>${account.title}</h1><p>${bdi(name ?? username)}</p></div>${buttonForm('account/sign-out', account.signOut)}</div>`

function profileHtml({ account }: Texts, user: UserResource): Html {
  const own = findLanguage(user.locale ?? undefined)
  const change = (label: string, page: string) =>
    actionLinks(label, [{ to: `account/${page}`, text: account.change }])
  return card(
    account.profile,
    rows([
      { icon: 'user', name: account.username, notes: [bdi(user.username)] },
      {
        icon: 'pencil',
        name: account.name,
        notes: [user.name === null ? account.noName : bdi(user.name)],
        actions: change(account.name, 'name'),
      },
      {
        icon: 'mail',
        name: account.email,
        badge: !user.email_verified && badge(account.unconfirmed, 'warn'),
        notes: [bdi(user.email)],
        actions: change(account.email, 'email'),
      },
      {
        icon: 'globe',
        name: account.language,
        notes: [own === undefined ? account.automaticLanguage : languageName(own)],
        actions: change(account.language, 'language'),
      },
    ]),
  )
}

function sessionsHtml({ account }: Texts, sessions: readonly SessionResource[], language: Language): Html {
  const ordered = [...sessions].sort((one, other) => orderOf(one) - orderOf(other))
  const shown = ordered.map((session) => {
    const { id, current, address, user_agent: agent } = session
    const device = session.device_name ?? agent?.slice(0, 80) ?? account.unknownDevice
    return {
      icon: iconOf(agent),
      name: bdi(device),
      badge: current && badge(account.thisSession, 'good'),
      notes: [
        html`${account.lastUsed({ at: timeIn(session.last_used_at, language) })} · ${address}`,
        account.signedIn({ at: timeIn(session.created_at, language) }),
      ],
      actions: !current && buttonForm('account/end-session', account.endSession, { id, name: device }),
    }
  })
  const others =
    sessions.length > 1 &&
    html`<div class="more">${buttonForm('account/end-other-sessions', account.endOtherSessions)}</div>`
  return card(account.sessions, html`${rows(shown)}${others}`)
}

/** Sorts the session of this browser first, then the others by their last use. */
const orderOf = ({ current, last_used_at }: SessionResource): number =>
  current ? Number.NEGATIVE_INFINITY : -Date.parse(last_used_at)

/** Returns the icon of the kind of device that a user agent names. */
function iconOf(userAgent: string | null): IconName {
  if (userAgent === null) return 'terminal'
  if (/iPad|Tablet|Android(?!.*Mobile)/.test(userAgent)) return 'tablet'
  if (/Mobi|iPhone/.test(userAgent)) return 'smartphone'
  return /Mozilla\//.test(userAgent) ? 'laptop' : 'terminal'
}
