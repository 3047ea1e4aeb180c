import { Failure } from '#contract/declaration/failures.ts'
import { endUserSessionsEndpoint } from '#contract/sessions/sessions.ts'
import { resetFactorsEndpoint } from '#contract/sign-in/factors.ts'
import { unlockUserEndpoint } from '#contract/sign-in/locks.ts'
import { makeResetLinkEndpoint } from '#contract/users/one-user.ts'
import type { UserResource } from '#contract/users/user.ts'
import {
  confirmEmailEndpoint,
  sendPasswordResetEndpoint,
  setTemporaryPasswordEndpoint,
} from '#contract/users/user-support.ts'
import {
  deleteUserEndpoint,
  getUserEndpoint,
  inviteUserEndpoint,
  updateUserEndpoint,
} from '#contract/users.ts'
import { type Html, html } from '#runtime/html.ts'
import type { Problem } from '../../core/problem.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import type { Texts } from '../../texts/texts.ts'
import { confirmView } from '../../view/confirm.ts'
import { pageUrl, pendingNote, time } from '../../view/parts.ts'
import { secretView } from '../../view/secret.ts'

type ActionName = keyof Texts['actions']

interface Action {
  /** The name of the page of this action, at `/console/`. */
  page: string
  /** True for an action that cannot be undone, or that changes who can sign in or what they may do. Its button is red. */
  isDangerous?: boolean
  /** The field that the form of this action needs: the reason, or the username as a confirmation. */
  field?: 'reason' | 'username'
  /**
   * Does the action. `ifMatch` is the version of the user that the page has shown. The secret in a result of the class `Shown`
   * is shown once, in the reply. `isPending` is true when it ended sessions that have not ended everywhere yet.
   */
  run(visit: Visit, user: UserResource, ifMatch: string | undefined): Promise<{ isPending: boolean }>
}

/** A secret that an action has made. */
class Shown {
  readonly secret: string
  readonly until: string
  readonly isPending: boolean
  constructor(secret: string, until: string, isPending = false) {
    this.secret = secret
    this.until = until
    this.isPending = isPending
  }
}

const params = ({ id }: UserResource) => ({ params: { id } })

/** The actions of support on one user. Each has a page that says what will happen, with one button. */
export const actions: Readonly<Record<ActionName, Action>> = {
  endSessions: {
    page: 'end-sessions',
    run: ({ ask }, user) => ask(endUserSessionsEndpoint, { ...params(user), body: { scope: 'all' } }),
  },
  sendReset: { page: 'send-reset', run: ({ ask }, user) => ask(sendPasswordResetEndpoint, params(user)) },
  showReset: {
    page: 'show-reset-link',
    isDangerous: true,
    async run({ ask }, user) {
      const { link, expires_at } = (await ask(makeResetLinkEndpoint, params(user))).body
      return new Shown(link, expires_at)
    },
  },
  temporaryPassword: {
    page: 'temporary-password',
    isDangerous: true,
    async run({ ask }, user) {
      const { body: made, isPending } = await ask(setTemporaryPasswordEndpoint, params(user))
      return new Shown(made.temporary_password, made.expires_at, isPending)
    },
  },
  invite: { page: 'invite', run: ({ ask }, user) => ask(inviteUserEndpoint, params(user)) },
  unlock: { page: 'unlock', run: ({ ask }, user) => ask(unlockUserEndpoint, params(user)) },
  confirmAddress: {
    page: 'confirm-address',
    run: ({ ask }, user) => ask(confirmEmailEndpoint, { ...params(user), body: { email: user.email } }),
  },
  resetFactors: {
    page: 'reset-factors',
    isDangerous: true,
    run: ({ ask }, user) => ask(resetFactorsEndpoint, params(user)),
  },
  suspend: {
    page: 'suspend',
    isDangerous: true,
    field: 'reason',
    run: ({ ask, sent }, user, ifMatch) => {
      const reason = sent.reason?.trim()
      const body = { status: 'suspended', ...(reason ? { suspension_reason: reason } : {}) } as const
      return ask(updateUserEndpoint, { ...params(user), body, ifMatch })
    },
  },
  restore: {
    page: 'restore',
    run: ({ ask }, user, ifMatch) =>
      ask(updateUserEndpoint, { ...params(user), body: { status: 'active' }, ifMatch }),
  },
  makeAdmin: {
    page: 'make-admin',
    isDangerous: true,
    run: ({ ask }, user, ifMatch) =>
      ask(updateUserEndpoint, { ...params(user), body: { role: 'admin' }, ifMatch }),
  },
  makeUser: {
    page: 'make-user',
    isDangerous: true,
    run: ({ ask }, user, ifMatch) =>
      ask(updateUserEndpoint, { ...params(user), body: { role: 'user' }, ifMatch }),
  },
  delete: {
    page: 'delete-user',
    isDangerous: true,
    field: 'username',
    run: ({ ask }, user, ifMatch) => ask(deleteUserEndpoint, { ...params(user), ifMatch }),
  },
}

