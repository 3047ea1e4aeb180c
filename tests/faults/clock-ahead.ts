import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { submit } from '#tests/support/account-forms.ts'
import { type Engine, engines } from '#tests/support/engines.ts'
import { logoutReceiver } from '#tests/support/logout-receiver.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { logInTo, relyingParty, signedInBrowser } from '#tests/support/relying-party.ts'
import { settingsApart } from '#tests/support/services-apart.ts'
import { type System, startSystem, stillClock } from '#tests/support/system.ts'
import { startProxy } from '#tests/support/tcp-proxy.ts'
import { until } from '#tests/support/until.ts'
import { answering, machine, settings as webhookSettings } from '#tests/support/webhook-machine.ts'
import { startReceiver } from '#tests/support/webhook-receiver.ts'
import type { CampaignOptions, Outcome } from './campaign.ts'

const aheadMs = 2 * 60 * 60_000
/** Far longer than the queues take, and far shorter than the clock was ahead. */
const promisedMs = 15_000

interface Round {
  /** How long each queue took once the clock was right, and its receiver was back. */
  tookMs: Map<string, number>
  /** The replies to the session of a user who did nothing wrong: a validation, and the exchange of a token from the future. */
  honest: number[]
  violations: string[]
}

/**
 * The clock is two hours ahead while no receiver takes deliveries, so that each queue puts off its own. Then the clock is set right, and
 * all receivers are back.
 */
