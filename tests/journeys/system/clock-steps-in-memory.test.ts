import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readEvents } from '#tests/support/event-reader.ts'
import { mailTo } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { stillClock } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import { answering, machine, settings } from '#tests/support/webhook-machine.ts'
import { startReceiver } from '#tests/support/webhook-receiver.ts'

const sources = ['users', 'auth', 'runtime']
  .flatMap((folder) => globSync(`${folder}/**/*.ts`))
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** The beginnings of the names of the background loops in the code. */
const found = new Set(
  [...sources.matchAll(/\bstartLoop\(\s*['`]([^'`$]+)/g)].map(([, name = '']) => name.trim()),
)

const noClock = 'compares no times of the clock that can be set'
const queues = 'tests/journeys/system/clock-steps.test.ts'

/** What each loop has to do with a clock that is set, and who sees that it goes on. */
const loops: Record<string, string> = {
  'ask the other servers': noClock,
  'ask the other service': noClock,
  certificates: 'only logs how long a certificate is valid',
  'count foreign passwords': noClock,
  'deliver events to': 'the walk below',
  'deliver to': 'the walk below',
  'deliver to webhooks': 'the walk below',
  'fold names': `holds a lease: ${queues}`,
  health: noClock,
  'measure the clock': 'runtime/database/clock-skew.test.ts',
  'number events': 'the walk below',
  'rotate keys': queues,
  'store how logins went': noClock,
  sweep: `holds a lease: ${queues}`,
  'tell clients of ended sessions': queues,
  'warm the OpenID provider': noClock,
  'wrap fast hashes': 'users/credentials/wrap-fast-hashes.test.ts',
}

test('each background loop says what it does when the clock is set', () => {
  assert.deepEqual([...found].toSorted(), Object.keys(loops).toSorted())
})

const [hour, tenMinutes] = [3_600_000, 600_000]

onEachEngine((startSystem) => {
  test('streams, webhooks, mails and sessions go on when the clock is set back an hour or ahead ten minutes', async () => {
    await using receiver = await startReceiver()
    receiver.answer = answering(204)
    const clock = stillClock()
    await using system = await startSystem({ settings, clock })
    const { call, hook } = await machine(system)
    const { key } = (await call('POST', '/api-keys', { name: 'reader', scopes: ['events:read'] })).body
    await hook(receiver.url, { event_types: ['user.created'] })
    const old = await system.signUpAndLogIn('ada')
    let refreshToken = old.refresh_token
    await using events = await readEvents(`${system.usersUrl}/api/v1/events/stream`, {
      authorization: `Bearer ${key}`,
    })
    await using ends = await readEvents(`${system.authUrl}/api/v1/auth/revocations`, {
      authorization: `Bearer ${system.serviceToken()}`,
    })
    for (const { events: heard } of [events, ends])
      await until('a heartbeat', () => heard.some(({ event }) => event === 'heartbeat'))
    for (const [number, stepMs] of [-hour, hour, tenMinutes, -tenMinutes].entries()) {
      clock.advance(stepMs)
      const what = (thing: string) => `${thing} after step ${number} of ${stepMs} ms`
      const name = `user${number}`
      const { user, ...pair } = await system.signUpAndLogIn(name)
      const { access_token: token, session_id: sessionId } = pair
      await using notices = await readEvents(`${system.usersUrl}/api/v1/notifications/stream`, {
        authorization: `Bearer ${token}`,
      })
      await until(what('a heartbeat'), () => notices.events.some(({ event }) => event === 'heartbeat'))
      const notice = { user_id: user.id, type: 'invoice.paid', title: 'Invoice' }
      assert.equal((await call('POST', '/notifications', notice)).status, 201)
      await until(what('the notification'), () =>
        notices.events.some(({ event }) => event === 'notification'),
      )
      await until(what('the mail'), async () => (await mailTo(system, user.email)).length > 0)
      await until(what('the event'), () =>
        events.events.some(({ data }) => data.type === 'user.created' && data.user_id === user.id),
      )
      await until(what('the webhook'), () =>
        receiver.requests.some(({ event }) => event.data.user?.id === user.id),
      )
      await until(what('the login of the other service'), () =>
        events.events.some(({ data }) => data.type === 'session.created' && data.user_id === user.id),
      )
      const refreshed = await system.send('POST', `${system.authUrl}/auth/refresh`, {
        body: { refresh_token: refreshToken },
      })
      assert.equal(refreshed.status, 200, what('the session of before'))
      refreshToken = refreshed.body.refresh_token
      assert.equal((await call('GET', '/users?limit=1')).status, 200, what('the API key'))
      assert.equal((await system.send('POST', `${system.authUrl}/auth/logout`, { token })).status, 200)
      await until(what('the end of the session'), () =>
        ends.events.some(({ data }) => data.session_id === sessionId),
      )
    }
  })
})