const actionNames = Object.keys(actions) as ActionName[]

export const actionPages: readonly ConsolePage[] = actionNames.map((name) => ({
  name: actions[name].page,
  entry: 'users',
  show: async (visit) => {
    const { body: user, etag } = await findUser(visit)
    return actionView(visit, { name, user, etag })
  },
  send: (visit) => act(visit, name),
}))

const findUser = ({ ask, sent }: Visit) => ask(getUserEndpoint, { params: { id: sent.id ?? '' } })

async function act(visit: Visit, name: ActionName): Promise<PageAnswer> {
  const { sent, texts } = visit
  const { field, run } = actions[name]
  const { body: user, etag } = await findUser(visit)
  const shown = { name, user, etag }
  let result: { isPending: boolean }
  if (field === 'username' && sent.username !== user.username)
    return { ...actionView(visit, { ...shown, problem: inWords(texts.userPage.typedWrong) }), status: 400 }
  try {
    result = await run(visit, user, sent.version)
  } catch (error) {
    const text = wordsOn(error, visit, user)
    if (text === undefined) throw error
    return { ...actionView(visit, { ...shown, problem: inWords(text) }), status: 409 }
  }
  if (result instanceof Shown) {
    const { title } = texts.actions[name]
    const facts = html`<p class="quiet"><bdi>${user.username}</bdi> · ${texts.oneUser.linkUntil} ${time(visit, result.until)}</p>${pendingNote(visit, result.isPending)}`
    const next = pageUrl('user', { id: user.id })
    return { ...secretView(texts, { title, secret: result.secret, facts, next }), scripts: ['local-time.js'] }
  }
  const said = { done: name, pending: result.isPending ? '1' : undefined }
  return { to: name === 'delete' ? pageUrl('users', said) : pageUrl('user', { id: user.id, ...said }) }
}

/** Returns what a page says about a failure that an admin can do something about; undefined for any other error. */
function wordsOn(error: unknown, { texts: { userPage, problems, status, role } }: Visit, user: UserResource) {
  if (!(error instanceof Failure)) return undefined
  if (error.code === 'precondition_failed')
    return userPage.stale({
      now: `${user.name ?? user.username}, ${user.email}, ${role[user.role]}, ${status[user.status]}`,
    })
  if (error.code === 'last_admin') return userPage.lastAdmin
  if (error.code === 'forbidden') return userPage.notOneself
  if (error.code === 'user_suspended') return userPage.isSuspended
  if (error.code === 'user_has_password') return problems.user_has_password
  return undefined
}

const inWords = (text: string): Problem => ({ text, faults: [] })

interface ActionPage {
  name: ActionName
  user: UserResource
  etag: string | undefined
  problem?: Problem
}

function actionView(visit: Visit, { name, user, etag, problem }: ActionPage) {
  const { texts } = visit
  const { page, isDangerous = false } = actions[name]
  return confirmView({
    ...texts.actions[name],
    subject: user.username,
    isDangerous,
    action: page,
    problem,
    carried: { id: user.id, version: etag },
    field: fieldOf(visit, name),
    cancel: { to: pageUrl('user', { id: user.id }), text: texts.userPage.cancel },
  })
}

function fieldOf({ texts: { userPage }, sent }: Visit, name: ActionName): Html | undefined {
  const { field } = actions[name]
  if (field === undefined) return undefined
  const label = field === 'reason' ? userPage.reason : userPage.typeName
  return html`<div class="field"><label for="${field}">${label}</label><input class="input" id="${field}" name="${field}" value="${sent[field] ?? ''}" maxlength="500" autocomplete="off"></div>`
}
