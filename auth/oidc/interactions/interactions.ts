import type { AdapterPayload, InteractionResults } from 'oidc-provider'
import type { Sql } from '#runtime/database/database.ts'
import { levelOf } from '../../core/level-of.ts'
import { digestOf } from '../../core/opaque-token.ts'
import type { Session } from '../../core/session.ts'
import { findArtifact, holdArtifact, replaceArtifact } from '../artifacts/artifact-store.ts'
import { fromStoredPayload, toStoredPayload } from '../artifacts/payload.ts'
import type { InteractionContext } from '../core/oidc.ts'
import { findConsent, storeConsent } from '../grants/consent-store.ts'
import { join } from '../grants/given.ts'
import { findGrantsOfSession, giveGrant } from '../grants/grant-store.ts'
import { type Interaction, toInteraction } from './interaction.ts'

const form = /^[\w-]{20,64}$/

/** Finds a request that waits for a person; undefined when it is over, has expired, or never existed. */
export async function findInteraction(
  oidc: InteractionContext,
  uid: unknown,
): Promise<Interaction | undefined> {
  const found = await findStoredInteraction(oidc, uid)
  const params = found?.payload.params
  const client =
    params && (await oidc.clients.find(typeof params.client_id === 'string' ? params.client_id : ''))
  return client && toInteraction(oidc, { ...found, client })
}

/** Finds the stored form of a request that waits for a person and was not answered yet. */
async function findStoredInteraction(
  { db, clock, masterKeys }: InteractionContext,
  uid: unknown,
): Promise<{ uid: string; payload: AdapterPayload; expiresAt: number } | undefined> {
  if (typeof uid !== 'string' || !form.test(uid)) return undefined
  const model = 'Interaction'
  const row = await findArtifact(db, { model, digest: digestOf(uid), now: clock.now() })
  if (!row || row.consumedAt !== null) return undefined
  const payload = fromStoredPayload(masterKeys, { id: uid, model, text: row.payload })
  return { uid, payload, expiresAt: row.expiresAt }
}

/** Keeps a request that a person has begun to answer, however many others come from the same network. */
export const holdInteraction = (
  { db }: Pick<InteractionContext, 'db'>,
  { uid }: Pick<Interaction, 'uid'>,
): Promise<void> => holdArtifact(db, { model: 'Interaction', digest: digestOf(uid) })

/** Refuses the request of a client for the person. Returns the address to go to; undefined when the request is over. */
export async function denyInteraction(
  oidc: InteractionContext,
  { uid }: { uid: string },
): Promise<string | undefined> {
  const interaction = await findInteraction(oidc, uid)
  const result = { error: 'access_denied', error_description: 'The person has refused.' }
  const isAnswered = interaction && (await answerInteraction(oidc, { uid, result }))
  return isAnswered ? interaction.goesOnAt : undefined
}

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

/**
 * Stores a person's answer to the request of a client, which the library reads when the browser continues. The session with
 * which the request began is left out, because another session may have answered. Returns false when the request is over.
 */
async function answerInteraction(
  oidc: InteractionContext,
  { uid, result }: { uid: string; result: InteractionResults },
  tx: Sql = oidc.db,
): Promise<boolean> {
  const found = await findStoredInteraction(oidc, uid)
  if (!found) return false
  const { session, ...payload } = found.payload
  const answered = { ...payload, result: { ...payload.lastSubmission, ...result } }
  const model = 'Interaction'
  return replaceArtifact(tx, {
    model,
    digest: digestOf(uid),
    payload: toStoredPayload(oidc.masterKeys, { id: uid, model, payload: answered }),
    grantId: null,
    userCode: null,
    generation: 0,
    expiresAt: found.expiresAt,
  })
}
