import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logInEndpoint, refreshEndpoint } from '#contract/auth.ts'
import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { overloaded } from '../limits/overloaded.ts'
import { createLog } from '../log/log.ts'
import { runWithTrace } from '../log/tracing.ts'
import { createRefusals } from '../metrics/refusals.ts'
import { reportFailure } from './report-failure.ts'

const collected = () => {
  const lines: Record<string, unknown>[] = []
  return { lines, log: createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }) }
}

test('a flood of requests that cannot be served is a line at first, and then one a minute with their number', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { lines, log } = collected()
  const refuse = (endpoint: Endpoint = logInEndpoint) =>
    runWithTrace({}, () => reportFailure({ error: new Failure('service_token_invalid') }, endpoint, { log }))
  const logged = () =>
    lines.splice(0).map(({ level, endpoint, refused, request_id: id }) => {
      assert.equal(id === undefined, refused !== undefined, 'what many did has no one request')
      return [level, endpoint, refused]
    })
  for (let number = 0; number < 1_000; number++) assert.equal(refuse().code, 'service_token_invalid')
  assert.deepEqual(logged(), [['warn', 'logIn', undefined]])
  refuse(refreshEndpoint)
  assert.deepEqual(logged(), [['warn', 'refresh', undefined]], 'one flood hides no other')
  t.mock.timers.tick(1_000)
  assert.deepEqual(logged(), [['warn', 'logIn', 999]], 'one alone has nothing to be added')
  for (const pauseMs of [10_000, 60_000, 60_000]) {
    refuse()
    t.mock.timers.tick(pauseMs - 1)
    assert.deepEqual(logged(), [])
    t.mock.timers.tick(1)
    assert.deepEqual(logged(), [['warn', 'logIn', 1]])
  }
  t.mock.timers.tick(60_000)
  assert.deepEqual(logged(), [])
  refuse()
  assert.deepEqual(logged(), [['warn', 'logIn', undefined]], 'the next flood is logged as it begins')
})

test('what limits refuse is counted by limit, and logged in one line a minute', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { lines, log } = collected()
  const refusals = createRefusals(log)
  const refuse = (error: Failure) =>
    runWithTrace({}, () => reportFailure({ error }, logInEndpoint, { log, refusals }))
  for (let number = 0; number < 300; number++) refuse(overloaded('password_hashes', 2))
  refuse(new Failure('overloaded'))
  for (let number = 0; number < 7; number++) refuse(new Failure('login_name_limited'))
  refuse(new Failure('invalid_credentials'))
  assert.equal(lines.length, 0, 'nothing at once')
  t.mock.timers.tick(60_000)
  const refused = { login_name_limited: 7, overloaded: 1, password_hashes: 300 }
  assert.deepEqual(
    lines.splice(0).map((line) => [line.level, line.refused, line.request_id]),
    [['info', refused, undefined]],
  )
  t.mock.timers.tick(120_000)
  assert.equal(lines.length, 0, 'a minute without refusals has no line')
  const counts = new Map(
    [...(refusals.metric.read() as Map<string, number>)].filter(([, count]) => count > 0),
  )
  assert.deepEqual(Object.fromEntries(counts), refused)
})

test('an outage is a line when it begins, one each minute with what failed, and one when it is over', (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'] })
  const { lines, log } = collected()
  const [users, auth] = [log.child({ service: 'users' }), log.child({ service: 'auth' })]
  const away = (number: number) =>
    new Failure('database_unavailable', { cause: new Error(`cause ${number}`) })
  for (let second = 0; second < 90; second++) {
    runWithTrace({}, () => reportFailure({ error: away(second) }, logInEndpoint, { log }))
    users.error({ err: away(second), loop: 'sweep' }, 'background loop failed')
    auth.warn({ err: new Error('wrapped', { cause: away(second) }) }, 'whether a stream may go on')
    t.mock.timers.tick(1_000)
  }
  assert.equal(lines.length, 2)
  const [began, goesOn] = lines
  assert.deepEqual([began?.level, began?.outage, began?.endpoint], ['warn', 'database_unavailable', 'logIn'])
  assert.match(JSON.stringify(began?.err), /cause 0/, 'the first error is there with its cause')
  assert.deepEqual(
    [goesOn?.level, goesOn?.outage, goesOn?.failed, goesOn?.lasts_ms],
    ['error', 'database_unavailable', 180, 60_000],
  )
  t.mock.timers.tick(60_000)
  const [over, ...others] = lines.slice(2)
  assert.deepEqual(
    [over?.level, over?.outage, over?.failed, over?.lasted_ms, over?.request_id, others.length],
    ['info', 'database_unavailable', 270, 89_000, undefined, 0],
  )
  users.error({ err: new Error('a bug'), loop: 'sweep' }, 'background loop failed')
  assert.equal(lines.at(-1)?.level, 'error', 'any other error is logged as it is')
  users.error({ err: away(0), loop: 'sweep' }, 'background loop failed')
  assert.deepEqual(
    [lines.at(-1)?.level, lines.at(-1)?.service],
    ['warn', 'users'],
    'the next outage begins anew',
  )
})
