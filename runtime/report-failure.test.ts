import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logInEndpoint, refreshEndpoint } from '#contract/auth.ts'
import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import { overloaded } from './limits/overloaded.ts'
import { createLog } from './log.ts'
import { createRefusals } from './metrics/refusals.ts'
import { reportFailure } from './report-failure.ts'
import { runWithTrace } from './tracing.ts'

test('a flood of refused requests is logged in one line a second, with their number', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  const refuse = (endpoint: Endpoint = logInEndpoint) =>
    runWithTrace({}, () => reportFailure({ error: new Failure('overloaded') }, endpoint, { log }))
  const logged = () =>
    lines.splice(0).map(({ level, endpoint, refused, request_id: id }) => {
      assert.equal(id === undefined, refused !== undefined, 'what many did has no one request')
      return [level, endpoint, refused]
    })
  for (let number = 0; number < 1_000; number++) assert.equal(refuse().code, 'overloaded')
  assert.deepEqual(logged(), [['warn', 'logIn', undefined]])
  refuse(refreshEndpoint)
  assert.deepEqual(logged(), [['warn', 'refresh', undefined]], 'one flood hides no other')
  t.mock.timers.tick(1_000)
  assert.deepEqual(logged(), [['warn', 'logIn', 999]], 'one alone has nothing to be added')
  refuse()
  assert.deepEqual(logged(), [])
  t.mock.timers.tick(1_000)
  assert.deepEqual(logged(), [['warn', 'logIn', 1]])
  t.mock.timers.tick(1_000)
  assert.deepEqual(logged(), [])
  refuse()
  assert.deepEqual(logged(), [['warn', 'logIn', undefined]], 'the next flood is logged as it begins')
})

for (const code of ['service_token_invalid', 'not_ready', 'database_unavailable'] as const) {
  test(`a flood of "${code}", which anybody can cause, does not fill the log`, (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const lines: Record<string, unknown>[] = []
    const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
    for (let number = 1; number <= 200; number++) {
      const cause = new Error(`cause ${number}`)
      reportFailure({ error: new Failure(code, { cause }) }, logInEndpoint, { log })
    }
    t.mock.timers.tick(1_000)
    assert.deepEqual(
      lines.map(({ level, code, endpoint, err, refused }) => [
        level,
        code,
        endpoint,
        (err as Error | undefined)?.message,
        refused,
      ]),
      [
        ['warn', code, 'logIn', 'cause 1', undefined],
        ['warn', code, 'logIn', undefined, 199],
      ],
    )
  })
}

test('what limits refuse is counted by limit, and logged in one line a minute', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const lines: Record<string, unknown>[] = []
  const refusals = createRefusals(createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }))
  const log = createLog('silent')
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
