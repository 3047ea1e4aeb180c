import { badge } from '#runtime/components/banner.ts'
import { card } from '#runtime/components/card.ts'
import { rows } from '#runtime/components/row.ts'
import { type Html, html } from '#runtime/html.ts'
import type { IconName } from '#runtime/look/icon-names.ts'
import type { Visit } from '../../core/visit.ts'
import { emptyCard, pageUrl, time } from '../../view/parts.ts'
import type { UserState } from './find-user-state.ts'

export function sessionsOf(visit: Visit, { user, sessions }: UserState): Html {
  const { userPage: text, userHead, sessions: words } = visit.texts
  const list = rows(
    sessions.map((one) => ({
      icon: 'monitor',
      name: html`<bdi>${one.device_name ?? text.unknownDevice}</bdi>`,
      badge: one.current && badge(words.yours, 'good'),
      notes: [
        one.address,
        html`${text.lastUsed} ${time(visit, one.last_used_at)} · ${text.begun} ${time(visit, one.created_at)}`,
      ],
      actions: smallLink(
        pageUrl('end-session', { id: one.id, user: user.id, from: 'user' }),
        words.short,
        one.id,
      ),
    })),
  )
  return list ? card(text.sessions, list) : emptyCard('monitor', userHead.noSession, userHead.noSessionHint)
}

/** Returns the card of the ways in which the user signs in, and of the second factors. */
export function methodsOf(visit: Visit, { user, factors, passkeys, identities }: UserState): Html {
  const { userPage: text, userHead } = visit.texts
  const list = rows([
    user.has_password && { icon: 'lock', name: userHead.password, badge: badge(userHead.hasPassword) },
    factors.totp !== null && {
      icon: 'smartphone',
      name: text.app,
      notes: [html`${text.added} ${time(visit, factors.totp.added_at)}`],
    },
    factors.recovery_codes !== null && {
      icon: 'life-buoy',
      name: text.codes({ left: String(factors.recovery_codes.left) }),
    },
    ...passkeys.map((one) => ({
      icon: 'fingerprint-pattern' as const,
      name: text.passkey,
      notes: [html`<bdi>${one.name}</bdi>`],
    })),
    ...identities.map((one) => ({
      icon: 'log-in' as const,
      name: one.provider,
      notes: [html`<bdi>${one.email ?? one.subject}</bdi>`],
    })),
  ])
  const hasMore = factors.totp !== null || passkeys.length > 0 || identities.length > 0
  return card(
    text.factors,
    html`${list}${!hasMore && html`<p class="quiet">${user.has_password && `${userHead.noMethods} `}${userHead.noMethodsHint}</p>`}`,
  )
}

export const devicesOf = (visit: Visit, { user, devices }: UserState): Html | undefined => {
  const { userPage, oneUser: text } = visit.texts
  const list = rows(
    devices.map((one) => ({
      icon: 'laptop',
      name: html`<bdi>${one.name ?? userPage.unknownDevice}</bdi>`,
      notes: [html`${one.address}, ${text.until} ${time(visit, one.expires_at)}`],
      actions: smallLink(pageUrl('forget-device', { user: user.id, id: one.id }), text.removeDevice, one.id),
    })),
  )
  return list && card(text.devices, html`<p class="hint">${text.devicesHint}</p>${list}`)
}

export function appsOf(visit: Visit, { user, apps }: UserState): Html {
  const { oneUser: text, userPage, userHead } = visit.texts
  const list = rows(
    apps.map((app) => ({
      icon: 'app-window',
      name: html`<a href="${pageUrl('client', { id: app.client_id })}"><bdi>${app.name}</bdi></a>`,
      badge: !app.enabled && badge(text.off, 'warn'),
      notes: [
        app.scopes.length > 0 && `${text.appAsks} ${app.scopes.join(', ')}`,
        html`${userPage.begun} ${time(visit, app.since)}`,
      ],
      actions: smallLink(
        pageUrl('end-app-access', { user: user.id, id: app.client_id }),
        text.revokeAccess,
        app.client_id,
      ),
    })),
  )
  return list ? card(text.apps, list) : emptyCard('app-window', userHead.noApps, userHead.noAppsHint)
}

export const keysOf = (visit: Visit, { user, keys }: UserState): Html | undefined => {
  const { oneUser: text } = visit.texts
  return listCard(
    text.keys,
    'key',
    keys.map((key) => {
      const isGood = key.revoked_at === null && Date.parse(key.expires_at) > visit.now
      return {
        name: html`<a href="${pageUrl('revoke-api-key', { id: key.id, user: user.id })}"><bdi>${key.name}</bdi></a>`,
        note: html`${key.scopes.join(', ')} · ${isGood ? html`${text.keyUntil} ${time(visit, key.expires_at)}` : text.keyEnded}`,
      }
    }),
  )
}

export const linksOf = (visit: Visit, { links }: UserState): Html | undefined => {
  const { oneUser: text } = visit.texts
  return listCard(
    text.links,
    'link',
    links.map(({ purpose, email, is_shown, expires_at }) => ({
      name: text.purposes[purpose],
      note: html`${is_shown ? text.linkShown : html`${text.linkTo} <bdi>${email}</bdi>`}, ${text.linkUntil} ${time(visit, expires_at)}`,
    })),
  )
}

export const notificationsOf = (visit: Visit, { notifications }: UserState): Html | undefined => {
  const { oneUser: text } = visit.texts
  return listCard(
    text.notifications,
    'bell',
    notifications.map((one) => ({
      name: html`<bdi lang="en">${one.title}</bdi>`,
      note: html`${time(visit, one.created_at)} · ${one.read_at === null ? text.unread : html`${text.read} ${time(visit, one.read_at)}`}`,
    })),
  )
}

/** Makes a card with a list; undefined without rows, of which most users have none. */
function listCard(
  title: string,
  icon: IconName,
  found: readonly { name: Html | string; note: Html }[],
): Html | undefined {
  const list = rows(found.map(({ name, note }) => ({ icon, name, notes: [note] })))
  return list && card(title, list)
}

const smallLink = (to: string, text: string, id: string): Html =>
  html`<a href="${to}" class="button secondary small">${text}<span class="unseen"> ${id}</span></a>`
