import type { ApiKeyResource } from '#contract/integrations/api-keys.ts'
import { type AppResource, listAppsEndpoint } from '#contract/oidc/apps.ts'
import { listUserSessionsEndpoint, type SessionResource } from '#contract/sessions/sessions.ts'
import { type FactorsResource, getFactorsEndpoint } from '#contract/sign-in/factors.ts'
import { type IdentityResource, listIdentitiesEndpoint } from '#contract/sign-in/identities.ts'
import { getUserLockEndpoint, type UserLockResource } from '#contract/sign-in/locks.ts'
import { type DeviceResource, listDevicesEndpoint } from '#contract/sign-in/login-steps.ts'
import { listPasskeysEndpoint, type PasskeyResource } from '#contract/sign-in/passkeys.ts'
import {
  type HistoryEntryResource,
  listUserHistoryEndpoint,
  listUserLinksEndpoint,
  listUserMailsEndpoint,
  listUserNotificationsEndpoint,
  type UserLinkResource,
  type UserMailResource,
  type UserNotificationResource,
} from '#contract/users/one-user.ts'
import type { UserResource } from '#contract/users/user.ts'
import { getLoginStateEndpoint, type LoginStateResource } from '#contract/users/user-support.ts'
import { getUserEndpoint } from '#contract/users.ts'
import type { Visit } from '../../core/visit.ts'
import { findKeysOfUser } from '../api-keys/api-keys.ts'

/** The data that the page of one user shows. Each part is the reply of an endpoint. */
export interface UserState {
  user: UserResource
  lock: UserLockResource
  login: LoginStateResource
  sessions: readonly SessionResource[]
  factors: FactorsResource
  passkeys: readonly PasskeyResource[]
  identities: readonly IdentityResource[]
  devices: readonly DeviceResource[]
  apps: readonly AppResource[]
  links: readonly UserLinkResource[]
  mails: readonly UserMailResource[]
  keys: readonly ApiKeyResource[]
  notifications: readonly UserNotificationResource[]
  history: readonly HistoryEntryResource[]
}

export async function findUserState({ ask, sent }: Visit): Promise<UserState> {
  const { body: user } = await ask(getUserEndpoint, { params: { id: sent.id ?? '' } })
  const params = { id: user.id }
  const some = { params, query: { limit: 50 } }
  const [sessions, apps, devices, notifications, history, keys] = await Promise.all([
    ask(listUserSessionsEndpoint, some),
    ask(listAppsEndpoint, some),
    ask(listDevicesEndpoint, { params }),
    ask(listUserNotificationsEndpoint, { params, query: { limit: 5 } }),
    ask(listUserHistoryEndpoint, { params, query: { limit: 8 } }),
    findKeysOfUser({ ask }, user.id),
  ])
  const [lock, login, factors, passkeys, identities, links, mails] = await Promise.all([
    ask(getUserLockEndpoint, { params }),
    ask(getLoginStateEndpoint, { params }),
    ask(getFactorsEndpoint, { params }),
    ask(listPasskeysEndpoint, { params }),
    ask(listIdentitiesEndpoint, { params }),
    ask(listUserLinksEndpoint, { params }),
    ask(listUserMailsEndpoint, { params }),
  ])
  return {
    user,
    lock: lock.body,
    login: login.body,
    factors: factors.body,
    sessions: sessions.body.data,
    passkeys: passkeys.body.data,
    identities: identities.body.data,
    devices: devices.body.data,
    apps: apps.body.data,
    links: links.body.data,
    mails: mails.body.data,
    keys: keys.data,
    notifications: notifications.body.data,
    history: history.body.data,
  }
}
