import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Database } from '#runtime/database/database.ts'
import { holdLease, maxClockSkewMs } from '#runtime/database/lease.ts'
import { queueDelivery, type Sink } from '#runtime/events/outbox.ts'
import { newId } from '#runtime/ids.ts'
import { eventExamples } from '#tests/contract/event-examples.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { newMasterKey } from '#tests/support/process.ts'
import { settingsApart } from '#tests/support/services-apart.ts'
import { type System, stillClock } from '#tests/support/system.ts'
import { startProxy } from '#tests/support/tcp-proxy.ts'
import { until } from '#tests/support/until.ts'
import { answering, machine, settings as webhookSettings } from '#tests/support/webhook-machine.ts'
import { startReceiver } from '#tests/support/webhook-receiver.ts'
import { requestSeal } from '#users/core/queued-request.ts'
import { sealPayload } from '#users/core/sealed-payload.ts'
import { linkRequestSeal } from '#users/messages/links/request-link.ts'
import { sampleMails } from '#users/messages/mail/mail-content.ts'
import { mailSeal } from '#users/messages/mail/queue-mail.ts'

const aheadMs = 2 * 60 * 60_000
const [hour, day, year] = [3_600_000, 86_400_000, 365 * 86_400_000]

const sources = ['users', 'auth', 'runtime']
  .flatMap((folder) => globSync(`${folder}/**/*.ts`))
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** The receivers of deliveries that the code names. */
const sinks = [...sources.matchAll(/\bsink(?:<[^(]*>)?\(['`]([^'`$]+)/g)].map(([, name = '']) => name)

interface Item {
  type: string
  subject: string
  payload: unknown
}

/** A delivery for each receiver that its worker can carry out, and the service in whose database it waits. */
const itemsFor = (
  masterKeys: readonly Buffer[],
  webhookId: string,
): Record<string, { service: 'users' | 'auth'; sink: string; item(at: number): Item }> => {
  const email = 'nobody@example.com'
  const sealed = (purpose: string, value: unknown) => sealPayload(masterKeys, purpose, value)
  const of = (service: 'users' | 'auth', sink: string, item: (at: number) => Item) => ({
    service,
    sink,
    item,
  })
  const [content] = sampleMails
  return {
    mail: of('users', 'mail', () => ({
      type: 'password_changed',
      subject: randomUUID(),
      payload: sealed(mailSeal, { to: email, language: 'en', content }),
    })),
    links: of('users', 'links', () => ({
      type: 'reset_password',
      subject: randomUUID(),
      payload: sealed(linkRequestSeal, { purpose: 'reset_password', email }),
    })),
    requests: of('users', 'requests', () => ({
      type: 'email_change',
      subject: randomUUID(),
      payload: sealed(requestSeal, { email }),
    })),
    admins: of('users', 'admins', (at) => {
      const userId = randomUUID()
      return { type: 'admin_added', subject: userId, payload: { kind: 'admin_added', userId, by: null, at } }
    }),
    auth: of('users', 'auth', () => {
      const user_id = randomUUID()
      return { type: 'revoked', subject: user_id, payload: { user_id, epoch: 1, reason: 'revoked' } }
    }),
    // An event that is no longer kept is done without a request to the receiver.
    'webhook:': of('users', `webhook:${webhookId}`, (at) => ({
      type: 'user.updated',
      subject: randomUUID(),
      payload: newId(at),
    })),
    users: of('auth', 'users', (at) => {
      const event = {
        id: newId(at),
        type: 'keys.rotated',
        subject: null,
        data: eventExamples['keys.rotated'],
        at,
      }
      return { type: event.type, subject: event.id, payload: event }
    }),
    oidc_logout: of('auth', 'oidc_logout', () => {
      const [clientId, userId, sessionId] = [randomUUID(), randomUUID(), randomUUID()]
      return { type: 'logout', subject: sessionId, payload: { clientId, userId, sessionId } }
    }),
  }
}

/** Puts an item into each queue, put off by half a minute as after a failure or by a node that died. Returns the ids. */
async function putOff(system: System, items: ReturnType<typeof itemsFor>): Promise<Set<string>> {
  const at = system.clock.now()
  const ids = new Set<string>()
  for (const { service, sink, item } of Object.values(items)) {
    const db = await system.database(service)
    await db.transaction(async (tx) => {
      const given = item(at)
      await queueDelivery(tx, { sink: sink as Sink<unknown>, ...given, at })
      const [queued] = await tx.query<{ id: string }>`
        UPDATE outbox SET due_at = ${at + 30_000}, attempts = 1 WHERE sink = ${sink} AND subject = ${given.subject}
        RETURNING id`
      ids.add(queued?.id ?? '')
    })
  }
  return ids
}

interface Waiting {
  id: string
  sink: string
  dead_at: number | null
  last_error: string | null
}
const waitingOf = async (system: System, ids: ReadonlySet<string>): Promise<Waiting[]> => {
  const found: Waiting[] = []
  for (const service of ['users', 'auth'] as const) {
    const db = await system.database(service)
    found.push(...(await db.query<Waiting>`SELECT id, sink, dead_at, last_error FROM outbox`))
  }
  return found.filter(({ id }) => ids.has(id))
}

/** Returns the columns of a database that can hold a time to come: all times but those whose name says that it is past. */
async function timesToCome(db: Database): Promise<string[]> {
  const columns =
    db.engine === 'sqlite'
      ? await db.query<{ name: string; part: string }>`
          SELECT tables.name AS name, columns.name AS part
          FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'`
      : await db.query<{ name: string; part: string }>`
          SELECT table_name AS name, column_name AS part FROM information_schema.columns
          WHERE table_schema = current_schema()`
  const isTime = /(_at|_until|_due|_next)$/
  const isPast = /((?<!schedul)ed|forgotten|made|read|given|dead|suspect|last_\w+)_at$/
  const isValidity = /^(?!leases\.).*(expires_at|former_until)$/
  return columns
    .map(({ name, part }) => `${name}.${part}`)
    .filter((column) => isTime.test(column) && !isPast.test(column) && !isValidity.test(column))
}

/** What waits for the time in a column, and who sees that it comes back. */
const cases: Record<string, string> = {
  'outbox.due_at': 'the walk over all queues',
  'outbox.scheduled_at': 'the walk over all queues',
  'leases.expires_at': 'the walk over all leases',
  'signing_keys.activates_at': 'the walk over the keys',
  'signing_keys.removes_at': 'a key is kept for longer, and nothing waits for it',
  'login_attempts.free_at': 'the login after the walk',
  'login_attempts.under_way_until': 'the login after the walk',
  'rate_limits.full_at': 'users/core/rate-limit-store.test.ts',
  'mail_budgets.ends_at': 'users/messages/mail/mail-budget.test.ts',
}

onEachEngine((startSystem) => {
  test('an order, a mail and a webhook that were put off while the clock was ahead go out once it is right', async () => {
    await using receiver = await startReceiver()
    let takesMail = false
    await using mails = await startMailServer({
      onRcptTo: (_address, _session, callback) =>
        callback(takesMail ? null : Object.assign(new Error('later'), { responseCode: 451 })),
    })
    const clock = stillClock()
    const settings = {
      ...webhookSettings,
      ...(await settingsApart()),
      LATCHKEY_SMTP_URL: mails.url,
      LATCHKEY_MAIL_FROM: 'Shop <noreply@shop.example>',
    }
    let hasAuth = true
    await using proxy = await startProxy(settings.LATCHKEY_AUTH_URL, (sent, link) => {
      if (hasAuth) return sent
      link.cut()
      return undefined
    })
    await using auth = await startSystem({ services: 'auth', settings, clock })
    await using users = await startSystem({
      services: 'users',
      settings: { ...settings, LATCHKEY_AUTH_URL: new URL(proxy.url).origin },
      clock,
    })
    const admin = () => auth.logIn('admin', readFileSync(join(users.data, 'admin-password'), 'utf8').trim())
    const { call, hook } = await machine({ ...users, admin })
    const ada = await users.signUp('ada')
    const { access_token: token } = await auth.logIn('ada', ada.password)
    await hook(receiver.url, { event_types: ['user.suspended'] })
    receiver.answer = answering(500)
    hasAuth = false

    clock.advance(aheadMs)
    assert.equal((await call('PATCH', `/users/${ada.id}`, { status: 'suspended' })).status, 200)
    const db = await users.database('users')
    await until('each to be put off', async () => {
      const rows = await db.query<{ sink: string }>`
        SELECT sink FROM outbox WHERE last_error IS NOT NULL AND due_at > ${clock.now() - aheadMs / 2}`
      return ['auth', 'mail', 'webhook'].every((name) => rows.some(({ sink }) => sink.startsWith(name)))
    })
    clock.advance(-aheadMs)
    receiver.answer = answering(204)
    takesMail = true
    hasAuth = true
    await until('the webhook', () => receiver.requests.length > 1)
    await until('the mail', () => mails.received.length > 0)
    await until('the order', async () => {
      const { status } = await users.send('GET', `${auth.authUrl}/auth/validate`, { token })
      return status === 401
    })
  })

  test('whatever the clock did, each item of each queue is done afterwards, and nothing sleeps until a far future', async () => {
    await using receiver = await startReceiver()
    const clock = stillClock()
    const masterKey = newMasterKey()
    await using system = await startSystem({
      settings: { ...webhookSettings, LATCHKEY_MASTER_KEY: masterKey },
      clock,
    })
    const { hook } = await machine(system)
    const { id: webhookId } = await hook(receiver.url)
    const items = itemsFor([Buffer.from(masterKey, 'base64')], webhookId)
    assert.deepEqual(Object.keys(items).toSorted(), sinks.toSorted(), 'each receiver in the code has an item')
    const { password } = await system.signUp('ada')
    const databases = [await system.database('users'), await system.database('auth')] as const
    const found = new Set((await Promise.all(databases.map(timesToCome))).flat())
    assert.deepEqual([...found].toSorted(), Object.keys(cases).toSorted(), 'each time to come has a case')

    const areDone = async (what: string, ids: ReadonlySet<string>) => {
      await until(what, async () => {
        const waiting = await waitingOf(system, ids)
        assert.deepEqual(
          waiting.filter(({ dead_at }) => dead_at !== null),
          [],
          what,
        )
        return waiting.length === 0
      })
    }
    const auth = databases[1]
    const keys = () => auth.query<{
      status: string
      activates_at: number | null
      activated_at: number | null
    }>`
      SELECT status, activates_at, activated_at FROM signing_keys`
    for (const [name, stepMs] of Object.entries({ hour, day, year })) {
      clock.advance(stepMs)
      const ahead = await putOff(system, items)
      if (stepMs === year) {
        for (let tries = 0; tries < 8; tries++)
          await system.send('POST', `${system.authUrl}/auth/login`, {
            body: { username: 'ada', password: 'wrong' },
          })
        await until('the next key', async () => (await keys()).some(({ status }) => status === 'next'))
      }
      clock.advance(-stepMs)
      await areDone(`what was put off ${name} ahead`, ahead)
      clock.advance(-stepMs)
      const behind = await putOff(system, items)
      clock.advance(stepMs)
      await areDone(`what was put off ${name} behind`, behind)
    }

    const now = clock.now()
    for (const db of databases) {
      const names = await db.query<{ name: string }>`SELECT name FROM leases`
      for (const { name } of names) {
        const isHeld = await db.transaction(async (tx) => {
          await tx.query`UPDATE leases SET holder = 'a node that ended', expires_at = ${now + year} WHERE name = ${name}`
          return holdLease(tx, { name, holder: 'the test', now, forMs: 60_000 })
        })
        assert.ok(isHeld, `the lease ${name} of a node whose clock was ahead`)
      }
    }
    await system.logIn('ada', password)
    await until('every key to have a time that comes', async () =>
      (await keys()).every(
        ({ status, activates_at, activated_at }) =>
          (status !== 'next' || (activates_at ?? 0) <= now + day + maxClockSkewMs) &&
          (status !== 'active' || (activated_at ?? 0) <= now + maxClockSkewMs),
      ),
    )
  })
})
