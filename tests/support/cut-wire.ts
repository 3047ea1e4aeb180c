import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#runtime/database/database.ts'
import { outboxColumns } from '#runtime/events/outbox.ts'
import { sessionEndSink } from '#users/core/session-directory.ts'
import { settingsApart } from './services-apart.ts'
import type { System, startSystem, TestClock } from './system.ts'
import { startProxy } from './tcp-proxy.ts'
import { until } from './until.ts'

/** What becomes of an order on a cut wire: its connection is closed, nothing answers, or it arrives and its reply is lost. */
export const cuts = ['closed', 'silent', 'reply lost'] as const
export type Cut = (typeof cuts)[number]

/** Both services, with a wire between them that orders to end sessions go through. */
export interface CutSystem extends AsyncDisposable {
  system: System
  /**
   * From now on no order about a user arrives, or no reply to one. All other requests between the services do. In one process the
   * authentication service refuses the orders, whatever `how` says.
   */
  cut(userId: string, how?: Cut): Promise<void>
  /** Lets orders through again, and waits until all of them have arrived. */
  mend(): Promise<void>
}

/** Starts both services with a wire that can be cut: apart, as two processes do, or as one process. */
export async function startCutSystem(
  start: typeof startSystem,
  {
    isApart,
    settings: more = {},
    clock,
  }: { isApart: boolean; settings?: Record<`LATCHKEY_${string}`, string>; clock?: TestClock },
): Promise<CutSystem> {
  await using parts = new AsyncDisposableStack()
  const settings = await settingsApart()
  let cut: Cut | undefined
  const proxy = parts.use(
    await startProxy(settings.LATCHKEY_AUTH_URL, (sent, link) => {
      if (!cut || !sent.includes('POST /internal/sessions/end')) return sent
      if (cut === 'reply lost') {
        link.cutAtAnswer()
        return sent
      }
      if (cut === 'closed') link.cut()
      return undefined
    }),
  )
  const options = {
    settings: { ...settings, ...more, LATCHKEY_AUTH_URL: proxy.url },
    ...(clock && { clock }),
  }
  const system = isApart ? await startApart(start, options, parts) : parts.use(await start(options))
  const kept = parts.move()
  return {
    system,
    async cut(userId, how = 'closed') {
      cut = how
      if (!isApart) await blockOrders(await system.database('users'), userId)
    },
    async mend() {
      cut = undefined
      const db = await system.database('users')
      await db.query`DELETE FROM outbox WHERE sink = 'auth' AND type = 'blocked'`
      await until('every order to arrive', async () => {
        // Orders that wait for another attempt, up to a minute, are made due.
        const now = system.clock.now()
        await db.query`
          UPDATE outbox SET due_at = ${now} WHERE sink = 'auth' AND last_error IS NOT NULL AND due_at > ${now}`
        return (await db.query`SELECT id FROM outbox WHERE sink = 'auth'`).length === 0
      })
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/**
 * Queues an order that the authentication service refuses, before those about the user that follow. In one process the orders go to
 * the own port, past any proxy.
 */
export async function blockOrders(db: Database, userId: string): Promise<void> {
  await db.query`
    INSERT INTO outbox (${outboxColumns})
    VALUES (${`blocked ${userId}`}, ${sessionEndSink}, 'blocked', ${userId}, 0, '{}', 0, 0, 0, 0)`
}

async function startApart(
  start: typeof startSystem,
  options: Parameters<typeof startSystem>[0],
  parts: AsyncDisposableStack,
): Promise<System> {
  const users = parts.use(await start({ ...options, services: 'users' }))
  const auth = parts.use(await start({ ...options, services: 'auth' }))
  const { authUrl, authGrpc, logIn } = auth
  return {
    ...users,
    authUrl,
    authGrpc,
    logIn,
    admin: () => logIn('admin', readFileSync(join(users.data, 'admin-password'), 'utf8').trim()),
    database: (service) => (service === 'auth' ? auth : users).database(service),
    async signUpAndLogIn(username) {
      const { password } = await users.signUp(username)
      return { ...(await logIn(username, password)), password }
    },
  }
}
