import { setTimeout as sleep } from 'node:timers/promises'
import { refreshEndpoint } from '#contract/auth.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { validateTokenEndpoint } from '#contract/sessions/tokens.ts'
import { getUserEndpoint } from '#contract/users.ts'
import { type Node, type RecordedCalls, recordCalls } from './recorded-calls.ts'

/** The state of a user according to the last reply about this user. */
export interface AcknowledgedUser {
  id: string
  state: 'there' | 'deleted'
  acknowledgedAt: number
}

export interface AcknowledgedSession {
  id: string
  accessToken: string
  refreshToken: string
  state: 'living' | 'logout' | 'user_deleted'
  acknowledgedAt: number
}

export interface AcknowledgedState {
  users: readonly AcknowledgedUser[]
  sessions: readonly AcknowledgedSession[]
}

/** A state that was acknowledged to a client and that a later reply contradicts. */
export interface Deviation {
  what: string
  acknowledgedAt: number
}

interface Asking extends RecordedCalls {
  adminToken: string
}

const atOnce = 20
/**
 * The longest time for which sessions may outlive the reply to the deletion of their user. When the
 * authentication service cannot be reached, the user service sends the order to end them again later.
 */
const ordersArriveWithinMs = 15_000

/**
 * Requests every acknowledged user and session from the services, and returns those that are not in the
 * acknowledged state.
 */
export async function findDeviations(
  acknowledged: AcknowledgedState,
  system: { nodes: readonly Node[]; adminToken: string },
): Promise<Deviation[]> {
  const asking = { ...recordCalls(system.nodes), adminToken: system.adminToken }
  const checks = [
    ...acknowledged.users.map((user) => () => checkUser(asking, user)),
    ...acknowledged.sessions.map((session) => () => checkSession(asking, session)),
  ].values()
  const deviations: Deviation[] = []
  const checkNext = async () => {
    for (const check of checks) {
      const found = await check()
      if (found) deviations.push(found)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, checkNext))
  return deviations
}

async function checkUser(asking: Asking, user: AcknowledgedUser): Promise<Deviation | undefined> {
  const { id, state, acknowledgedAt } = user
  const found = await asking
    .askOnce(getUserEndpoint, { params: { id } }, { bearer: asking.adminToken })
    .then(() => 'there', refusal)
  if (found === (state === 'there' ? 'there' : 'user_not_found')) return undefined
  return { what: `user ${id} is ${state}, but the answer is ${found}`, acknowledgedAt }
}

async function checkSession(asking: Asking, session: AcknowledgedSession): Promise<Deviation | undefined> {
  const { id, state, accessToken, refreshToken, acknowledgedAt } = session
  const expected = state === 'living' ? 'living' : `session_ended ${state}`
  const waitMs = state === 'user_deleted' ? ordersArriveWithinMs : 0
  for (const startedAt = performance.now(); ; await sleep(100)) {
    const validated = await asking
      .askOnce(validateTokenEndpoint, {}, { bearer: accessToken })
      .then(() => 'living', refusal)
    const refreshed = await asking
      .askOnce(refreshEndpoint, { body: { refresh_token: refreshToken } })
      .then(() => 'living', refusal)
    if (validated === expected && refreshed === expected) return undefined
    if (performance.now() - startedAt < waitMs) continue
    const what = `session ${id} is ${expected}, but validation says ${validated} and refresh ${refreshed}`
    return { what, acknowledgedAt }
  }
}

function refusal(error: unknown): string {
  if (!(error instanceof Failure)) return 'no answer'
  return error.reason === undefined ? error.code : `${error.code} ${error.reason}`
}
