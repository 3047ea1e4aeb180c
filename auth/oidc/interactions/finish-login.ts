import { levelOf } from '../../core/level-of.ts'
import type { Session } from '../../core/session.ts'
import type { InteractionContext } from '../core/oidc.ts'
import { answerInteraction } from './answer-interaction.ts'
import { findInteraction, type Interaction } from './interaction.ts'

/**
 * Continues a client's request after the person has signed in, with the present session of the browser. Returns the address to
 * go to; undefined when the request is over, or when the login is not fresh enough for the client.
 */
export async function finishLogin(
  oidc: InteractionContext,
  { uid, session }: { uid: string; session: Session },
): Promise<string | undefined> {
  const interaction = await findInteraction(oidc, uid)
  if (!interaction || !suffices(interaction, session)) return undefined
  const login = {
    accountId: session.userId,
    ts: Math.floor(session.authenticatedAt / 1000),
    amr: [...session.amr],
    acr: levelOf(session.amr),
  }
  const chosen = interaction.prompt === 'select_account' ? { select_account: {} } : {}
  const isAnswered = await answerInteraction(oidc, { uid, result: { login, ...chosen } })
  return isAnswered ? interaction.goesOnAt : undefined
}

/** Checks whether a login is fresh enough for a request. The level of the login is checked later, when the code is issued. */
const suffices = (interaction: Interaction, { authenticatedAt }: Session): boolean =>
  !interaction.wantsFreshLogin || authenticatedAt >= interaction.startedAt
