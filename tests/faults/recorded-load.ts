import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { logInEndpoint, logOutEndpoint, refreshEndpoint } from '#contract/auth.ts'
import { validateTokenEndpoint } from '#contract/sessions/tokens.ts'
import type { TokenPairResource } from '#contract/sign-in/token-pair.ts'
import type { UserResource } from '#contract/users/user.ts'
import { addUserEndpoint, createUserEndpoint, removeUserEndpoint } from '#contract/users.ts'
import type { AcknowledgedSession, AcknowledgedState, AcknowledgedUser } from './acknowledged-state.ts'
import { type Answer, type Node, recordCalls, retryAfterMs } from './recorded-calls.ts'

export interface RecordedLoad extends AcknowledgedState {
  answers: readonly Answer[]
  /** Resolves when every simulated client has finished its current request. */
  stop(): Promise<void>
}

interface Person {
  username: string
  password: string
}

/**
 * Starts simulated clients that act as users and admins do. Each client sends one request after the other, to the nodes
 * alternately.
 */
export function startRecordedLoad(options: {
  nodes: readonly Node[]
  adminToken: string
  clients: number
  /** The pause of a client between two visits. By default there is none. */
  pauseMs?: number
}): RecordedLoad {
  const { ask, answers } = recordCalls(options.nodes)
  const bearer = options.adminToken
  const users: AcknowledgedUser[] = []
  const sessions: AcknowledgedSession[] = []
  let isStopping = false

  function created({ id }: UserResource): AcknowledgedUser {
    const user: AcknowledgedUser = { id, state: 'there', acknowledgedAt: performance.now() }
    users.push(user)
    return user
  }

  async function signUp(): Promise<Person & { user: AcknowledgedUser }> {
    const username = `user-${randomUUID()}`
    const body = { username, email: `${username}@example.com`, password: randomUUID() }
    const headers = { 'idempotency-key': username }
    return { ...body, user: created(await ask(createUserEndpoint, { body }, { headers })) }
  }

  async function addUser(): Promise<AcknowledgedUser> {
    const name = `user-${randomUUID()}`
    const body = { name, email: `${name}@example.com` }
    const headers = { 'idempotency-key': name }
    return created(await ask(addUserEndpoint, { body }, { bearer, headers }))
  }

  async function remove(user: AcknowledgedUser, ofUser: AcknowledgedSession[] = []): Promise<void> {
    await ask(removeUserEndpoint, { params: { id: user.id } }, { bearer })
    const acknowledgedAt = performance.now()
    Object.assign(user, { state: 'deleted', acknowledgedAt })
    for (const session of ofUser) Object.assign(session, { state: 'user_deleted', acknowledgedAt })
  }

  async function logIn({ username, password }: Person): Promise<AcknowledgedSession> {
    const pair = await ask(logInEndpoint, { body: { username, password } })
    const session: AcknowledgedSession = { id: pair.session_id, state: 'living', ...tokensOf(pair) }
    sessions.push(session)
    return session
  }

  async function refresh(session: AcknowledgedSession): Promise<void> {
    const body = { refresh_token: session.refreshToken }
    Object.assign(session, tokensOf(await ask(refreshEndpoint, { body })))
  }

  async function logOut(session: AcknowledgedSession): Promise<void> {
    await ask(logOutEndpoint, {}, { bearer: session.accessToken })
    Object.assign(session, { state: 'logout', acknowledgedAt: performance.now() })
  }

  async function visit(person: Person, visits: number): Promise<void> {
    const session = await logIn(person)
    for (let times = 0; times < 8; times++) {
      await ask(validateTokenEndpoint, {}, { bearer: session.accessToken })
      await refresh(session)
    }
    const added = await addUser()
    if (visits % 2 === 0) await remove(added)
    if (visits % 3 !== 0) await logOut(session)
    if (visits % 4 !== 0) return
    const passing = await signUp()
    await remove(passing.user, [await logIn(passing)])
  }

  async function live(): Promise<void> {
    let person: Person | undefined
    for (let visits = 1; !isStopping; visits++) {
      try {
        person ??= await signUp()
        await visit(person, visits)
        if (options.pauseMs) await sleep(options.pauseMs)
      } catch {
        // The failed call is recorded. The user or session that it was about keeps the state that was
        // acknowledged before.
        await sleep(retryAfterMs)
      }
    }
  }

  const living = Array.from({ length: options.clients }, live)
  return {
    answers,
    users,
    sessions,
    async stop() {
      isStopping = true
      await Promise.all(living)
    },
  }
}

const tokensOf = (pair: TokenPairResource) => ({
  accessToken: pair.access_token,
  refreshToken: pair.refresh_token,
  acknowledgedAt: performance.now(),
})