async function setClockAhead(engine: Engine): Promise<Round> {
  await using parts = new AsyncDisposableStack()
  const receiver = parts.use(await startReceiver())
  const application = parts.use(await logoutReceiver())
  let isAway = false
  const mails = parts.use(
    await startMailServer({
      onRcptTo: (_address, _session, callback) =>
        callback(isAway ? Object.assign(new Error('later'), { responseCode: 451 }) : null),
    }),
  )
  const apart = await settingsApart()
  const cuttable = async (url: string) =>
    parts.use(
      await startProxy(url, (sent, link) => {
        if (!isAway) return sent
        link.cut()
        return undefined
      }),
    )
  const [toUsers, toAuth] = [
    await cuttable(apart.LATCHKEY_USERS_URL),
    await cuttable(apart.LATCHKEY_AUTH_URL),
  ]
  const clock = stillClock()
  const settings = {
    ...webhookSettings,
    ...apart,
    LATCHKEY_SMTP_URL: mails.url,
    LATCHKEY_MAIL_FROM: 'Shop <noreply@shop.example>',
  }
  const start = (services: 'auth' | 'users', peer: Record<string, string>) =>
    startSystem({ engine, services, settings: { ...settings, ...peer }, clock })
  const auth = parts.use(await start('auth', { LATCHKEY_USERS_URL: new URL(toUsers.url).origin }))
  const users = parts.use(await start('users', { LATCHKEY_AUTH_URL: new URL(toAuth.url).origin }))
  const admin = () => auth.logIn('admin', readFileSync(join(users.data, 'admin-password'), 'utf8').trim())
  const system: System = { ...users, authUrl: auth.authUrl, admin, logIn: auth.logIn }

  const { call, hook } = await machine(system)
  await hook(receiver.url, { event_types: ['user.suspended'] })
  const wiki = await relyingParty(system, { backchannel_logout_uri: application.url })
  const [ada, grace, mel, honest] = [
    await users.signUp('ada'),
    await users.signUp('grace'),
    await users.signUp('mel'),
    await users.signUp('honest'),
  ]
  const browser = await signedInBrowser(system, grace)
  await logInTo(wiki, browser)
  const { access_token: suspended } = await auth.logIn('ada', ada.password)
  const honestPair = await auth.logIn('honest', honest.password)
  await until('the mails about all this', () => mails.received.length > 0)

  const validate = async (token: string) =>
    (await system.send('GET', `${auth.authUrl}/auth/validate`, { token })).status
  const refresh = (refreshToken: string) =>
    system.send('POST', `${auth.authUrl}/auth/refresh`, { body: { refresh_token: refreshToken } })

  clock.advance(aheadMs)
  const ahead = await refresh(honestPair.refresh_token)
  assert.equal(ahead.status, 200)
  const { access_token: future } = await auth.logIn('grace', grace.password)
  const cookie = `__Host-latchkey=${browser.cookies.get('__Host-latchkey')}`
  isAway = true
  application.state.isDown = true
  receiver.answer = answering(500)
  assert.ok((await submit(system, '/sign-out', {}, { cookie })).status < 400)
  assert.equal((await system.send('POST', `${auth.authUrl}/auth/logout`, { token: future })).status, 200)
  assert.equal((await call('PATCH', `/users/${ada.id}`, { status: 'suspended' })).status, 200)
  const reset = await call('POST', `/users/${mel.id}/password-reset`)
  assert.ok(reset.status < 300, JSON.stringify(reset.body))
  const putOff = async (service: 'users' | 'auth') => {
    const db = await (service === 'users' ? users : auth).database(service)
    return db.query<{ sink: string }>`
      SELECT DISTINCT sink FROM outbox WHERE last_error IS NOT NULL AND due_at > ${clock.now() - aheadMs / 2}`
  }
  const awaited = { users: ['auth', 'mail', 'webhook'], auth: ['oidc_logout'] } as const
  for (const service of ['users', 'auth'] as const)
    await until(`${awaited[service].join()} to be put off`, async () => {
      const rows = await putOff(service)
      return awaited[service].every((name) => rows.some(({ sink }) => sink.startsWith(name)))
    })

  const [webhooks, sent] = [receiver.requests.length, mails.received.length]
  clock.advance(-aheadMs)
  isAway = false
  application.state.isDown = false
  receiver.answer = answering(204)
  const startedAt = performance.now()
  const tookMs = new Map<string, number>()
  const endsKnown = async () => {
    const db = await users.database('users')
    return (await db.query`SELECT id FROM events WHERE type = 'session.ended' AND subject = ${grace.id}`)
      .length
  }
  const queues: [string, () => Promise<boolean> | boolean][] = [
    ['order to end sessions', async () => (await validate(suspended)) === 401],
    ['webhook', () => receiver.requests.length > webhooks],
    ['mail', () => mails.received.length > sent],
    ['logout of the application', () => application.told.length > 0],
    ['events to the user service', async () => (await endsKnown()) >= 2],
  ]
  await Promise.all(
    queues.map(async ([name, isDone]) => {
      await until(name, isDone).catch(() => {})
      if (await isDone()) tookMs.set(name, performance.now() - startedAt)
    }),
  )
  const replies = [await validate(honestPair.access_token), (await refresh(ahead.body.refresh_token)).status]
  return {
    tookMs,
    honest: replies,
    violations: [
      ...queues.filter(([name]) => !tookMs.has(name)).map(([name]) => `${name}: not delivered`),
      ...[...tookMs]
        .filter(([, ms]) => ms > promisedMs)
        .map(([name, ms]) => `${name}: after ${Math.round(ms)} ms`),
      ...replies.filter((status) => status !== 200).map((status) => `an honest session got ${status}`),
    ],
  }
}

/** Sets the clock two hours ahead and right again under each queue that has a receiver, on each engine. */
export async function setClocksAhead({ rounds = 1 }: Pick<CampaignOptions, 'rounds'>): Promise<Outcome> {
  const outcome: Outcome = { figures: [], violations: [] }
  for (const engine of engines)
    for (let number = 1; number <= rounds; number++) {
      const { tookMs, honest, violations } = await setClockAhead(engine)
      const shown = [...tookMs].map(([name, ms]) => `${name} ${Math.round(ms)} ms`).join(', ')
      outcome.figures.push([`${engine}, round ${number}`, `${shown}; honest session: ${honest.join()}`])
      outcome.violations.push(...violations.map((violation) => `${engine}, round ${number}: ${violation}`))
    }
  return outcome
}
