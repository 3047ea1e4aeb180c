import type { UserLinkResource } from '#contract/users/one-user.ts'
import { table, wide } from '#runtime/components/table.ts'
import { type Html, html } from '#runtime/html.ts'
import type { Visit } from '../../core/visit.ts'
import { badge, pageUrl, time } from '../../view/parts.ts'
import type { UserState } from './find-user-state.ts'

export function sessionsOf(visit: Visit, { user, sessions, devices }: UserState): Html {
  const { userPage: text, oneUser } = visit.texts
  const rows = sessions.map((one) => [
    html`<bdi>${one.device_name ?? text.unknownDevice}</bdi><br><span class="quiet">${one.address}</span><p><a href="${pageUrl('end-session', { id: one.id, user: user.id, from: 'user' })}" class="button plain small">${visit.texts.sessions.short}<span class="unseen"> ${one.id}</span></a></p>`,
    time(visit, one.last_used_at),
    time(visit, one.created_at),
  ])
  const living = table([text.device, text.lastUsed, wide(text.begun)], rows)
  const remembered = devices.map(
    (one) =>
      html`<li><bdi>${one.name ?? text.unknownDevice}</bdi> <span class="quiet">${one.address}, ${oneUser.until} ${time(visit, one.expires_at)}</span> ${endLink('forget-device', oneUser.removeDevice, { user: user.id, id: one.id })}</li>`,
  )
  return html`<section class="card"><h2>${text.sessions}</h2>${living ?? html`<p class="quiet">${text.noSessions}</p>`}${remembered.length > 0 && html`<h3>${oneUser.devices}</h3><p class="hint">${oneUser.devicesHint}</p><ul>${remembered}</ul>`}</section>`
}

export function factorsOf(visit: Visit, { factors, passkeys, identities }: UserState): Html {
  const { userPage: text } = visit.texts
  const items = [
    ...(factors.totp ? [html`${text.app}, ${text.added} ${time(visit, factors.totp.added_at)}`] : []),
    ...(factors.recovery_codes ? [html`${text.codes(String(factors.recovery_codes.left))}`] : []),
    ...passkeys.map((one) => html`${text.passkey} <bdi>${one.name}</bdi>`),
    ...identities.map((one) => html`${one.provider} <bdi>${one.email ?? one.subject}</bdi>`),
  ]
  return listCard(text.factors, items, text.noFactors)
}

/**
 * Returns the cards for links, applications, API keys and notifications, of which most users have few. A card without rows has
 * one line.
 */
export function othersOf(visit: Visit, state: UserState): Html[] {
  const { oneUser: text } = visit.texts
  return [
    listCard(
      text.links,
      state.links.map((one) => linkRow(visit, one)),
      text.noneOfThese,
    ),
    listCard(
      text.apps,
      state.apps.map((one) => appRow(visit, state.user.id, one)),
      text.noneOfThese,
    ),
    ...(state.keys.length > 0
      ? [
          listCard(
            text.keys,
            state.keys.map((one) => keyRow(visit, state.user.id, one)),
            text.noneOfThese,
          ),
        ]
      : []),
    listCard(
      text.notifications,
      state.notifications.map((one) => notificationRow(visit, one)),
      text.noneOfThese,
    ),
  ]
}

const listCard = (title: string, items: readonly Html[], none: string): Html =>
  html`<section class="card"><h2>${title}</h2>${items.length > 0 ? html`<ul>${items.map((one) => html`<li>${one}</li>`)}</ul>` : html`<p class="quiet">${none}</p>`}</section>`

function linkRow(visit: Visit, { purpose, email, is_shown, expires_at }: UserLinkResource): Html {
  const { oneUser: text } = visit.texts
  const to = is_shown ? text.linkShown : html`${text.linkTo} <bdi>${email}</bdi>`
  return html`${text.purposes[purpose]}<br><span class="quiet">${to}, ${text.linkUntil} ${time(visit, expires_at)}</span>`
}

function appRow(visit: Visit, userId: string, app: UserState['apps'][number]): Html {
  const { oneUser: text, userPage } = visit.texts
  const scopes = app.scopes.length > 0 && `${text.appAsks} ${app.scopes.join(', ')} · `
  return html`<a href="${pageUrl('client', { id: app.client_id })}"><bdi>${app.name}</bdi></a>${!app.enabled && html` ${badge(text.off, 'warn')}`}<br><span class="quiet">${scopes}${userPage.begun} ${time(visit, app.since)}</span> ${endLink('end-app-access', text.revokeAccess, { user: userId, id: app.client_id })}`
}

const endLink = (page: string, text: string, { user, id }: { user: string; id: string }): Html =>
  html`<a href="${pageUrl(page, { user, id })}" class="button plain small">${text}<span class="unseen"> ${id}</span></a>`

function keyRow(visit: Visit, userId: string, key: UserState['keys'][number]): Html {
  const { oneUser: text } = visit.texts
  const isGood = key.revoked_at === null && Date.parse(key.expires_at) > visit.now
  return html`<a href="${pageUrl('revoke-api-key', { id: key.id, user: userId })}"><bdi>${key.name}</bdi></a><br><span class="quiet">${key.scopes.join(', ')} · ${isGood ? html`${text.keyUntil} ${time(visit, key.expires_at)}` : text.keyEnded}</span>`
}

function notificationRow(visit: Visit, one: UserState['notifications'][number]): Html {
  const { oneUser: text } = visit.texts
  return html`<bdi lang="en">${one.title}</bdi><br><span class="quiet">${time(visit, one.created_at)} · ${one.read_at === null ? text.unread : html`${text.read} ${time(visit, one.read_at)}`}</span>`
}
