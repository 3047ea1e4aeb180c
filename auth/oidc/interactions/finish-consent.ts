import type { Session } from '../../core/session.ts'
import type { InteractionContext } from '../core/oidc.ts'
import { findConsent, storeConsent } from '../grants/consent-store.ts'
import { join } from '../grants/given.ts'
import { findGrantsOfSession, giveGrant } from '../grants/grant-store.ts'
import { answerInteraction } from './answer-interaction.ts'
import { findInteraction } from './interaction.ts'

/**
 * Gives a client the access that its request asks for, and stores the consent. The form contains only the id of the request:
 * the access is read from the stored request, which is what the page has shown (I135). Returns the address to go to; undefined
 * when the request is over, or was begun by another session.
 */
export async function finishConsent(
  oidc: InteractionContext,
  { uid, session }: { uid: string; session: Session },
): Promise<string | undefined> {
  const interaction = await findInteraction(oidc, uid)
  if (interaction?.prompt !== 'consent' || interaction.session !== session.id) return undefined
  const { client, missing, resources } = interaction
  const { id: sessionId, userId, epoch } = session
  const at = oidc.clock.now()
  const asked = { scope: missing, resources }
  const isGiven = await oidc.db.transaction(async (tx) => {
    if (!(await answerInteraction(oidc, { uid, result: { consent: {} } }, tx))) return false
    const ids = { userId, clientId: client.id }
    const grant = (await findGrantsOfSession(tx, sessionId)).find(({ clientId }) => clientId === client.id)
    const given = join(grant ?? nothing, asked)
    const expiresAt = at + oidc.policy.sessionMs
    // If the session has ended since the request arrived, it must give no access and store no consent for later sessions.
    if ((await giveGrant(tx, { ...ids, sessionId, ...given, at, expiresAt })) === undefined) return false
    const consent = join((await findConsent(tx, ids)) ?? nothing, given)
    await storeConsent(tx, { ...ids, ...consent, givenAt: at, epoch })
    return true
  })
  return isGiven ? interaction.goesOnAt : undefined
}

const nothing = { scope: [], resources: {} }
