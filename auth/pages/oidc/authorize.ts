import type { UserResource } from '#contract/users/user.ts'
import { makeChallenge, openChallenge } from '#runtime/challenge.ts'
import { findBrowserSession, findSignedInUser } from '../../browser-sessions/index.ts'
import { levelOf } from '../../core/level-of.ts'
import type { Session } from '../../core/session.ts'
import { type Interaction, loadInteractions, type Oidc } from '../../oidc/index.ts'
import { noteOwnLanguage, type PageAnswer, type PageRequest } from '../core/answer.ts'
import type { Pages } from '../core/pages.ts'
import { authorizePage } from '../core/return-target.ts'
import { callerOf, withReturn } from '../core/visit.ts'
import { findOwnFactors } from '../factors/proven.ts'
import {
  type Answer,
  answers,
  appConsentView,
  chooseAccountView,
  goingOn,
  needsFactorView,
  otherAccountView,
  over,
} from './authorize-views.ts'

/** The context of the page on which a person answers the authorization request of an app. */
export interface AppPages {
  pages: Pages
  oidc: Oidc
}

/** A signed-in person, and the request of an app that the person answers. */
interface Asked {
  interaction: Interaction
  session: Session
  user: UserResource
}

const isOver: PageAnswer = { view: over, status: 400 }

/**
 * Shows what the authorization request of an app still needs from the person. If it needs nothing, the browser returns
 * to the app.
 */
export const showAuthorize = (app: AppPages, request: PageRequest): Promise<PageAnswer> =>
  forRequest(app, request, request.query.interaction, undefined)

/** Handles the answer of a person to the authorization request of an app. */
export async function answerAuthorize(app: AppPages, request: PageRequest): Promise<PageAnswer> {
  const { interaction: uid, answer } = request.body ?? {}
  const given = answers.find((one) => one === answer)
  if (given !== 'deny') return forRequest(app, request, uid, given)
  const { findInteraction, denyInteraction } = await loadInteractions()
  const interaction = await findInteraction(app.oidc, uid)
  if (!interaction) return isOver
  return leave(interaction, await denyInteraction(app.oidc, interaction))
}

async function forRequest(
  app: AppPages,
  request: PageRequest,
  uid: unknown,
  answer: Answer | undefined,
): Promise<PageAnswer> {
  const { pages, oidc } = app
  const { findInteraction, holdInteraction } = await loadInteractions()
  const interaction = await findInteraction(oidc, uid)
  if (!interaction) return isOver
  await holdInteraction(oidc, interaction)
  const session = await findBrowserSession(pages, request.headers.cookie)
  const user = session && (await findSignedInUser(pages, session))
  if (user) noteOwnLanguage(request, user.locale)
  if (!user) return { to: withReturn('sign-in', authorizePage(interaction.uid)) }
  const asked = { interaction, session, user }
  // If the person has changed the account since the consent page was shown, the request is checked from the beginning
  // with the new account.
  const isConsent = interaction.prompt === 'consent' && interaction.session === session.id
  if (!isConsent) return goOnWithLogin(app, asked, answer)
  return answer === 'allow'
    ? allow(app, asked, request.body?.token ?? '')
    : { view: consentView(app, asked, false) }
}

/** Returns whether the user has signed in or re-authenticated after the app began its request. */
const isFresh = ({ interaction, session }: Asked): boolean => session.authenticatedAt >= interaction.startedAt

/** The reasons of oidc-provider which mean that the app asks for another account than the one that is signed in. */
const ofOtherAccount = ['id_token_hint', 'claims_id_token_sub_value']

async function goOnWithLogin(
  { pages, oidc }: AppPages,
  asked: Asked,
  answer: Answer | undefined,
): Promise<PageAnswer> {
  const { interaction, session, user } = asked
  if (!isFresh(asked)) {
    if (interaction.reasons.some((reason) => ofOtherAccount.includes(reason)))
      return { view: otherAccountView(interaction, user.username) }
    if (interaction.prompt === 'select_account' && answer !== 'continue')
      return { view: chooseAccountView(interaction, user.username) }
  }
  const lacksLevel = interaction.wantsAal2 && levelOf(session.amr) !== 'aal2'
  if (lacksLevel && !(await hasFactor(pages, asked))) return { view: needsFactorView(interaction) }
  if (lacksLevel || (interaction.wantsFreshLogin && !isFresh(asked)))
    return { to: withReturn('prove', authorizePage(interaction.uid)) }
  const { finishLogin } = await loadInteractions()
  return leave(interaction, await finishLogin(oidc, { uid: interaction.uid, session }))
}

/** Returns whether the user has a second factor that the page for re-authentication can ask for. */
const hasFactor = async (pages: Pages, { session }: Asked): Promise<boolean> =>
  (await findOwnFactors(pages, { caller: callerOf(session) })).factors.is_required_at_login

const leave = ({ client }: Interaction, to: string | undefined): PageAnswer =>
  to === undefined ? isOver : { view: goingOn(client.name, to), goesOnTo: to }

/**
 * The lifetime of the token in the form of the consent page, in milliseconds: long enough to read the page, and no longer than
 * the request itself.
 */
const tokenMs = 60 * 60_000

/**
 * Returns what the token of the consent page is bound to: this request, this session, and exactly the rights that the page has
 * shown.
 */
const useOf = ({ interaction: { uid, missing, resources }, session }: Asked) => ({
  purpose: 'consent',
  boundTo: JSON.stringify([uid, session.id, missing, resources]),
})

function consentView({ pages }: AppPages, asked: Asked, isChanged: boolean) {
  const token = makeChallenge(pages.challengeKeys, useOf(asked), pages.clock.now() + tokenMs)
  return appConsentView(asked.interaction, { username: asked.user.username, token, isChanged })
}

async function allow(app: AppPages, asked: Asked, token: string): Promise<PageAnswer> {
  const { pages, oidc } = app
  const { interaction, session } = asked
  if (!openChallenge(pages.challengeKeys, useOf(asked), { challenge: token, now: pages.clock.now() }))
    return { view: consentView(app, asked, true), status: 400 }
  const { finishConsent } = await loadInteractions()
  return leave(interaction, await finishConsent(oidc, { uid: interaction.uid, session }))
}
